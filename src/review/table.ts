import { UsageError } from '../errors.ts';
import { columnProblem, nameOfColumn } from '../formats/cells.ts';
import { readCsv } from '../formats/csv.ts';
import { decodeText } from '../formats/decode.ts';
import { makeCells, type Row } from '../formats/row.ts';
import type { Files } from '../ports.ts';
import type { LineProblem } from '../rosters/roster.ts';
import { csvCell, withMark } from '../text/cells.ts';
import { dataText } from '../text/printable.ts';
import { inputRows, openInput } from '../work/run/input-file.ts';
import type { Session } from '../work/run/session.ts';

/** A line of a table, with its cells by column; a cell that is missing is empty. */
export interface TableLine {
  readonly line: number;
  cell(column: string): string;
}

/**
 * Yields the lines of a CSV file that people have written, in any encoding and with any separator that rosters may have. Adds
 * lines that cannot be read to `problems`. Throws `UsageError` for a missing column.
 */
export async function* tableLines(
  session: Session,
  path: string,
  needed: readonly string[],
  problems: LineProblem[],
): AsyncGenerator<TableLine> {
  const opened = openInput(session, path);
  const onWrongRow = (message: string, line: number) => void problems.push({ line, message });
  let hasColumns = false;
  const onColumns = (names: readonly string[], line: number) => {
    hasColumns = true;
    const header = makeCells(names.map((name) => [name, '']));
    const wrong = needed.flatMap((column) => columnProblem(header, column, true) ?? []);
    if (wrong.length > 0) throw new UsageError(`${opened.name}:${line}: ${wrong.join(', ')}`);
  };
  for await (const row of inputRows(opened, 'csv', { onWrongRow, onColumns })) yield lineOf(row);
  if (!hasColumns) throw new UsageError(`${opened.name} is empty: its first line must name the columns`);
}

export async function* ownLines(files: Pick<Files, 'bytes'>, path: string): AsyncGenerator<TableLine> {
  for await (const row of readCsv(decodeText(files.bytes(path)))) yield lineOf(row);
}

function lineOf({ line, cells }: Row): TableLine {
  return { line, cell: (column) => (cells[nameOfColumn(cells, column) ?? ''] ?? '').trim() };
}

/** Yields a table as CSV, in pieces. No cell has a line break, and none is a formula for a spreadsheet. */
export function* tableText(columns: readonly string[], rows: Iterable<readonly string[]>): Generator<string> {
  let piece = `${columns.join(',')}\n`;
  for (const row of rows) {
    piece += `${row.map((cell) => csvCell(dataText(withMark(cell), false))).join(',')}\n`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const pieceLength = 64 * 1024;
