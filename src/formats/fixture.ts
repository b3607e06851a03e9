/** The format of the files that fill a sandbox, and its version. */
export const fixtureFormat = 'docs-admin-sandbox';
export const fixtureVersion = 1;

/**
 * Yields the text of a fixture in pieces: one row a line. Columns that are null or `undefined` are left out. `change`,
 * if given, changes each text.
 */
export function* fixtureText(
  tables: Iterable<readonly [string, Iterable<object>]>,
  change = (text: string) => text,
): Generator<string> {
  const toValue = (_: string, value: unknown) =>
    typeof value === 'string' ? change(value) : (value ?? undefined);
  yield `{\n  "format": "${fixtureFormat}",\n  "version": ${fixtureVersion},\n  "tables": {`;
  let afterTable = '\n';
  for (const [name, rows] of tables) {
    yield `${afterTable}    ${JSON.stringify(name)}: [`;
    let afterRow = '\n';
    for (const row of rows) {
      yield `${afterRow}      ${JSON.stringify(row, toValue)}`;
      afterRow = ',\n';
    }
    yield afterRow === '\n' ? ']' : '\n    ]';
    afterTable = ',\n';
  }
  yield '\n  }\n}\n';
}
