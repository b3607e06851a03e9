import type { PageRange } from '../../api/client/client.ts';
import type { Space } from '../../api/contract/schemas.ts';
import { spacesOf } from '../../model/read/spaces.ts';
import type { SortedRange } from '../flags/shared-flags.ts';
import type { LineParts } from './line-parts.ts';

/** Yields the spaces of an organization in the order that the line asks for. */
export async function* sortedSpaces(
  { api, scope, out, line }: Pick<LineParts, 'api' | 'scope' | 'out' | 'line'>,
  range: SortedRange,
): AsyncGenerator<Space[]> {
  const pages = (part: PageRange) => spacesOf(api, scope.org(), part);
  if (range.sort === undefined) return yield* pages(range);
  const { sortedPages } = await import('./sorting.ts');
  yield* sortedPages(pages, range, { out, line });
}
