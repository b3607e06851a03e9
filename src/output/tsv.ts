import { cellText } from './columns.ts';
import { delimitedFormatter } from './delimited.ts';
import type { Formatter } from './format.ts';
import type { OutputOptions } from './output.ts';
import { visible } from './text.ts';

/** Tab-separated values. No cell holds a tab or a newline, so there is no quoting. */
export function tsvFormatter(options: Pick<OutputOptions, 'fields' | 'headers'>): Formatter {
  return delimitedFormatter(options, '\t', (value) => visible(cellText(value)));
}
