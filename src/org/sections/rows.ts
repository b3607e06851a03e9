/** One row of a table of the sandbox. Columns that are `undefined` or null are left out of a fixture. */
export type FixtureRow = Readonly<Record<string, string | number | null | undefined>>;

/** Rows by the name of their table. They may be read several times. */
export type Tables = Readonly<Record<string, Iterable<FixtureRow>>>;

/** Makes rows anew each time they are read: rows of a large organization need more memory than what they are made of. */
export function madeAnew(rows: () => Iterator<FixtureRow>): Iterable<FixtureRow> {
  return { [Symbol.iterator]: rows };
}

/** The moment of what the service gives no time. */
export const unknownTime = '1970-01-01T00:00:00.000Z';

/** A value as a column that holds JSON. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}

/** A value as a column of a text: icons and conditions may be objects in other versions of the service. */
export function textColumn(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** How the sandbox keeps a default level: null is no access, and an absent one inherits. */
export function storedLevel(level: string | null | undefined): string | undefined {
  if (level === null) return 'none';
  return level === 'inherit' ? undefined : level;
}
