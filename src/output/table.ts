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
      const lines = drawRows(rows, layout, options, styles);
      const head =
        isFirst && options.headers
          ? drawRow(labelsOf(layout.columns), layout.widths, layout.wraps).map(styles.key)
          : [];
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

function drawRows(
  rows: readonly unknown[],
  { columns, below, widths, wraps, briefTimes }: TableLayout,
  options: OutputOptions,
  styles: Styles,
): string[] {
  const now = options.now();
  return rows.flatMap((item) => {
    const values = columns.map((column) => column.read(item));
    const cells = values.map((value, index) => textForPeople(value, columns[index]!, now, briefTimes));
    const drawn = values.map((value, index) => styles.cell(value, columns[index]!));
    const width = (options.stdout.columns ?? Number.POSITIVE_INFINITY) - indent.length;
    // A switch that is off is not worth a line.
    const told = below.filter((column) => column.as !== 'yes-no' || column.read(item) === true);
    // What people copy is not broken.
    const widthOf = ({ as }: ReadableColumn) => (as === 'id' ? undefined : width);
    const further = told.flatMap((column) => cardLines(item, column, widthOf(column), now, styles));
    return [...drawRow(cells, widths, wraps, drawn), ...further.map((line) => indent + line)];
  });
}

const indent = '  ';

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
