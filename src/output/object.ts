import Table from 'cli-table3';
import type { Colors } from './color.ts';
import { columnsOf } from './columns.ts';
import { isObject } from './fields.ts';
import type { OutputOptions } from './output.ts';
import { isTimestamp, textForPeople } from './people.ts';
import { visible } from './text.ts';
import { drawTree } from './tree.ts';
import type { Column, View } from './view.ts';
import { displayWidth, wrap } from './width.ts';

interface ObjectOptions extends Pick<OutputOptions, 'fields' | 'stdout' | 'now'> {
  readonly colors: Colors;
}

/** A field and its value as lines. */
type Entry = readonly [key: string, lines: readonly string[]];

/**
 * An object for people: a line for each field, first those of the view, then the others by their dot paths except
 * those that the view omits; lists of objects indented; then the view's tree. With `fields`, only those.
 */
export function drawObject(value: unknown, view: View, options: ObjectOptions): string {
  const { fields, stdout, colors } = options;
  const now = options.now();
  const columns = columnsOf(view, fields);
  const chosen = columns.flatMap((column) => entries(column.read(value), column, now));
  const shown = new Set([...columns.map(({ field }) => field), ...(view.omits ?? [])]);
  const others = fields ? [] : entries(value, { field: '' }, now, shown);
  const lines = drawEntries([...chosen, ...others], stdout.columns ?? defaultWidth, colors);
  const tree = fields ? [] : drawTree(view.tree?.(value) ?? []);
  const blank = lines.length > 0 && tree.length > 0 ? [''] : [];
  return [...lines, ...blank, ...tree].map((line) => `${line}\n`).join('');
}

function entries(
  value: unknown,
  column: Column,
  now: number,
  shown: ReadonlySet<string> = new Set(),
): Entry[] {
  const { field } = column;
  if (shown.has(field)) return [];
  if (value === undefined && column.whenEmpty === undefined) return [];
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, inner]) =>
      entries(inner, { field: field ? `${field}.${name}` : name }, now, shown),
    );
  }
  if (Array.isArray(value) && value.some((each) => typeof each === 'object' && each !== null)) {
    return [[field, ['']], ...value.flatMap((element) => elementEntries(element, now))];
  }
  if (isTimestamp(value)) return [[field, [textForPeople(value, { ...column, as: 'time' }, now)]]];
  if (typeof value === 'string' && !column.as) return [[field, value.trimEnd().split(/\r?\n/).map(visible)]];
  return [[field, [textForPeople(value, column, now)]]];
}

function elementEntries(element: unknown, now: number): Entry[] {
  return entries(element, { field: '' }, now).map(([key, lines], index) => [
    `${index === 0 ? '- ' : '  '}${key}`,
    lines,
  ]);
}

const defaultWidth = 100;
const maxKeyWidth = 40;
const minValueWidth = 20;

function drawEntries(all: readonly Entry[], width: number, colors: Colors): string[] {
  const widestKey = all.reduce((widest, [key]) => Math.max(widest, displayWidth(visible(key))), 0);
  const keyWidth = Math.min(maxKeyWidth, widestKey);
  const valueWidth = Math.max(minValueWidth, width - keyWidth - 2);
  const rows = all.flatMap(([key, lines]) => {
    const keyLines = wrap(visible(key), keyWidth);
    const valueLines = lines.flatMap((line) => wrap(line, valueWidth));
    return Array.from({ length: Math.max(keyLines.length, valueLines.length) }, (_, line) => [
      colors.bold(keyLines[line] ?? ''),
      valueLines[line] ?? '',
    ]);
  });
  return drawBlocks(rows);
}

const borders = ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
  [side, `${side}-left`, `${side}-mid`, `${side}-right`].map((name) => [name, '']),
);
const borderless = { ...Object.fromEntries(borders), middle: '  ' };
const blockRows = 200;

/** cli-table3's time grows with the square of the rows and of a cell's length: it gets few short ones at a time. */
function drawBlocks(rows: readonly string[][]): string[] {
  const lines: string[] = [];
  for (let start = 0; start < rows.length; start += blockRows) {
    const style = { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true };
    const table = new Table({ chars: borderless, style });
    table.push(...rows.slice(start, start + blockRows));
    for (const line of table.toString().split('\n')) lines.push(line.trimEnd());
  }
  return lines;
}
