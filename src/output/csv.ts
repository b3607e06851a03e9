import { dataText, exactText } from '../text/printable.ts';
import { cellText } from './columns.ts';
import { delimitedFormatter } from './delimited.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';

/**
 * What spreadsheets run: `=`, `+`, `-`, `@` and their full-width forms, also behind white space; a tab, a CR. A reader
 * that separates cells at `;` or tabs, or that does not know the quotes around a newline, begins a cell there.
 */
const formulas = /^(?=[\t\r]|\s*[=+\-@＝＋－＠])|(?<=[;\t\n])(?=[^\S\t\n]*[=+\-@＝＋－＠])/g;

/**
 * CSV with the quoting of RFC 4180. Lines end in `\n`, not its CRLF: CSV readers take both, line tools would keep the
 * CR as part of the last cell.
 */
export function csvFormatter({
  csvRaw,
  stdout: { isTerminal },
  ...options
}: Pick<OutputOptions, 'fields' | 'headers' | 'csvRaw' | 'stdout'>): Formatter {
  function cell(value: unknown, isAlone: boolean): string {
    const text = cellText(value);
    // A line with nothing in it is no row for most readers.
    if (text === '' && isAlone) return '""';
    if (csvRaw) return quote(exactText(text, isTerminal));
    const marked = typeof value === 'number' ? text : text.replace(formulas, "'");
    // Spreadsheets end a cell at a NUL.
    return quote(dataText(marked.replaceAll('\0', '\ufffd'), isTerminal, '\n\t'));
  }
  return delimitedFormatter(options, ',', cell);
}

function quote(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
