import { OutputError } from '../errors.ts';
import { fieldReader } from '../text/fields.ts';
import { dataText } from '../text/printable.ts';
import { rowsOf } from './columns.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';
import type { View } from './view.ts';

/** An object of the service has no identifier to print. */
export class NoIdentifier extends OutputError {
  constructor(message: string) {
    super(message, { hint: 'choose another --output' });
  }
}

/** Returns one identifier on each line. Throws {@link NoIdentifier} if an object has none. */
export function idFormatter({ stdout }: Pick<OutputOptions, 'stdout'>): Formatter {
  const { isTerminal } = stdout;
  return {
    item: (value, view) => identifiers(view, isTerminal)([value]),
    list(view) {
      const lines = identifiers(view, isTerminal);
      return { page: (items) => lines(rowsOf(items, view)), end: () => '' };
    },
  };
}

function identifiers(view: View, onTerminal: boolean): (items: readonly unknown[]) => string {
  const read = fieldReader(view.id);
  function line(item: unknown): string {
    const id = read(item);
    if ((typeof id !== 'string' || id === '') && typeof id !== 'number') {
      throw new NoIdentifier(`an object has no ${view.id} to print`);
    }
    return `${dataText(String(id), onTerminal)}\n`;
  }
  return (items) => items.map(line).join('');
}
