/** A cell by its row and column; row -1 are the heads of columns, column -1 the heads of rows. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/** Returns where a key leads to, as in every grid; `undefined` for other keys. */
export function moved(
  { row, column }: Position,
  { key, ctrlKey }: KeyboardEvent,
  { rows, columns, page }: { readonly rows: number; readonly columns: number; readonly page: number },
): Position | undefined {
  const to = (nextRow: number, nextColumn: number): Position => ({
    row: Math.max(-1, Math.min(rows - 1, nextRow)),
    column: Math.max(-1, Math.min(columns - 1, nextColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'PageUp':
      return to(Math.max(0, row - page), column);
    case 'PageDown':
      return to(row + page, column);
    case 'Home':
      return to(ctrlKey ? 0 : row, -1);
    case 'End':
      return to(ctrlKey ? rows - 1 : row, columns - 1);
    default:
      return undefined;
  }
}
