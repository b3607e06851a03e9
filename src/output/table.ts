import { visible } from '../text/printable.ts';
import { cardLines, drawCards } from './cards.ts';
import { columnsOf, type ReadableColumn, rowsOf } from './columns.ts';
import type { Formatter, ListText } from './format.ts';
import type { OutputOptions } from './output.ts';
import { textForPeople } from './people.ts';
import { createStyles, type Style, type Styles } from './style.ts';
import type { View } from './view.ts';
import { displayWidth, wrap } from './width.ts';

/**
 * Makes tables and objects for people. The first page of a list decides the widths of columns, so that rows can be
 * printed while they come. cli-table3 draws only objects: for rows it takes over ten times as long, and its older
 * measure of text cuts Thai and Hindi in columns of fixed width.
 */
export async function tableFormatter(options: OutputOptions): Promise<Formatter> {
  const styles = await createStyles(options);

  function list(view: View): ListText {
    const columns = columnsOf(view, options);
    let layout: Layout | undefined;

    function page(items: readonly unknown[]): string {
      const rows = rowsOf(items, view);
      const isFirst = layout === undefined;
      layout ??= chooseLayout(rows, columns, view, options);
      if (layout === 'cards') return (isFirst ? '' : '\n') + drawCards(rows, columns, view, options, styles);
      const head: string[] = [];
      if (isFirst && options.headers) addRow(head, labelsOf(layout.columns), layout);
      const lines = drawRows(rows, layout, options, styles);
      return `${[...head.map(styles.key), ...lines].join('\n')}\n`;
    }
    return { page, end: () => '' };
  }

  async function item(value: unknown, view: View): Promise<string> {
    const { drawObject } = await import('./object.ts');
    return drawObject(value, view, options, styles);
  }
  return { item, list };
}

function drawRows(
  rows: readonly unknown[],
  layout: TableLayout,
  options: OutputOptions,
  styles: Styles,
): string[] {
  const { columns, below, briefTimes } = layout;
  const now = options.now();
  const width = (options.stdout.columns ?? Number.POSITIVE_INFINITY) - indent.length;
  const lines: string[] = [];
  // All rows use the same arrays, because making arrays for every row costs as much as drawing it.
  const cells: string[] = [];
  const looks: Style[] = [];
  for (const item of rows) {
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at]!;
      const value = column.read(item);
      cells[at] = textForPeople(value, column, now, briefTimes);
      looks[at] = styles.cell(value, column);
    }
    addRow(lines, cells, layout, looks);
    for (const column of below)
      for (const line of linesBelow(item, column, width, now, styles)) lines.push(indent + line);
  }
  return lines;
}

const indent = '  ';

function linesBelow(
  item: unknown,
  column: ReadableColumn,
  width: number,
  now: number,
  styles: Styles,
): readonly string[] {
  // A switch that is off is not worth a line.
  if (column.as === 'yes-no' && column.read(item) !== true) return [];
  // What people copy is not broken.
  return cardLines(item, column, column.as === 'id' ? undefined : width, now, styles);
}

/** Adds the lines of one row to `lines`: one line, or more if a cell is wrapped. */
function addRow(
  lines: string[],
  cells: readonly string[],
  { widths, wraps }: TableLayout,
  looks: readonly Style[] = [],
): void {
  const room = (at: number) => Math.max(minWidth, widths[at]!);
  if (!wraps.some((wraps, at) => wraps && displayWidth(cells[at]!) > room(at))) {
    if (cells.length > 0) lines.push(drawLine(cells, widths, looks));
    return;
  }
  const wrapped = cells.map((cell, at) => (wraps[at] ? wrap(cell, room(at)) : [cell]));
  const height = Math.max(...wrapped.map((parts) => parts.length));
  for (let line = 0; line < height; line++) {
    const parts = wrapped.map((parts) => parts[line] ?? '');
    lines.push(drawLine(parts, widths, looks));
  }
}

const unstyled: Style = (text) => text;

function drawLine(cells: readonly string[], widths: readonly number[], looks: readonly Style[]): string {
  let line = '';
  let spaces = 0;
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]!;
    // Spaces are added before the next text only: those at the end of a line are never made.
    if (cell !== '') {
      line += ' '.repeat(spaces) + (looks[at] ?? unstyled)(cell);
      spaces = 0;
    }
    spaces += Math.max(0, widths[at]! - displayWidth(cell)) + gap;
  }
  return line.trimEnd();
}

/** Spaces between two columns. */
export const gap = 2;
/** The smallest width of a wrapped column: narrower text is hard to read. */
const minWidth = 10;
const comfortableWidth = 20;
/** Longer words may be broken. That includes text without spaces between its words, which is wide. */
const longestWord = 40;
/** The same limit for columns that allow broken words, if the table does not fit otherwise. */
const longestBreakingWord = 24;
/** A terminal with at least this many columns shows all columns of a view. */
const roomyTerminal = 100;

/** The drawing of a table's rows. */
interface TableLayout {
  readonly columns: readonly ReadableColumn[];
  /** Columns whose values are drawn below the row, each on its own line. */
  readonly below: readonly ReadableColumn[];
  readonly widths: readonly number[];
  readonly wraps: readonly boolean[];
  readonly briefTimes: boolean;
}

/** The drawing of a list's rows: as a table, or as cards if the terminal is too narrow. */
export type Layout = 'cards' | TableLayout;

type LayoutOptions = Pick<OutputOptions, 'stdout' | 'headers' | 'plain' | 'now' | 'fields' | 'format'>;

/**
 * Returns the first layout that fits: everything in full; times as ages only; text wrapped between its words; without
 * optional columns on a narrow terminal; links below their rows; switches and times below them too; cards. Each step is
 * tried with whole words, then with long words broken in columns that allow it. Identifiers are never broken.
 */
function chooseLayout(
  rows: readonly unknown[],
  all: readonly ReadableColumn[],
  view: View,
  { stdout, headers, plain, now, fields, format }: LayoutOptions,
): Layout {
  if (plain) return 'cards';
  const time = now();
  const items = [...rows, ...(view.samples ?? [])];
  const cellsOf = (columns: readonly ReadableColumn[], briefTimes: boolean) => [
    ...(headers ? [labelsOf(columns)] : []),
    ...items.map((item) =>
      columns.map((column) => textForPeople(column.read(item), column, time, briefTimes)),
    ),
  ];

  function arrange(
    columns: readonly ReadableColumn[],
    below: readonly ReadableColumn[],
    terminalWidth: number,
    breaksWords = false,
  ): Layout | undefined {
    // Identifiers and links must stay easy to copy, and ages are short already.
    const wraps = columns.map(({ field, as }) => field !== view.id && as === undefined);
    const longest = columns.map(({ breaks }) => (breaks && breaksWords ? longestBreakingWord : longestWord));
    const full = naturalWidths(columns.length, cellsOf(columns, false));
    const briefTimes = total(full) + gap * (full.length - 1) > terminalWidth;
    const widths = briefTimes ? fitColumns(cellsOf(columns, true), wraps, longest, terminalWidth) : full;
    return widths && { columns, below, widths: withRest(widths, terminalWidth), wraps, briefTimes };
  }

  // A reader of a pipe or a file can scroll.
  if (stdout.columns === undefined) {
    const [below, columns] = parted(all, (column) => column.below === 'always');
    const widths = naturalWidths(columns.length, cellsOf(columns, false));
    return { columns, below, widths, wraps: [], briefTimes: false };
  }
  const [below, inRow] = parted(all, (column) => column.below !== undefined);
  if (inRow.length === 0) return arrange(all, [], stdout.columns) ?? 'cards';
  const whole = arrange(inRow, below, stdout.columns);
  if (whole) return whole;
  const showsAll = fields !== undefined || format === 'wide' || stdout.columns >= roomyTerminal;
  const kept = showsAll ? all : all.filter(({ optional }) => !optional);
  for (const left of leavingTable) {
    const [further, columns] = parted(
      kept,
      ({ below, as = 'text' }) => below !== undefined || left.includes(as),
    );
    for (const breaksWords of [false, true]) {
      const layout = arrange(columns, further, stdout.columns, breaksWords);
      if (layout) return layout;
    }
  }
  return 'cards';
}

/** Splits items into those that pass the test, and the others. */
function parted<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** The columns that move below their row while the table is too wide, step by step. */
const leavingTable: readonly (readonly string[])[] = [
  [],
  ['link'],
  ['link', 'yes-no'],
  ['link', 'yes-no', 'time'],
];

function labelsOf(columns: readonly ReadableColumn[]): string[] {
  return columns.map(({ label, field }) => visible(label ?? field).toUpperCase());
}

/**
 * Returns the widths of a table's columns: what their cells need, and if that is more than `terminalWidth`, less for
 * columns that wrap. No word is broken unless it is longer than the `longest` of its column. `undefined` if the table
 * does not fit.
 */
function fitColumns(
  rows: readonly (readonly string[])[],
  wraps: readonly boolean[],
  longest: readonly number[],
  terminalWidth: number,
): number[] | undefined {
  const widths = naturalWidths(wraps.length, rows);
  const words = wraps.map((wraps, index) =>
    wraps
      ? widestWord(
          rows.map((cells) => cells[index]!),
          longest[index]!,
        )
      : 0,
  );
  const room = terminalWidth - gap * (widths.length - 1);
  const indexes = [...wraps.keys()].filter((index) => wraps[index]);
  shrink(widths, room, indexes, words, comfortableWidth);
  shrink(widths, room, indexes, words, minWidth);
  return total(widths) > room ? undefined : widths;
}

function widestWord(texts: readonly string[], longest: number): number {
  const widths = texts.flatMap((text) =>
    text.split(' ').map((word) => ({ word, width: displayWidth(word) })),
  );
  return widths.reduce(
    (widest, { word, width }) =>
      width > widest && width <= longest && width === word.length ? width : widest,
    0,
  );
}

/** Returns the width of the widest cell of each column. */
function naturalWidths(count: number, rows: readonly (readonly string[])[]): number[] {
  return Array.from({ length: count }, (_, index) =>
    rows.reduce((widest, cells) => Math.max(widest, displayWidth(cells[index]!)), 0),
  );
}

/**
 * Narrows the widest of the columns `indexes` again and again, until all fit, or each has its `least` or its widest
 * word.
 */
function shrink(
  widths: number[],
  room: number,
  indexes: readonly number[],
  words: readonly number[],
  least: number,
): void {
  for (let excess = total(widths) - room; excess > 0; excess--) {
    const [widest] = indexes
      .filter((index) => widths[index]! > Math.max(least, words[index]!))
      .toSorted((one, other) => widths[other]! - widths[one]!);
    if (widest === undefined) return;
    widths[widest]!--;
  }
}

/** Gives the remaining width to columns, because later pages may have longer text than the first. */
function withRest(widths: readonly number[], terminalWidth: number): number[] {
  const room = terminalWidth - gap * (widths.length - 1);
  const last = widths.length - 1;
  return widths.with(last, Math.max(widths[last]!, room - total(widths.slice(0, last))));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
