import type { Client, PageRange } from '../../api/client/client.ts';
import { listMemberSpaces, listMembers } from '../../api/contract/operations/members.ts';
import type { Member, Space } from '../../api/contract/schemas.ts';
import { UsageError } from '../../errors.ts';
import { createReader, elements, type Reader, type ServiceReader } from './reader.ts';

/**
 * Returns the id of an administrator of the organization; `undefined` if the service shows none. No operation lists the
 * spaces of an organization, but an administrator can reach all of them: in a collection or not, published or not.
 */
export async function findAdministrator(reader: Reader, org: string): Promise<string | undefined> {
  const answer = await reader.need(listMembers, { org }, { role: 'admin', limit: 50 });
  return (elements(answer) as readonly Member[]).find(({ disabled }) => !disabled)?.id;
}

/** Returns the id of an administrator. Throws `UsageError` if the service shows none. */
export async function someAdministrator(reader: ServiceReader, org: string): Promise<string> {
  const user = await findAdministrator(reader, org);
  if (user !== undefined) return user;
  throw new UsageError(`the spaces of ${org} cannot be looked up: it shows no administrator`, {
    hint: { code: 'give-id', data: { kind: 'space' } },
  });
}

/**
 * Yields all spaces of an organization as they come, to be shown: with one request for an administrator, and those for
 * their spaces.
 */
export async function* spacesOf(client: Client, org: string, range: PageRange = {}): AsyncGenerator<Space[]> {
  const user = await someAdministrator(createReader({ client, org }), org);
  for await (const page of client.pages(listMemberSpaces, { params: { org, user } }, range))
    yield page.map(({ space }) => space);
}

export async function allSpaces(reader: ServiceReader, org: string): Promise<Space[]> {
  const user = await someAdministrator(reader, org);
  return (await reader.needList(listMemberSpaces, { org, user })).map(({ space }) => space);
}
