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
  const parts: string[] = [];
  for (const [name, rows] of tables) {
    const lines: string[] = [];
    for (const row of rows) lines.push(`      ${JSON.stringify(row, toValue)}`);
    const text = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n    ]`;
    parts.push(`    ${JSON.stringify(name)}: ${text}`);
  }
  return `{\n  "format": "${fixtureFormat}",\n  "version": ${fixtureVersion},\n  "tables": {\n${parts.join(',\n')}\n  }\n}\n`;
}
