import type { PageRange } from '../../api/client/client.ts';
import { UsageError } from '../../errors.ts';
import { type AnswerField, NoSuchField } from '../../output/absent-fields.ts';
import { collected } from '../../text/collected.ts';
import { fieldProblem, fieldReader } from '../../text/fields.ts';
import { fieldFacts } from '../field-facts.ts';
import type { SortedRange } from '../flags/flag.ts';
import type { LineParts } from './line-parts.ts';

/**
 * Yields the pages of a list as one, sorted; with a limit, the first items after sorting. Throws `UsageError` for a bad
 * field, for one that no item has, and with `--order`.
 */
export async function* sortedPages<Item>(
  pages: (range: PageRange) => AsyncIterable<readonly Item[]>,
  { sort = '', limit, ...range }: SortedRange,
  { out, line: { running } }: Pick<LineParts, 'out' | 'line'>,
): AsyncGenerator<Item[], void> {
  const { field } = readOrder(sort);
  const problem = fieldProblem(field);
  if (problem) throw new UsageError(`invalid --sort: ${problem}`);
  if (running?.getOptionValue('order') !== undefined)
    throw new UsageError(`--sort ${sort} sorts here, and --order is for what the service sorts`, {
      hint: `leave out --order; --sort=-${field} is the reverse order`,
    });
  if (limit !== undefined)
    await out.note(`--sort ${sort} reads the whole list before it takes the first ${limit}`);
  const items = await collected(pages(range));
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

const words = new Intl.Collator('en', { numeric: true });

/**
 * Sorts items by a field: numbers by size, texts as in a dictionary, items without the field last. A `-` before the
 * field reverses the order. Items with equal values keep their order.
 */
function sortedBy<Item>(items: readonly Item[], order: string): Item[] {
  const { field, isDescending } = readOrder(order);
  const read = fieldReader(field);
  const keyed = items.map((item) => ({ item, value: read(item) ?? undefined }));
  const sign = isDescending ? -1 : 1;
  keyed.sort(({ value: a }, { value: b }) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return sign * compare(a, b);
  });
  return keyed.map(({ item }) => item);
}

/** Parses an order: `-members` is the field `members`, the largest first. */
function readOrder(order: string): { field: string; isDescending: boolean } {
  const isDescending = order.startsWith('-');
  return { field: isDescending ? order.slice(1) : order, isDescending };
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return words.compare(textOf(a), textOf(b));
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
