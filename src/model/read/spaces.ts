import type { Client, PageRange } from '../../api/client/client.ts';
import { listMemberSpaces, listMembers } from '../../api/contract/operations/members.ts';
import type { Space } from '../../api/contract/schemas.ts';
import { UsageError } from '../../errors.ts';

/**
 * Returns the id of an administrator of the organization; `undefined` if the service shows none. No operation lists the
 * spaces of an organization, but an administrator can reach all of them: in a collection or not, published or not.
 */
export async function findAdministrator(client: Client, org: string): Promise<string | undefined> {
  const pages = client.pages(listMembers, { params: { org }, query: { role: 'admin' } }, { limit: 50 });
  for await (const page of pages) {
    const member = page.find(({ disabled }) => !disabled);
    if (member) return member.id;
  }
  return undefined;
}

/** Returns the id of an administrator. Throws `UsageError` if the service shows none. */
export async function someAdministrator(client: Client, org: string): Promise<string> {
  const user = await findAdministrator(client, org);
  if (user !== undefined) return user;
  throw new UsageError(`the spaces of ${org} cannot be looked up: it shows no administrator`, {
    hint: { code: 'give-id', data: { kind: 'space' } },
  });
}

/**
 * Yields all spaces of an organization, page by page: with one request for an administrator, and those for their
 * spaces.
 */
export async function* spacesOf(client: Client, org: string, range: PageRange = {}): AsyncGenerator<Space[]> {
  const user = await someAdministrator(client, org);
  for await (const page of client.pages(listMemberSpaces, { params: { org, user } }, range))
    yield page.map(({ space }) => space);
}

/** Returns all spaces of an organization. */
export async function allSpaces(client: Client, org: string): Promise<Space[]> {
  const spaces: Space[] = [];
  for await (const page of spacesOf(client, org)) spaces.push(...page);
  return spaces;
}
