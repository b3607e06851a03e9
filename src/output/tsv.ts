import { dataText } from '../text/printable.ts';
import { cellText } from './columns.ts';
import { delimitedFormatter } from './delimited.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t' };

/** Tab-separated values. No cell holds a tab or a newline: they are written `\t` and `\n`, a backslash `\\`. */
export function tsvFormatter(options: Pick<OutputOptions, 'fields' | 'headers' | 'stdout'>): Formatter {
  const { isTerminal } = options.stdout;
  return delimitedFormatter(options, '\t', (value) => tsvText(cellText(value), isTerminal));
}

/** A text as one cell. */
export function tsvText(text: string, onTerminal: boolean): string {
  return dataText(
    text.replace(/[\\\n\t]/g, (character) => escapes[character]!),
    onTerminal,
  );
}
