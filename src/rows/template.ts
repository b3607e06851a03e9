/** Words with a `{column}` for each value that comes from a row; `{{` is a brace that begins no column. */
export type Template = readonly string[];

export type CellOf = (column: string) => string;

const token = /\{\{(?:[^{}]*\}\})?|\{([^{}]+)\}/g;

export function templateColumns(words: Template): string[] {
  const found = words.flatMap((word) => [...word.matchAll(token)].flatMap(([, column]) => column ?? []));
  return [...new Set(found)];
}

/** Returns the columns before the first `=` that the word itself contains; none if it contains none. */
export function columnsBeforeSign(word: string): string[] {
  const at = word.replace(token, (column) => ' '.repeat(column.length)).indexOf('=');
  return at < 0 ? [] : templateColumns([word.slice(0, at)]);
}

/** Fills a word with the values of one row. A value never splits the word. */
export function fill(word: string, cellOf: CellOf): string {
  if (!word.includes('{')) return word;
  return word.replace(token, (all: string, column: string | undefined) =>
    column === undefined ? literal(all) : cellOf(column),
  );
}

/** Returns `{` for `{{`, and `{name}` for `{{name}}`. */
function literal(escaped: string): string {
  return escaped.endsWith('}}') ? escaped.slice(1, -1) : '{';
}

/**
 * Splits one line of a file of commands into words, with quotes and backslashes as in a shell; `undefined` for a quote
 * that is not closed.
 */
export function splitWords(line: string): string[] | undefined {
  const token = /\s*((?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+)/gy;
  const words: string[] = [];
  let end = 0;
  for (const match of line.matchAll(token)) {
    words.push((match[1] as string).replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, unquote));
    end = match.index + match[0].length;
  }
  return line.slice(end).trim() === '' ? words : undefined;
}

function unquote(_: string, double: string | undefined, single: string | undefined, escaped: string): string {
  return double === undefined ? (single ?? escaped) : double.replace(/\\(["\\$`])/g, '$1');
}
