import type { PageRange } from '../../api/client/client.ts';
import { UsageError } from '../../errors.ts';
import { type AnswerField, NoSuchField } from '../../output/absent-fields.ts';
import { readOrder, sortedBy } from '../../output/sort.ts';
import { fieldProblem, fieldReader } from '../../text/fields.ts';
import { fieldFacts } from '../field-facts.ts';
import type { SortedRange } from '../flags/shared-flags.ts';
import type { LineParts } from './line-parts.ts';

/**
 * Yields the pages of a list as one, sorted; with a limit, the first items after sorting. Throws `UsageError` for a bad
 * field, and for one that no item has.
 */
export async function* sortedPages<Item>(
  pages: (range: PageRange) => AsyncIterable<readonly Item[]>,
  { sort = '', limit, ...range }: SortedRange,
  { out, line: { running } }: Pick<LineParts, 'out' | 'line'>,
): AsyncGenerator<Item[], void> {
  const { field } = readOrder(sort);
  const problem = fieldProblem(field);
  if (problem) throw new UsageError(`invalid --sort: ${problem}`);
  if (limit !== undefined)
    await out.note(`--sort ${sort} reads the whole list before it takes the first ${limit}`);
  const items: Item[] = [];
  for await (const page of pages(range)) for (const item of page) items.push(item);
  if (running) assertHeld(items, field, fieldFacts(running));
  const sorted = sortedBy(items, sort).slice(0, limit);
  if (sorted.length > 0) yield sorted;
}

function assertHeld(items: readonly unknown[], field: string, facts: AnswerField): void {
  const read = fieldReader(field);
  const isAbsent = items.length > 0 && items.every((item) => read(item) === undefined);
  if (!isAbsent || facts.isKnown(field)) return;
  const { message, hint } = new NoSuchField([{ field, meant: facts.meant(field, []) }]);
  throw new UsageError(`invalid --sort: ${message}`, { hint });
}
