/** Splits a command line like a shell: at blanks, with single and double quotes and backslashes. */
export function words(line: string): string[] {
  const found: string[] = [];
  const token = /\s*((?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+)/gy;
  for (const [, raw] of line.matchAll(token)) {
    found.push(
      (raw as string).replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, (_, double, single, escaped) => {
        return double !== undefined ? double.replace(/\\(["\\$`])/g, '$1') : (single ?? escaped);
      }),
    );
  }
  return found;
}
