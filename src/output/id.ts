import { rowsOf } from './columns.ts';
import { fieldReader } from './fields.ts';
import type { Formatter } from './format.ts';
import { visible } from './text.ts';
import type { View } from './view.ts';

/** An object of the service has no identifier to print. */
export class NoIdentifier extends Error {
  override readonly name = 'NoIdentifier';
}

/** One identifier a line. Throws {@link NoIdentifier} where an object has none. */
export const idFormatter: Formatter = {
  item: (value, view) => identifiers(view)([value]),
  list: (view) => ({ page: (items) => identifiers(view)(rowsOf(items, view)), end: () => '' }),
};

function identifiers(view: View): (items: readonly unknown[]) => string {
  const read = fieldReader(view.id);
  function line(item: unknown): string {
    const id = read(item);
    if ((typeof id !== 'string' || id === '') && typeof id !== 'number') {
      throw new NoIdentifier(`an object has no ${view.id} to print`);
    }
    return `${visible(String(id))}\n`;
  }
  return (items) => items.map(line).join('');
}
