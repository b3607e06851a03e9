import { isObject } from '../text/fields.ts';
import { exactText, visible } from '../text/printable.ts';
import { shellQuote } from '../text/shell.ts';
import type { AbsentFields } from './absent-fields.ts';
import { cellText } from './columns.ts';
import { tsvText } from './delimited.ts';
import type { Formatter, LoadFormatter } from './format.ts';
import { isTable, type OutputOptions } from './output.ts';
import type { Query } from './query.ts';
import type { View } from './view.ts';

/**
 * Returns the result of a query as text in the chosen format; without a format, a text stays as it is. JSON and YAML
 * print any value. Formats of lines print a scalar as it is, without quotes, nothing for null, and a line for each
 * element of an array; CSV always has columns. What has no fields is printed whole.
 * Throws `NoSuchField` as `absent` does.
 */
export async function queryResult(
  result: unknown,
  view: View,
  chosen: OutputOptions,
  load: LoadFormatter,
  absent: AbsentFields,
): Promise<string> {
  const { format, isFormatChosen, stdout } = chosen;
  const items = result === null ? [] : [result].flat();
  absent.see(items);
  absent.refuse();
  const hasFields = items.some((each) => each instanceof Object);
  const formatter = await load(hasFields ? chosen : { ...chosen, fields: undefined });
  if (typeof result === 'string' && !isFormatChosen) return wholeLines(exactText(result, stdout.isTerminal));
  if (format === 'json' || format === 'yaml') return await formatter.item(result, view);
  if (!Array.isArray(result)) {
    if (isObject(result) || format === 'jsonl') return await formatter.item(result, ownView([result], view));
    if (result === null) return '';
    return format === 'csv'
      ? lines([result], chosen, formatter)
      : wholeLines(exactText(cellText(result), stdout.isTerminal));
  }
  if (format === 'jsonl') return page(result, view, formatter);
  return result.some((each) => typeof each === 'object' && each !== null)
    ? page(result.map(row), ownView(result.map(row), view), formatter)
    : lines(result, chosen, formatter);
}

/** How many items of a list a hint looks at. */
const sampled = 20;

/**
 * Returns a hint for a query that finds nothing in a list, although it finds something in its items: `title`, where
 * `[].title` is meant. `undefined` for any other value.
 */
export async function queryHint(
  value: unknown,
  query: Query,
  expression: string | undefined,
): Promise<string | undefined> {
  if (!Array.isArray(value) || expression === undefined) return undefined;
  for (const item of value.slice(0, sampled)) {
    const found = await Promise.resolve(item)
      .then(query)
      .catch(() => null);
    if (found !== null)
      return `hint: the result of a list is an array: --query ${shellQuote(`[].${expression}`)} takes this from each item`;
  }
  return undefined;
}

/** Adds a newline if the last line of a text has none. */
function wholeLines(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

function page(items: readonly unknown[], view: View, formatter: Formatter): string {
  const list = formatter.list(view);
  return items.length === 0 ? list.end() : list.page(items) + list.end();
}

function lines(values: readonly unknown[], { format, stdout }: OutputOptions, formatter: Formatter): string {
  if (format === 'csv') {
    const rows = values.map((value) => ({ value }));
    return page(rows, ownView(rows, { id: 'value', columns: [{ field: 'value' }] }), formatter);
  }
  const line = isTable(format) ? visible : (text: string) => tsvText(text, stdout.isTerminal);
  return values.map((value) => `${line(cellText(value))}\n`).join('');
}

/** Returns a row of cells. `[].[id, title]` makes arrays, whose parts have no names. */
function row(value: unknown): unknown {
  if (!Array.isArray(value)) return isObject(value) ? value : { value };
  return Object.fromEntries(value.map((part, index) => [`column${index + 1}`, part]));
}

/**
 * Returns a view with a column for each field of the rows, in the order of their first appearance, and in the style of
 * `view`.
 */
export function ownView(rows: readonly unknown[], { id, columns }: View): View {
  const fields = new Set(rows.flatMap((each) => (isObject(each) ? Object.keys(each) : [])));
  return {
    id,
    columns: [...fields].map((field) => columns.find((known) => known.field === field) ?? { field }),
  };
}
