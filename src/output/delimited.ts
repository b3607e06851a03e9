import { withMark } from '../text/cells.ts';
import { dataText, exactText } from '../text/printable.ts';
import { cellText, columnsOf, rowsOf } from './columns.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';
import type { View } from './view.ts';

/**
 * Returns rows of cells with a separator between them, below a header of field paths. `cell` makes a value's text safe;
 * its second argument says whether the row has only this cell.
 */
function delimitedFormatter(
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

/**
 * Returns CSV with the quoting of RFC 4180. Lines end in `\n` instead of CRLF: CSV readers accept both, and line tools would
 * keep the CR as part of the last cell.
 */
export function csvFormatter({
  csvRaw,
  stdout: { isTerminal },
  ...options
}: Pick<OutputOptions, 'fields' | 'headers' | 'csvRaw' | 'stdout'>): Formatter {
  function cell(value: unknown, isAlone: boolean): string {
    const text = cellText(value);
    // Most readers skip an empty line.
    if (text === '' && isAlone) return '""';
    if (csvRaw) return quote(exactText(text, isTerminal));
    const marked = typeof value === 'number' ? text : withMark(text);
    // Spreadsheets end a cell at a NUL.
    return quote(dataText(marked.replaceAll('\0', '\ufffd'), isTerminal, '\n\t'));
  }
  return delimitedFormatter(options, ',', cell);
}

function quote(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t' };

/**
 * Returns tab-separated values. Cells contain no tab or newline: they are written `\t` and `\n`, a backslash `\\`.
 */
export function tsvFormatter(options: Pick<OutputOptions, 'fields' | 'headers' | 'stdout'>): Formatter {
  const { isTerminal } = options.stdout;
  return delimitedFormatter(options, '\t', (value) => tsvText(cellText(value), isTerminal));
}

/** Escapes a text for one cell. */
export function tsvText(text: string, onTerminal: boolean): string {
  return dataText(
    text.replace(/[\\\n\t]/g, (character) => escapes[character]!),
    onTerminal,
  );
}
