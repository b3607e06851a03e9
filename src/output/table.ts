import { loadColors } from './color.ts';
import { columnsOf, rowsOf } from './columns.ts';
import type { Formatter, ListText } from './format.ts';
import { fitColumns, minWidth } from './layout.ts';
import type { OutputOptions } from './output.ts';
import { textForPeople } from './people.ts';
import { visible } from './text.ts';
import type { View } from './view.ts';
import { pad, wrap } from './width.ts';

/**
 * Tables and objects for people. The columns of a list get their widths from its first page, so that rows can be
 * printed as they come. cli-table3 draws only objects: for rows it takes over ten times as long, and by its older
 * measure of text it cuts Thai and Hindi in columns of a fixed width.
 */
export async function tableFormatter(options: OutputOptions): Promise<Formatter> {
  const colors = await loadColors(options.color);

  function list(view: View): ListText {
    const columns = columnsOf(view, options.fields);
    const labels = columns.map(({ label, field }) => visible(label ?? field).toUpperCase());
    const terminalWidth = options.stdout.columns;
    // An identifier is there to be copied, and a reader of a pipe or file can scroll.
    const wraps = columns.map(({ field }) => terminalWidth !== undefined && field !== view.id);
    let widths: readonly number[] | undefined;

    function page(items: readonly unknown[]): string {
      const now = options.now();
      const rows = rowsOf(items, view).map((item) =>
        columns.map((column) => textForPeople(column.read(item), column, now)),
      );
      const isFirst = widths === undefined;
      const fitted =
        widths ?? fitColumns(columns, options.headers ? [labels, ...rows] : rows, wraps, terminalWidth);
      widths = fitted;
      const lines = rows.flatMap((cells) => drawRow(cells, fitted, wraps));
      const head =
        isFirst && options.headers ? drawRow(labels, fitted, wraps).map((line) => colors.bold(line)) : [];
      return `${[...head, ...lines].join('\n')}\n`;
    }
    return { page, end: () => '' };
  }

  async function item(value: unknown, view: View): Promise<string> {
    const { drawObject } = await import('./object.ts');
    return drawObject(value, view, { ...options, colors });
  }
  return { item, list };
}

function drawRow(cells: readonly string[], widths: readonly number[], wraps: readonly boolean[]): string[] {
  const columns = cells.map((text, index) =>
    wraps[index] ? wrap(text, Math.max(minWidth, widths[index]!)) : [text],
  );
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((lines, index) => pad(lines[line] ?? '', widths[index]!))
      .join('  ')
      .trimEnd(),
  );
}
