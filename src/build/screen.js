import headless from '@xterm/headless';

/**
 * One cell of a terminal that is not blank: its text and its look.
 *
 * @typedef {{ column: number, text: string, width: number, color: number | undefined, bold: boolean }} Cell
 */

/**
 * Returns what a terminal of this size shows for the output `raw`: the cells of each line on the screen or scrolled out
 * of it, without empty lines at the end.
 *
 * @param {string} raw
 * @param {{ columns: number, rows: number }} size
 * @returns {Promise<Cell[][]>}
 */
export async function cellsShown(raw, { columns, rows }) {
  const terminal = new headless.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
  await new Promise((resolve) => terminal.write(raw, () => resolve(undefined)));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, row) => {
    const line = active.getLine(row);
    return Array.from({ length: columns }, (_, column) => {
      const cell = line?.getCell(column);
      const color = cell?.isFgPalette() ? cell.getFgColor() : undefined;
      return {
        column,
        text: cell?.getChars() ?? '',
        width: cell?.getWidth() ?? 1,
        color,
        bold: !!cell?.isBold(),
      };
    }).filter(({ text }) => text !== '' && text !== ' ');
  });
  return lines.slice(0, lines.findLastIndex((cells) => cells.length > 0) + 1);
}

/**
 * Returns the lines of {@link cellsShown} as text.
 *
 * @param {string} raw
 * @param {{ columns: number, rows: number }} size
 * @returns {Promise<string[]>}
 */
export async function linesShown(raw, size) {
  const lines = await cellsShown(raw, size);
  return lines.map((cells) => {
    let line = '';
    let end = 0;
    for (const { column, text, width } of cells) {
      line += ' '.repeat(column - end) + text;
      end = column + width;
    }
    return line;
  });
}
