/** Words with a `{column}` for each value that comes from a row. */
export type Template = readonly string[];

const placeholder = /\{([^{}]+)\}/g;

/** The columns that a template names. */
export function columnsOf(template: Template): Set<string> {
  return new Set(
    template.flatMap((word) => [...word.matchAll(placeholder)].map((match) => match[1] as string)),
  );
}

/** The words of one row: every value stays within its word, whatever it holds. */
export function fill(template: Template, cells: Readonly<Record<string, string>>): string[] {
  return template.map((word) => word.replace(placeholder, (_, column: string) => cells[column] ?? ''));
}

/** The words of one line of a file of commands, with quotes and backslashes as in a shell; `undefined` for a quote that is not closed. */
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
