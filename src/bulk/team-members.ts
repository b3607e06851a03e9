import type { Client } from '../api/client.ts';
import { listTeamMembers } from '../api/operations/teams.ts';
import type { Present } from '../domain/memberships/diff.ts';

/** Who is in a team now. */
export async function readPresent(client: Client, org: string, team: string): Promise<Present> {
  const present = new Map<string, string>();
  for await (const page of client.pages(listTeamMembers, { params: { org, team } })) {
    for (const { organization, team: membership } of page)
      present.set(organization.id, membership?.role ?? 'member');
  }
  return present;
}
