import type { IdOf } from '../api/contract/ids.ts';
import { listMembers } from '../api/contract/operations/members.ts';
import { listTeamMembers, listTeams } from '../api/contract/operations/teams.ts';
import type { TeamRoles } from '../domain/memberships/membership.ts';
import { type People, type PersonFacts, personOf } from '../domain/people.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import { kept } from '../text/kept.ts';

export interface KnownTeam {
  readonly id: IdOf<'team'>;
  readonly title: string;
}

/** The present members of a team with their roles, and what is known about them. */
export interface TeamNow {
  readonly present: TeamRoles;
  readonly people: People;
}

/** The members of a team that does not exist, or has none. */
export const noMembers: TeamNow = { present: new Map(), people: new Map() };

/** People who are in several teams, by their ids. */
export type SharedPeople = Map<IdOf<'user'>, readonly [IdOf<'user'>, PersonFacts]>;

/**
 * Reads the list of a team's members, which is not kept. Teams that are read with the same `shared` hold each person, and the text of
 * each id, once: there can be hundreds of thousands of memberships.
 */
export async function readTeam(
  reader: ServiceReader,
  org: string,
  team: IdOf<'team'>,
  shared: SharedPeople = new Map(),
): Promise<TeamNow> {
  const present = new Map<IdOf<'user'>, string>();
  const people = new Map<IdOf<'user'>, PersonFacts>();
  for await (const page of reader.pages(listTeamMembers, { org, team })) {
    for (const { organization: member, team: membership } of page) {
      const [id, person] = kept(shared, member.id, () => [member.id, personOf(member)] as const);
      present.set(id, membership?.role ?? 'member');
      people.set(id, person);
    }
  }
  return { present, people };
}

/** Reads the members of an organization, who are not kept: there can be very many; or those that `query` selects. */
export async function readPeople(
  reader: ServiceReader,
  org: string,
  query?: { readonly role: 'admin' },
): Promise<People> {
  const people = new Map<IdOf<'user'>, PersonFacts>();
  const some = query && [await reader.needList(listMembers, { org }, query)];
  for await (const page of some ?? reader.pages(listMembers, { org }))
    for (const member of page) people.set(member.id, personOf(member));
  return people;
}

export async function readTeams(reader: ServiceReader, org: string): Promise<KnownTeam[]> {
  const teams = await reader.needList(listTeams, { org });
  return teams.map(({ id, title }) => ({ id, title: title ?? id }));
}
