import { dataText } from '../text/printable.ts';
import { cellText } from './columns.ts';
import { delimitedFormatter } from './delimited.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t' };

/**
 * Returns tab-separated values. Cells contain no tab or newline: they are written `\t` and `
 * `, a backslash `\\`.
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
