import type { Client } from '../api/client.ts';
import { ServiceError } from '../api/errors.ts';
import { getMember } from '../api/operations/members.ts';
import { listTeamMembers, listTeams } from '../api/operations/teams.ts';
import type { Member } from '../api/schemas.ts';
import type { Present } from '../domain/memberships/diff.ts';
import type { KnownTeam } from '../domain/memberships/resolve.ts';

/** Who is in a team now. */
export async function readPresent(client: Client, org: string, team: string): Promise<Present> {
  const present = new Map<string, string>();
  for await (const page of client.pages(listTeamMembers, { params: { org, team } })) {
    for (const { organization, team: membership } of page)
      present.set(organization.id, membership?.role ?? 'member');
  }
  return present;
}

/** The same; `undefined` where the team is not there any more. */
export async function findPresent(client: Client, org: string, team: string): Promise<Present | undefined> {
  return unlessGone(() => readPresent(client, org, team));
}

/** A member of the organization; `undefined` where there is none of this id. */
export async function findPerson(client: Client, org: string, user: string): Promise<Member | undefined> {
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

/** All teams of an organization. */
export async function readTeams(client: Client, org: string): Promise<KnownTeam[]> {
  const teams: KnownTeam[] = [];
  for await (const page of client.pages(listTeams, { params: { org } })) {
    for (const { id, title } of page) teams.push({ id, title: title ?? id });
  }
  return teams;
}
