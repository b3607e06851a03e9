import type { PageRange } from '../api/client/client.ts';
import { allSpaces } from '../model/read/spaces.ts';
import type { View } from '../output/view.ts';
import { collected } from '../text/collected.ts';
import { firstOf, inChunks, readEach } from '../work/run/read-each.ts';
import { type Session, sessionReader } from '../work/run/session.ts';

/** Lists the things in one space; with a range, only a part of them. */
export type ListSpace = (space: string, range: PageRange) => AsyncIterable<readonly object[]>;

/**
 * Prints the lists of all spaces as one, with the space as the first column and as the field `of`. Throws `Unfinished`
 * at the end, naming the spaces that could not be read.
 */
export async function listOverSpaces(
  session: Session,
  view: View,
  list: ListSpace,
  range: PageRange,
): Promise<void> {
  const spaces = await allSpaces(sessionReader(session), session.scope.org());
  const pages = readEach(
    spaces,
    async ({ id, title }) => {
      const of = { kind: 'space', id, title };
      const items = await collected(list(id, range));
      return items.map((item) => Object.assign({ of }, item, { of }));
    },
    ({ id, title }) => (title ? `space "${title}" (${id})` : `space ${id}`),
  );
  const columns = [{ field: 'of.id', label: 'SPACE', as: 'id' as const }, ...view.columns];
  await session.out.list(inChunks(firstOf(pages, range.limit)), { ...view, columns });
}
