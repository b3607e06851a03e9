import { visible } from '../text/printable.ts';
import type { ReadableColumn } from './columns.ts';
import type { OutputOptions } from './output.ts';
import { textForPeople } from './people.ts';
import type { Style, Styles } from './style.ts';
import type { View } from './view.ts';
import { wrap } from './width.ts';

/**
 * Returns a block of lines `key: value` for each row, with an empty line between them and without empty values. For
 * narrow terminals and for screen readers.
 */
export function drawCards(
  rows: readonly unknown[],
  columns: readonly ReadableColumn[],
  view: View,
  { stdout, plain, now }: OutputOptions,
  styles: Styles,
): string {
  const time = now();
  const width = plain ? undefined : stdout.columns;
  const card = (row: unknown) =>
    columns.flatMap((column) => {
      const isId = column.field === view.id || column.as === 'id';
      return cardLines(row, column, isId ? undefined : width, time, styles);
    });
  return rows
    .map((row) =>
      card(row)
        .map((line) => `${line}\n`)
        .join(''),
    )
    .join('\n');
}

/**
 * Returns one column of a row as `key: value`, in lines of `width` columns if given; none if it is empty. What people copy
 * from below a row, such as several commands, is a line each.
 */
export function cardLines(
  row: unknown,
  column: ReadableColumn,
  width: number | undefined,
  now: number,
  styles: Styles,
): string[] {
  const value = column.read(row);
  const key = visible(column.label?.toLowerCase() ?? column.field);
  const look = { width, key: styles.key, value: styles.cell(value, column) };
  const values = column.below === 'always' && Array.isArray(value) ? value : [value];
  return values.flatMap((one) => {
    const text = textForPeople(one, column, now);
    return text === '' ? [] : drawLine(key, text, look).trimEnd().split('\n');
  });
}

const indent = '  ';
const minLineWidth = 10;

/** Returns `key: value`, with the rest of a long value indented below it; one line without `width`. */
export function drawLine(
  key: string,
  text: string,
  look: { readonly width?: number | undefined; readonly key: Style; readonly value: Style },
): string {
  const room = Math.max(minLineWidth, (look.width ?? Number.POSITIVE_INFINITY) - indent.length);
  const start = `${key}: `;
  const [first = '', ...rest] = wrap(start + text, room);
  const head = first.startsWith(start)
    ? `${look.key(start.trimEnd())} ${look.value(first.slice(start.length))}`
    : look.key(first);
  return [head, ...rest.map((line) => indent + look.value(line))]
    .map((each) => `${each.trimEnd()}\n`)
    .join('');
}
