import type { Tables } from './sandbox-state.ts';

/** A value of a state: a column of a row. That a row is there is a value, too. */
export interface Cell {
  readonly table: string;
  /** What tells the row from others of its table. */
  readonly key: string;
  readonly column: string;
  readonly value: unknown;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Columns that are no part of what a row without an id is about. */
const values =
  /role|level|value|sso|disabled|resolved|position|_state$|instructions|schema|repo|url|provider/;

/** The content of a space, which each of its revisions has. */
const inRevisions = /^(pages|files|reusable_contents)$/;

/** The column that says that a row is there. */
const presence = '(row)';

/** Returns all values of a state, by a text that is the same for the same value in another state. */
export function cellsOf(state: Tables): ReadonlyMap<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const [table, rows] of Object.entries(state)) {
    for (const row of rows) {
      const about = Object.entries(row).filter(([name]) => !values.test(name));
      const id = inRevisions.test(table) ? `${row.revision}/${row.id}` : (row.id ?? row.name);
      const key = String(id ?? about.map(([, value]) => value).join('/'));
      for (const [column, value] of [...Object.entries(row), [presence, true] as const])
        cells.set(`${table} ${key} ${column}`, { table, key, column, value, row });
    }
  }
  return cells;
}

/** A value that is not the same in two states. */
export interface Difference {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The row before, else the one after. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Returns in what two states differ, by the texts of their cells. A row that is gone or new counts once. */
export function differencesOf(before: Tables, after: Tables): ReadonlyMap<string, Difference> {
  const changed = (state: Tables, other: Tables) =>
    Object.fromEntries(Object.entries(state).filter(([table, rows]) => rows !== other[table]));
  const [was, is] = [cellsOf(changed(before, after)), cellsOf(changed(after, before))];
  const found = new Map<string, Difference>();
  for (const [name, { table, key, column, row }] of new Map([...is, ...was])) {
    const [one, other] = [was.get(name)?.value, is.get(name)?.value];
    const rowCell = `${table} ${key} ${presence}`;
    if (one === other || (column !== presence && was.has(rowCell) !== is.has(rowCell))) continue;
    found.set(name, { table, key, column, before: one, after: other, row });
  }
  return found;
}

export function differenceText({ table, key, column, before, after }: Difference): string {
  return `${table} ${key} ${column}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`;
}
