import { cardLines, drawCards } from './cards.ts';
import { columnsOf, type ReadableColumn, rowsOf } from './columns.ts';
import type { Formatter, ListText } from './format.ts';
import { chooseLayout, gap, type Layout, labelsOf, minWidth, type TableLayout } from './layout.ts';
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
