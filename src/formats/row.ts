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
  /** What to do, if that is more than to correct the file. */
  readonly wayOut: 'save-as-utf8' | 'print-as-csv' | undefined;
  constructor(message: string, line?: number, column?: number, wayOut?: RowsFault['wayOut']) {
    super(message);
    this.line = line;
    this.column = column;
    this.wayOut = wayOut;
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
