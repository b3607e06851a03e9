import type { Column } from './view.ts';
import { displayWidth } from './width.ts';

const gap = 2;
/** No column is shrunk further or wrapped to less. */
export const minWidth = 8;
const comfortableWidth = 20;

/**
 * Widths of a table's columns: what their cells need, and where that is more than `terminalWidth`, less for columns
 * that wrap. Long text gives way before times and links, which are hard to read in pieces.
 */
export function fitColumns(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  wraps: readonly boolean[],
  terminalWidth: number | undefined,
): number[] {
  const widths = columns.map((_, index) =>
    rows.reduce((widest, cells) => Math.max(widest, displayWidth(cells[index]!)), 0),
  );
  if (terminalWidth === undefined) return widths;
  const room = terminalWidth - gap * (columns.length - 1);
  const wrapping = [...wraps.keys()].filter((index) => wraps[index]);
  const text = wrapping.filter((index) => !columns[index]!.as);
  shrink(widths, room, text, comfortableWidth);
  shrink(widths, room, wrapping, minWidth);
  giveRestToLast(widths, room);
  return widths;
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
