import Table from 'cli-table3';
import { isObject } from '../text/fields.ts';
import { visible } from '../text/printable.ts';
import { drawLine } from './cards.ts';
import { columnsOf } from './columns.ts';
import type { OutputOptions } from './output.ts';
import { isTimestamp, textForPeople } from './people.ts';
import type { Style, Styles } from './style.ts';
import { branchesFor, drawTree } from './tree.ts';
import type { Column, View } from './view.ts';
import { displayWidth, wrap } from './width.ts';

/** A field and its value as lines. */
interface Entry {
  readonly key: string;
  readonly lines: readonly string[];
  readonly style?: Style;
}

/**
 * Draws an object for people: a line for each field, first those of the view, then the others by their dot paths,
 * except fields that the view omits and fields for programs; lists of objects are indented; then the view's tree. With
 * `fields`, only those.
 */
export function drawObject(value: unknown, view: View, options: OutputOptions, styles: Styles): string {
  const { fields, stdout, plain } = options;
  const now = options.now();
  const columns = columnsOf(view, { fields, format: 'wide' });
  const chosen = columns.flatMap((column) => {
    const part = column.read(value);
    return entries(part, column, now).map((entry) => ({ ...entry, style: styles.cell(part, column) }));
  });
  const shown = new Set([...columns.map(({ field }) => field), ...(view.omits ?? [])]);
  const others = fields ? [] : entries(value, { field: '' }, now, shown);
  const all = [...chosen, ...others];
  const text = plain
    ? drawPlainEntries(all, styles)
    : drawEntries(all, stdout.columns ?? defaultWidth, styles);
  const tree = fields ? [] : drawTree(view.tree?.(value) ?? [], branchesFor(options));
  const blank = text !== '' && tree.length > 0 ? '\n' : '';
  return text + blank + tree.map((line) => `${line}\n`).join('');
}

function entries(
  value: unknown,
  column: Column,
  now: number,
  shown: ReadonlySet<string> = new Set(),
): Entry[] {
  const { field: key } = column;
  if (shown.has(key)) return [];
  if (value === undefined && column.whenEmpty === undefined) return [];
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, inner]) => {
      const field = key ? `${key}.${name}` : name;
      return isForPrograms(field) ? [] : entries(inner, { field }, now, shown);
    });
  }
  if (Array.isArray(value) && value.some((each) => typeof each === 'object' && each !== null)) {
    return [{ key, lines: [''] }, ...value.flatMap((element) => elementEntries(element, now))];
  }
  if (isTimestamp(value)) return [{ key, lines: [textForPeople(value, { ...column, as: 'time' }, now)] }];
  if (typeof value === 'string' && !column.as) {
    return [{ key, lines: value.trimEnd().split(/\r?\n/).map(visible) }];
  }
  return [{ key, lines: [textForPeople(value, column, now)] }];
}

/** Returns whether only programs need a field: the kind of the object, and its API address. */
function isForPrograms(field: string): boolean {
  return /(?:^|\.)(?:object|urls\.location)$/.test(field);
}

function elementEntries(element: unknown, now: number): Entry[] {
  return entries(element, { field: '' }, now).map(({ key, lines }, index) => ({
    key: `${index === 0 ? '- ' : '  '}${key}`,
    lines,
  }));
}

const unstyled: Style = (text) => text;

function drawPlainEntries(all: readonly Entry[], styles: Styles): string {
  return all
    .map(({ key, lines, style = unstyled }) => {
      const [first = '', ...rest] = lines;
      const line = drawLine(visible(key), first, { key: styles.key, value: style });
      return line + rest.map((more) => `  ${style(more)}\n`).join('');
    })
    .join('');
}

const defaultWidth = 100;
const maxKeyWidth = 40;
const minValueWidth = 20;

function drawEntries(all: readonly Entry[], width: number, styles: Styles): string {
  const widestKey = all.reduce((widest, { key }) => Math.max(widest, displayWidth(visible(key))), 0);
  const keyWidth = Math.min(maxKeyWidth, widestKey);
  const valueWidth = Math.max(minValueWidth, width - keyWidth - 2);
  const rows = all.flatMap(({ key, lines, style = unstyled }) => {
    const keyLines = wrap(visible(key), keyWidth);
    const valueLines = lines.flatMap((line) => (isOneName(line) ? [line] : wrap(line, valueWidth)));
    return Array.from({ length: Math.max(keyLines.length, valueLines.length) }, (_, line) => [
      styles.key(keyLines[line] ?? ''),
      style(valueLines[line] ?? ''),
    ]);
  });
  return drawBlocks(rows)
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns whether a line is a path, an address or an id. The terminal may break it and still copies it whole. */
function isOneName(line: string): boolean {
  return /^[\w@%+=:,./?&#~\\-]+$/.test(line);
}

const borders = ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) =>
  [side, `${side}-left`, `${side}-mid`, `${side}-right`].map((name) => [name, '']),
);
const borderless = { ...Object.fromEntries(borders), middle: '  ' };
const blockRows = 200;

/**
 * Draws blocks of rows. cli-table3's time grows with the square of the rows and of a cell's length, so it gets few
 * short ones at a time.
 */
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
