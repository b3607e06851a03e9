import { drawCards } from './cards.ts';
import { columnsOf, type ReadableColumn, rowsOf } from './columns.ts';
import type { Formatter, ListText } from './format.ts';
import { fitColumns, gap, minWidth, naturalWidths, tableWidth } from './layout.ts';
import type { OutputOptions } from './output.ts';
import { textForPeople } from './people.ts';
import { createStyles, type Style } from './style.ts';
import { visible } from './text.ts';
import type { View } from './view.ts';
import { displayWidth, wrap } from './width.ts';

/**
 * Tables and objects for people. The columns of a list get their widths from its first page, so that rows can be
 * printed as they come. cli-table3 draws only objects: for rows it takes over ten times as long, and by its older
 * measure of text it cuts Thai and Hindi in columns of a fixed width.
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
      const { widths, wraps, briefTimes } = layout;
      const now = options.now();
      const lines = rows.flatMap((item) => {
        const values = columns.map((column) => column.read(item));
        const cells = values.map((value, index) => textForPeople(value, columns[index]!, now, briefTimes));
        const drawn = values.map((value, index) => styles.cell(value, columns[index]!));
        return drawRow(cells, widths, wraps, drawn);
      });
      const head =
        isFirst && options.headers ? drawRow(labelsOf(columns), widths, wraps).map(styles.key) : [];
      return `${[...head, ...lines].join('\n')}\n`;
    }
    return { page, end: () => '' };
  }

  async function item(value: unknown, view: View): Promise<string> {
    const { drawObject } = await import('./object.ts');
    return drawObject(value, view, options, styles);
  }
  return { item, list };
}

/** How the rows of a list are drawn: as a table, or each as a card where the terminal is too narrow for one. */
type Layout =
  | 'cards'
  | { readonly widths: readonly number[]; readonly wraps: readonly boolean[]; readonly briefTimes: boolean };

/** The first that fits: everything in full, times as ages only, wrapped text, cards. */
function chooseLayout(
  rows: readonly unknown[],
  columns: readonly ReadableColumn[],
  view: View,
  { stdout, headers, plain, now }: OutputOptions,
): Layout {
  if (plain) return 'cards';
  const time = now();
  const head = headers ? [labelsOf(columns)] : [];
  const cells = (briefTimes: boolean) => [
    ...head,
    ...rows.map((row) => columns.map((column) => textForPeople(column.read(row), column, time, briefTimes))),
  ];
  const natural = naturalWidths(columns.length, cells(false));
  // A reader of a pipe or file can scroll.
  if (stdout.columns === undefined) return { widths: natural, wraps: [], briefTimes: false };
  const briefTimes = tableWidth(natural) > stdout.columns;
  // An identifier is there to be copied, and an age is short already.
  const wraps = columns.map(({ field, as }) => field !== view.id && as !== 'time');
  const widths = fitColumns(columns, cells(briefTimes), wraps, stdout.columns);
  return widths ? { widths, wraps, briefTimes } : 'cards';
}

function labelsOf(columns: readonly ReadableColumn[]): string[] {
  return columns.map(({ label, field }) => visible(label ?? field).toUpperCase());
}

const unstyled: Style = (text) => text;

function drawRow(
  cells: readonly string[],
  widths: readonly number[],
  wraps: readonly boolean[],
  styles: readonly Style[] = [],
): string[] {
  const columns = cells.map((text, index) =>
    wraps[index] ? wrap(text, Math.max(minWidth, widths[index]!)) : [text],
  );
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    let drawn = '';
    for (const [index, lines] of columns.entries()) {
      const text = lines[line] ?? '';
      drawn += text === '' ? '' : (styles[index] ?? unstyled)(text);
      if (index < columns.length - 1)
        drawn += ' '.repeat(Math.max(0, widths[index]! - displayWidth(text)) + gap);
    }
    return drawn.trimEnd();
  });
}
