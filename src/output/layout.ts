import { visible } from '../text/printable.ts';
import type { ReadableColumn } from './columns.ts';
import type { OutputOptions } from './output.ts';
import { textForPeople } from './people.ts';
import type { View } from './view.ts';
import { displayWidth } from './width.ts';

/** Spaces between two columns. */
export const gap = 2;
/** The smallest width of a wrapped column: narrower text is hard to read. */
export const minWidth = 10;
const comfortableWidth = 20;
/** Longer words may be broken. That includes text without spaces between its words, which is wide. */
const longestWord = 40;
/** The same limit for columns that allow broken words, if the table does not fit otherwise. */
const longestBreakingWord = 24;
/** A terminal with at least this many columns shows all columns of a view. */
const roomyTerminal = 100;

/** The drawing of a table's rows. */
export interface TableLayout {
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
export function chooseLayout(
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
    const wraps = wrapping(columns, view);
    const longest = columns.map(({ breaks }) => (breaks && breaksWords ? longestBreakingWord : longestWord));
    const full = naturalWidths(columns.length, cellsOf(columns, false));
    const briefTimes = tableWidth(full) > terminalWidth;
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

export function labelsOf(columns: readonly ReadableColumn[]): string[] {
  return columns.map(({ label, field }) => visible(label ?? field).toUpperCase());
}

/** Tells which columns may wrap: identifiers and links must stay easy to copy, and ages are short already. */
function wrapping(columns: readonly ReadableColumn[], view: View): boolean[] {
  return columns.map(({ field, as }) => field !== view.id && as === undefined);
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

function tableWidth(widths: readonly number[]): number {
  return total(widths) + gap * (widths.length - 1);
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
