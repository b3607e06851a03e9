import type { Row } from './row.ts';

/** A column that a row does not have, or has under several names of which none is the one that was asked for. */
export class NoColumn extends Error {
  override readonly name = 'NoColumn';
  readonly column: string;
  constructor(column: string, message: string) {
    super(message);
    this.column = column;
  }
}

/**
 * The name under which a row has a column: exactly that, or without regard to case; `undefined` where there is none.
 * Throws {@link NoColumn} if several names differ only in case.
 */
export function nameOfColumn(cells: Row['cells'], column: string): string | undefined {
  if (column in cells) return column;
  const lower = column.toLowerCase();
  const [name, other] = Object.keys(cells).filter((one) => one.toLowerCase() === lower);
  if (other === undefined) return name;
  const both = `${JSON.stringify(name)} and ${JSON.stringify(other)}`;
  throw new NoColumn(column, `the column ${JSON.stringify(column)} may be ${both}`);
}

/**
 * The value of `column`, or of `column?` where an empty or missing one is wanted as `undefined`. Throws
 * {@link NoColumn} where the row has no such column.
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
