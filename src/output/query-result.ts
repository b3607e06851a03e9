import { isObject } from '../text/fields.ts';
import { exactText, visible } from '../text/printable.ts';
import { cellText } from './columns.ts';
import type { Formatter } from './format.ts';
import { isTable, type OutputOptions } from './output.ts';
import { tsvText } from './tsv.ts';
import type { View } from './view.ts';

type Chosen = Pick<OutputOptions, 'format' | 'isFormatChosen' | 'stdout'>;

/**
 * What a query made as text in the chosen format, a single text as it is where none was chosen. JSON and YAML print any value. The formats of lines print one scalar
 * as it is, without quotes, nothing for null, and of an array a line for each element; CSV always has columns.
 */
export async function queryResult(
  result: unknown,
  view: View,
  chosen: Chosen,
  formatter: Formatter,
): Promise<string> {
  const { format, isFormatChosen, stdout } = chosen;
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

/** Only a text that does not end its last line gets something added: a newline. */
function wholeLines(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

function page(items: readonly unknown[], view: View, formatter: Formatter): string {
  const list = formatter.list(view);
  return items.length === 0 ? list.end() : list.page(items) + list.end();
}

function lines(values: readonly unknown[], { format, stdout }: Chosen, formatter: Formatter): string {
  if (format === 'csv') {
    const rows = values.map((value) => ({ value }));
    return page(rows, ownView(rows, { id: 'value', columns: [{ field: 'value' }] }), formatter);
  }
  const line = isTable(format) ? visible : (text: string) => tsvText(text, stdout.isTerminal);
  return values.map((value) => `${line(cellText(value))}\n`).join('');
}

/** `[].[id, title]` makes arrays, whose parts have no names. */
function row(value: unknown): unknown {
  if (!Array.isArray(value)) return isObject(value) ? value : { value };
  return Object.fromEntries(value.map((part, index) => [`column${index + 1}`, part]));
}

/** Columns for all fields of the rows, in the order in which they first appear, as the view knows them. */
function ownView(rows: readonly unknown[], { id, columns }: View): View {
  const fields = new Set(rows.flatMap((each) => (isObject(each) ? Object.keys(each) : [])));
  return {
    id,
    columns: [...fields].map((field) => columns.find((known) => known.field === field) ?? { field }),
  };
}
