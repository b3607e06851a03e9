import { fieldReader } from '../text/fields.ts';
import type { Format, OutputOptions } from './output.ts';
import type { Column, View } from './view.ts';

export interface ReadableColumn extends Column {
  readonly read: (item: unknown) => unknown;
}

/** Returns the columns to show: those that the user asked for, else those that the format shows of the view. */
export function columnsOf(
  view: View,
  { fields, format }: Pick<OutputOptions, 'fields'> & { format?: Format },
): ReadableColumn[] {
  const known = [...view.columns, ...(view.wide ?? [])];
  const columns = fields?.map((field) => known.find((each) => each.field === field) ?? unlisted(field));
  return (columns ?? (format === 'wide' ? known : view.columns)).map((column) => ({
    ...column,
    read: column.value ?? fieldReader(column.field),
  }));
}

/** Returns a column for a field that the view does not have, in the same style. */
function unlisted(field: string): Column {
  const isTime = /[a-z]At$/.test(field);
  const words = isTime ? field.slice(0, -'At'.length) : field;
  const label = words.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return { field, label, ...(isTime && { as: 'time' }) };
}

/** Returns the items with their nested items, depth first. */
export function rowsOf(items: readonly unknown[], { nested }: View): readonly unknown[] {
  if (nested === undefined) return items;
  const read = fieldReader(nested);
  const rows: unknown[] = [];
  // An explicit stack, because an answer can be nested at any depth.
  const waiting = items.toReversed();
  while (waiting.length > 0) {
    const item = waiting.pop();
    rows.push(item);
    const inner = read(item);
    if (Array.isArray(inner)) for (const one of inner.toReversed()) waiting.push(one);
  }
  return rows;
}

/**
 * Returns a value as the text of one cell for programs: scalars as in JSON but without quotes, nothing for null and absent
 * values, lists of scalars joined by commas and quoted as in CSV, everything else as compact JSON. The text may contain
 * unsafe characters.
 */
export function cellText(value: unknown): string {
  return textOf(value, (items) => items.map(quotedItem).join(','));
}

/** Returns the same for people: without quotes, and with semicolons in a list where an item has a comma. */
export function readableCell(value: unknown): string {
  return textOf(value, (items) => items.join(items.some((item) => item.includes(',')) ? '; ' : ', '));
}

function textOf(value: unknown, joined: (items: readonly string[]) => string): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every(isScalar)) return joined(value.map((item) => cellText(item)));
  return isScalar(value) ? String(value) : JSON.stringify(value);
}

function quotedItem(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}
