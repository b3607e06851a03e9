/** The format of the files that fill a sandbox, and its version. */
export const fixtureFormat = 'docs-admin-sandbox';
export const fixtureVersion = 1;

/**
 * Returns the text of a fixture: one row a line. Columns that are null or `undefined` are left out. `change`, if
 * given, changes each text.
 */
export function fixtureText(
  tables: Iterable<readonly [string, Iterable<object>]>,
  change = (text: string) => text,
): string {
  const toValue = (_: string, value: unknown) =>
    typeof value === 'string' ? change(value) : (value ?? undefined);
  // One list of short texts: a text for each table would be held twice.
  const texts = [`{\n  "format": "${fixtureFormat}",\n  "version": ${fixtureVersion},\n  "tables": {`];
  let afterTable = '\n';
  for (const [name, rows] of tables) {
    texts.push(afterTable, `    ${JSON.stringify(name)}: [`);
    let afterRow = '\n';
    for (const row of rows) {
      texts.push(afterRow, '      ', JSON.stringify(row, toValue));
      afterRow = ',\n';
    }
    texts.push(afterRow === '\n' ? ']' : '\n    ]');
    afterTable = ',\n';
  }
  texts.push('\n  }\n}\n');
  return texts.join('');
}
