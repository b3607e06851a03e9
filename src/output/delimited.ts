import { columnsOf, rowsOf } from './columns.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';
import type { View } from './view.ts';

/**
 * Returns rows of cells with a separator between them, below a header of field paths. `cell` makes a value's text safe;
 * its second argument says whether the row has only this cell.
 */
export function delimitedFormatter(
  options: Pick<OutputOptions, 'fields' | 'headers'>,
  separator: string,
  cell: (value: unknown, isAlone: boolean) => string,
): Formatter {
  function header(view: View): string {
    const names = columnsOf(view, options).map(({ field }) => cell(field, false));
    return options.headers && names.length > 0 ? `${names.join(separator)}\n` : '';
  }
  function rows(view: View): (items: readonly unknown[]) => string {
    const columns = columnsOf(view, options);
    const isAlone = columns.length === 1;
    function row(item: unknown): string {
      const cells = columns.map(({ read, whenEmpty }) => cell(read(item) ?? whenEmpty, isAlone));
      return `${cells.join(separator)}\n`;
    }
    return (items) => items.map(row).join('');
  }
  return {
    item: (value, view) => header(view) + rows(view)([value]),
    list(view) {
      const text = rows(view);
      let pending = header(view);
      function takeHeader(): string {
        const taken = pending;
        pending = '';
        return taken;
      }
      return { page: (items) => takeHeader() + text(rowsOf(items, view)), end: takeHeader };
    },
  };
}
