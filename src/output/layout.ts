import { visible } from '../text/printable.ts';
import type { ReadableColumn } from './columns.ts';
import type { OutputOptions } from './output.ts';
import { textForPeople } from './people.ts';
import type { View } from './view.ts';
import { displayWidth } from './width.ts';

/** Spaces between two columns. */
export const gap = 2;
/** No column is wrapped to less: reading further would be spelling. */
export const minWidth = 10;
const comfortableWidth = 20;
/** A longer word may be broken; so may text without spaces between its words, which is wide. */
const longestWord = 40;
/** The same in columns that say so, where the table does not fit otherwise. */
const longestBreakingWord = 24;
/** From so many columns on, a terminal shows everything that a view has. */
const roomyTerminal = 100;

/** How a row of a table is drawn. */
export interface TableLayout {
  readonly columns: readonly ReadableColumn[];
  /** Columns whose values stand below the row, each on a line of its own. */
  readonly below: readonly ReadableColumn[];
  readonly widths: readonly number[];
  readonly wraps: readonly boolean[];
  readonly briefTimes: boolean;
}

/** How the rows of a list are drawn: as a table, or each as a card where the terminal is too narrow for one. */
export type Layout = 'cards' | TableLayout;

type LayoutOptions = Pick<OutputOptions, 'stdout' | 'headers' | 'plain' | 'now' | 'fields' | 'format'>;

/**
 * The first that fits: everything in full, times as ages only, text wrapped between its words, what is optional left out
 * of a narrow terminal, links below their rows, then switches and times there too, cards. Each of them is tried with
 * whole words, then with long ones broken in columns that allow it. Identifiers are whole in all of them.
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

  // A reader of a pipe or file can scroll.
  if (stdout.columns === undefined) {
    const widths = naturalWidths(all.length, cellsOf(all, false));
    return { columns: all, below: [], widths, wraps: [], briefTimes: false };
  }
  const [below, inRow] = parted(all, (column) => column.below === true);
  if (inRow.length === 0) return arrange(all, [], stdout.columns) ?? 'cards';
  const whole = arrange(inRow, below, stdout.columns);
  if (whole) return whole;
  const showsAll = fields !== undefined || format === 'wide' || stdout.columns >= roomyTerminal;
  const kept = showsAll ? all : all.filter(({ optional }) => !optional);
  for (const left of leavingTable) {
    const [further, columns] = parted(kept, ({ below, as = 'text' }) => below === true || left.includes(as));
    for (const breaksWords of [false, true]) {
      const layout = arrange(columns, further, stdout.columns, breaksWords);
      if (layout) return layout;
    }
  }
  return 'cards';
}

/** Those of which it is true, and the others. */
function parted<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** What goes below its row where the table is too wide, step by step. */
const leavingTable: readonly (readonly string[])[] = [
  [],
  ['link'],
  ['link', 'yes-no'],
  ['link', 'yes-no', 'time'],
];

export function labelsOf(columns: readonly ReadableColumn[]): string[] {
  return columns.map(({ label, field }) => visible(label ?? field).toUpperCase());
}

/** An identifier and a link are there to be copied, and an age is short already. */
function wrapping(columns: readonly ReadableColumn[], view: View): boolean[] {
  return columns.map(({ field, as }) => field !== view.id && as === undefined);
}

/**
 * Widths of a table's columns: what their cells need, and where that is more than `terminalWidth`, less for those that
 * wrap, as long as no word is broken that is not longer than the `longest` of its column. `undefined` where that is not enough.
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

/** What the widest cell of each column needs. */
function naturalWidths(count: number, rows: readonly (readonly string[])[]): number[] {
  return Array.from({ length: count }, (_, index) =>
    rows.reduce((widest, cells) => Math.max(widest, displayWidth(cells[index]!)), 0),
  );
}

/** How wide a table of such columns is. */
function tableWidth(widths: readonly number[]): number {
  return total(widths) + gap * (widths.length - 1);
}

/** Takes from the widest of `indexes`, again and again, until all fit or have only `least` or their widest word. */
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

/** Later pages may hold longer text than the first. */
function withRest(widths: readonly number[], terminalWidth: number): number[] {
  const room = terminalWidth - gap * (widths.length - 1);
  const last = widths.length - 1;
  return widths.with(last, Math.max(widths[last]!, room - total(widths.slice(0, last))));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
