import type { Client } from '../../api/client/client.ts';
import type { SortedRange } from '../flags/flag.ts';
import type { LineParts } from './line-parts.ts';

/** Yields a list that came in one answer, sorted if `sort` asks for it. */
export async function* sortedList<Item>(
  items: readonly Item[],
  sort: string | undefined,
  parts: Pick<LineParts, 'out' | 'line'>,
): AsyncGenerator<readonly Item[], void> {
  if (sort === undefined) return yield items;
  const { sortedPages } = await import('./sorting.ts');
  yield* sortedPages(() => inOnePage(items), { sort }, parts);
}

async function* inOnePage<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[], void> {
  yield items;
}

/** Returns `client` with lists that are sorted if their range asks for it. */
export function withSorting(client: Client, parts: Pick<LineParts, 'out' | 'line'>): Client {
  return {
    ...client,
    async *pages(op, input, range: SortedRange = {}, onPage) {
      if (range.sort === undefined) return yield* client.pages(op, input, range, onPage);
      const { sortedPages } = await import('./sorting.ts');
      yield* sortedPages((whole) => client.pages(op, input, whole, onPage), range, parts);
    },
  };
}
