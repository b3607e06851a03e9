import type { Client } from '../api/client/client.ts';
import { ServiceError } from '../api/client/errors.ts';
import type { IdOf } from '../api/contract/ids.ts';
import { getMember } from '../api/contract/operations/members.ts';
import { listTeamMembers, listTeams } from '../api/contract/operations/teams.ts';
import type { Member } from '../api/contract/schemas.ts';
import type { Present } from '../domain/memberships/diff.ts';
import type { KnownTeam } from '../domain/memberships/resolve.ts';
import { type People, type Person, personOf } from '../domain/people.ts';

/** The present members of a team with their roles, and what is known about them. */
export interface TeamNow {
  readonly present: Present;
  readonly people: People;
}

/** The members of a team that does not exist, or has none. */
export const nobody: TeamNow = { present: new Map(), people: new Map() };

/** Reads the list of a team's members. */
export async function readTeam(client: Client, org: string, team: IdOf<'team'>): Promise<TeamNow> {
  const present = new Map<IdOf<'user'>, string>();
  const people = new Map<IdOf<'user'>, Person>();
  for await (const page of client.pages(listTeamMembers, { params: { org, team } })) {
    for (const { organization, team: membership } of page) {
      present.set(organization.id, membership?.role ?? 'member');
      people.set(organization.id, personOf(organization));
    }
  }
  return { present, people };
}

/** Reads as {@link readTeam} does; `undefined` if the team no longer exists. */
export async function findTeamNow(
  client: Client,
  org: string,
  team: IdOf<'team'>,
): Promise<TeamNow | undefined> {
  return unlessGone(() => readTeam(client, org, team));
}

/** Reads a member of the organization; `undefined` if there is none with this id. */
export async function findPerson(
  client: Client,
  org: string,
  user: IdOf<'user'>,
): Promise<Member | undefined> {
  return unlessGone(() => client.call(getMember, { params: { org, user } }));
}

async function unlessGone<Found>(read: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  }
}

/** Reads all teams of an organization. */
export async function readTeams(client: Client, org: string): Promise<KnownTeam[]> {
  const teams: KnownTeam[] = [];
  for await (const page of client.pages(listTeams, { params: { org } })) {
    for (const { id, title } of page) teams.push({ id, title: title ?? id });
  }
  return teams;
}
