import { cellText } from './columns.ts';
import { delimitedFormatter } from './delimited.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';
import { visible } from './text.ts';

/** What spreadsheets run: `=`, `+`, `-`, `@` and their full-width forms, also behind white space; a tab, a CR. */
const formula = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/;

/**
 * CSV with the quoting of RFC 4180. Lines end in `\n`, not its CRLF: CSV readers take both, line tools would keep the
 * CR as part of the last cell. Newlines in a cell are made visible as elsewhere, so that a row is always one line.
 */
export function csvFormatter(options: Pick<OutputOptions, 'fields' | 'headers' | 'csvRaw'>): Formatter {
  function cell(value: unknown): string {
    const text = cellText(value).replaceAll('\0', '\ufffd');
    const runs = !options.csvRaw && typeof value !== 'number' && formula.test(text);
    return quote((runs ? "'" : '') + visible(text));
  }
  return delimitedFormatter(options, ',', cell);
}

function quote(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
