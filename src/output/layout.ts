import type { Column } from './view.ts';
import { displayWidth } from './width.ts';

/** Spaces between two columns. */
export const gap = 2;
/** No column is wrapped to less: reading further would be spelling. */
export const minWidth = 10;
const comfortableWidth = 20;

/**
 * Widths of a table's columns: what their cells need, and where that is more than `terminalWidth`, less for those of
 * `wrapping`. Long text gives way before links, which are hard to read in pieces. `undefined` where nothing helps.
 */
export function fitColumns(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  wrapping: readonly boolean[],
  terminalWidth: number,
): number[] | undefined {
  const widths = naturalWidths(columns.length, rows);
  const room = terminalWidth - gap * (columns.length - 1);
  const indexes = [...wrapping.keys()].filter((index) => wrapping[index]);
  const text = indexes.filter((index) => !columns[index]!.as);
  shrink(widths, room, text, comfortableWidth);
  shrink(widths, room, indexes, minWidth);
  if (total(widths) > room) return undefined;
  giveRestToLast(widths, room);
  return widths;
}

/** What the widest cell of each column needs. */
export function naturalWidths(count: number, rows: readonly (readonly string[])[]): number[] {
  return Array.from({ length: count }, (_, index) =>
    rows.reduce((widest, cells) => Math.max(widest, displayWidth(cells[index]!)), 0),
  );
}

/** How wide a table of such columns is. */
export function tableWidth(widths: readonly number[]): number {
  return total(widths) + gap * (widths.length - 1);
}

/** Takes from the widest of `indexes`, again and again, until all columns fit or it has only `least`. */
function shrink(widths: number[], room: number, indexes: readonly number[], least: number): void {
  for (let excess = total(widths) - room; excess > 0; excess--) {
    const widest = Math.max(...indexes.map((index) => widths[index]!));
    if (widest <= least) return;
    widths[indexes.find((index) => widths[index] === widest)!]!--;
  }
}

/** Later pages may hold longer text than the first. */
function giveRestToLast(widths: number[], room: number): void {
  const last = widths.length - 1;
  widths[last] = Math.max(widths[last]!, room - total(widths.slice(0, last)));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
