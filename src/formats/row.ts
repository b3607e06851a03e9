/** One row of an input file: its cells by column, as text. */
export interface Row {
  /** Where it begins, from 1. */
  readonly line: number;
  /** Without a prototype: a column may have any name. Cells that are absent or null are missing. */
  readonly cells: Readonly<Record<string, string>>;
  /** As it stands in the file, without the end of its line; only where {@link ReadOptions} ask for it. */
  readonly text?: string;
}

export interface ReadOptions {
  /** Wants the text of rows, and gets the header of a CSV file and its separator. */
  readonly onHeader?: (text: string, separator: string) => void;
}

export type RowFormat = 'csv' | 'json' | 'jsonl' | 'yaml';

/** A file of rows that cannot be read on; `line` is from 1, where it is known. Never with a piece of the file. */
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

export function makeCells(entries: Iterable<readonly [string, string]>): Record<string, string> {
  const cells: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) cells[name] = value;
  return cells;
}
