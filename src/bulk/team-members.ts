import type { Client } from '../api/client.ts';
import { ServiceError } from '../api/errors.ts';
import { listTeamMembers, listTeams } from '../api/operations/teams.ts';
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
  try {
    return await readPresent(client, org, team);
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
