import type { Row } from './row.ts';

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
