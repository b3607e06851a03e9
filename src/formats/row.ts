/** One row of an input file: its cells by column, as text. */
export interface Row {
  /** The line where it begins, from 1. */
  readonly line: number;
  /** Has no prototype, because a column may have any name. Absent and null cells are missing. */
  readonly cells: Readonly<Record<string, string>>;
  /** The row as it is written, without its line end; only if {@link RowOptions} ask for it. */
  readonly text?: string;
}

export interface RowOptions {
  /** Called with the format that the content has. If given, items of an array have their `text`. */
  readonly onFormat?: (format: RowFormat) => void;
  /** Called with the header of a CSV file and its separator. If given, rows and lines have their `text`. */
  readonly onHeader?: (text: string, separator: string) => void;
  /** Called with the columns of a CSV file and the line of its header, before the first row. */
  readonly onColumns?: (columns: readonly string[], line: number) => void;
  /** Called with the fault of a row that cannot be used, and with its line. Without it, reading ends there. */
  readonly onWrongRow?: (message: string, line: number) => void;
}

export type RowFormat = 'csv' | 'json' | 'jsonl' | 'yaml';

/** A file of rows cannot be read on. `line` is from 1, if known. The message never contains a part of the file. */
export class RowsFault extends Error {
  override readonly name = 'RowsFault';
  readonly line: number | undefined;
  readonly column: number | undefined;
  constructor(message: string, line?: number, column?: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** Reports a fault to the reader of the rows. Throws it where it is in no row, or no one takes it. */
export function rejectRow(fault: unknown, { onWrongRow }: RowOptions): void {
  if (!(fault instanceof RowsFault) || fault.line === undefined || !onWrongRow) throw fault;
  onWrongRow(fault.message, fault.line);
}

export function makeCells(entries: Iterable<readonly [string, string]>): Record<string, string> {
  const cells: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) cells[name] = value;
  return cells;
}

/** A row does not have a column, or has several with that name in different case. */
export class NoColumn extends Error {
  override readonly name = 'NoColumn';
  readonly column: string;
  constructor(column: string, message: string) {
    super(message);
    this.column = column;
  }
}

/**
 * Returns the name under which a row has a column: exactly that name, or the same in another case; `undefined` if there
 * is none. Throws {@link NoColumn} if several names differ only in case.
 */
export function nameOfColumn(cells: Row['cells'], column: string): string | undefined {
  if (column in cells) return column;
  const lower = column.toLowerCase();
  const [name, other] = Object.keys(cells).filter((one) => one.toLowerCase() === lower);
  if (other === undefined) return name;
  const both = `${JSON.stringify(name)} and ${JSON.stringify(other)}`;
  throw new NoColumn(column, `the column ${JSON.stringify(column)} may be ${both}`);
}

/** Returns what is wrong with a column of a row: that it is missing, if it is needed, or that several may be meant. */
export function columnProblem(cells: Row['cells'], column: string, isNeeded: boolean): string | undefined {
  try {
    const isThere = nameOfColumn(cells, column) !== undefined;
    return isThere || !isNeeded ? undefined : `there is no column ${JSON.stringify(column)}`;
  } catch (error) {
    if (error instanceof NoColumn) return error.message;
    throw error;
  }
}

/**
 * Returns the value of `column`. For `column?`, an empty or missing value is `undefined`. Throws {@link NoColumn} if
 * the row has no such column.
 */
export function cellOf(cells: Row['cells'], column: string): string | undefined {
  const exact = nameOfColumn(cells, column);
  if (exact !== undefined) return cells[exact];
  if (!isOptional(column)) throw new NoColumn(column, `there is no column ${JSON.stringify(column)}`);
  const name = nameOfColumn(cells, column.slice(0, -1));
  return (name === undefined ? '' : cells[name]) || undefined;
}

export function isOptional(column: string): boolean {
  return column.length > 1 && column.endsWith('?');
}
