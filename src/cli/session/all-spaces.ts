import type { Client, PageRange } from '../../api/client/client.ts';
import { listMemberSpaces, listMembers } from '../../api/contract/operations/members.ts';
import type { Space } from '../../api/contract/schemas.ts';
import { UsageError } from '../../errors.ts';
import type { SortedRange } from '../shared-flags.ts';
import type { Verb } from './verb.ts';

/**
 * An administrator of the organization: no operation lists the spaces of an organization, and those of an administrator
 * are all of them, in a collection or not, published or not. Throws `UsageError` where the service shows none.
 */
export async function someAdministrator(client: Client, org: string): Promise<string> {
  const pages = client.pages(listMembers, { params: { org }, query: { role: 'admin' } }, { limit: 50 });
  for await (const page of pages) {
    const member = page.find(({ disabled }) => !disabled);
    if (member) return member.id;
  }
  throw new UsageError(`the spaces of ${org} cannot be looked up: it shows no administrator`, {
    hint: 'give the id of the space',
  });
}

/** All spaces of an organization, page by page: one request for an administrator, and the pages of their spaces. */
export async function* spacesOf(client: Client, org: string, range: PageRange = {}): AsyncGenerator<Space[]> {
  const user = await someAdministrator(client, org);
  for await (const page of client.pages(listMemberSpaces, { params: { org, user } }, range))
    yield page.map(({ space }) => space);
}

/** The same in the order that the line asks for. */
export async function* sortedSpaces(
  { api, scope, out, line }: Pick<Verb, 'api' | 'scope' | 'out' | 'line'>,
  range: SortedRange,
): AsyncGenerator<Space[]> {
  const pages = (part: PageRange) => spacesOf(api, scope.org(), part);
  if (range.sort === undefined) return yield* pages(range);
  const { sortedPages } = await import('./sorting.ts');
  yield* sortedPages(pages, range, { out, line });
}

/** All of them at once. */
export async function allSpaces(client: Client, org: string): Promise<Space[]> {
  const spaces: Space[] = [];
  for await (const page of spacesOf(client, org)) spaces.push(...page);
  return spaces;
}
