import { cellText } from './columns.ts';
import { isObject } from './fields.ts';
import type { Formatter } from './format.ts';
import type { Format } from './output.ts';
import { visible } from './text.ts';
import type { View } from './view.ts';

/**
 * What a query made as text in the chosen format. JSON and YAML print any value. The formats of lines print a scalar as
 * it is, without quotes, nothing for null, and of an array a line for each element; CSV always has columns.
 */
export async function queryResult(
  result: unknown,
  view: View,
  format: Format,
  formatter: Formatter,
): Promise<string> {
  if (format === 'json' || format === 'yaml') return await formatter.item(result, view);
  if (!Array.isArray(result)) {
    if (isObject(result) || format === 'jsonl') return await formatter.item(result, ownView([result], view));
    return result === null ? '' : lines([result], format, formatter);
  }
  if (format === 'jsonl') return page(result, view, formatter);
  return result.some((each) => typeof each === 'object' && each !== null)
    ? page(result.map(row), ownView(result.map(row), view), formatter)
    : lines(result, format, formatter);
}

function page(items: readonly unknown[], view: View, formatter: Formatter): string {
  const list = formatter.list(view);
  return items.length === 0 ? list.end() : list.page(items) + list.end();
}

function lines(values: readonly unknown[], format: Format, formatter: Formatter): string {
  if (format === 'csv') {
    const rows = values.map((value) => ({ value }));
    return page(rows, ownView(rows, { id: 'value', columns: [{ field: 'value' }] }), formatter);
  }
  return values.map((value) => `${visible(cellText(value))}\n`).join('');
}

/** `[].[id, title]` makes arrays, whose parts have no names. */
function row(value: unknown): unknown {
  if (!Array.isArray(value)) return isObject(value) ? value : { value };
  return Object.fromEntries(value.map((part, index) => [`column${index + 1}`, part]));
}

/** Columns for whatever fields the rows have, in the order in which they first appear, as the view knows them. */
function ownView(rows: readonly unknown[], { id, columns }: View): View {
  const fields = new Set(rows.flatMap((each) => (isObject(each) ? Object.keys(each) : [])));
  return {
    id,
    columns: [...fields].map((field) => columns.find((known) => known.field === field) ?? { field }),
  };
}
