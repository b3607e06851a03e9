/**
 * Finds formulas for spreadsheets: `=`, `+`, `-`, `@` and their full-width forms, also behind white space; a tab, a CR.
 * Also after `;`, a tab or a newline inside a cell, where some readers begin a new cell.
 */
const formulas = /^(?=[\t\r]|\s*[=+\-@＝＋－＠])|(?<=[;\t\n])(?=[^\S\t\n]*[=+\-@＝＋－＠])/g;

/** Marks a text, so that no spreadsheet runs it as a formula. */
export function withMark(text: string): string {
  return text.replace(formulas, "'");
}

export function withoutMark(text: string): string {
  return text.replace(/(?<=^|[;\t\n])'(?=\s*[=+\-@＝＋－＠])/g, '');
}

/** Returns the text of a cell of CSV, in quotes where it needs them. */
export function csvCell(cell: string, separator = ','): string {
  return /["\r\n]|^\s|\s$/.test(cell) || cell.includes(separator) ? csvQuoted(cell) : cell;
}

export function csvQuoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
