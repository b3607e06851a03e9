import { fieldReader } from '../text/fields.ts';

const words = new Intl.Collator('en', { numeric: true });

/**
 * Sorts items by a field: numbers by size, texts as in a dictionary, items without the field last. A `-` before the
 * field reverses the order. Items with equal values keep their order.
 */
export function sortedBy<Item>(items: readonly Item[], order: string): Item[] {
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
export function readOrder(order: string): { field: string; isDescending: boolean } {
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
