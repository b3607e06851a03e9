import { withMark } from '../text/formulas.ts';
import { dataText, exactText } from '../text/printable.ts';
import { cellText } from './columns.ts';
import { delimitedFormatter } from './delimited.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';

/**
 * Returns CSV with the quoting of RFC 4180. Lines end in `
 * ` instead of CRLF: CSV readers accept both, and line tools would keep the CR as part of the last cell.
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
