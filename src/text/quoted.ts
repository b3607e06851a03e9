const longestShown = 60;

/** Quotes a value for a message; cuts it after 60 characters. */
export function quoted(value: unknown): string {
  const shown = JSON.stringify(value);
  return shown.length > longestShown ? `${shown.slice(0, longestShown)}…"` : shown;
}

/** Returns the text of a cell of CSV, in quotes where it needs them. */
export function csvCell(cell: string, separator = ','): string {
  return /["\r\n]|^\s|\s$/.test(cell) || cell.includes(separator) ? csvQuoted(cell) : cell;
}

export function csvQuoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
