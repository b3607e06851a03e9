import { notFound } from '../problem.ts';
import type { Store, StoredRow, StoredValue } from './store.ts';

/** A part of a WHERE clause with its values; `undefined` or `false` for a filter that is not used. */
export type Condition = readonly [sql: string, ...values: StoredValue[]] | false | undefined;

/** How rows are listed. This program writes all of it; only values come from requests. */
export interface RowList<Row> {
  /** The columns of a row. */
  readonly select: string;
  /** The table with the name that its columns have, `teams AS t`, and the joins that conditions and the order need. */
  readonly from: string;
  /** Joins that only `select` needs. Each finds exactly one row, so that counting works without them. */
  readonly join?: string;
  /** The columns that order a list. Together they are unique, and none is null. */
  readonly order: readonly string[];
  readonly descending?: boolean;
  /** For the type alone. */
  readonly row?: Row;
}

/** How the rows of a kind of things are found and listed. */
export interface TableSource<Row> extends RowList<Row> {
  /** What an error calls one of them: `team`. */
  readonly called: string;
}

/** Returns all rows with these values in their columns, in order. */
export function allRows<Row>(store: Store, source: TableSource<Row>, where: StoredRow): Row[] {
  const [sql, values] = conditionOf(where);
  const { select, from, join = '', order } = source;
  return store.all<Row>(
    `SELECT ${select} FROM ${from} ${join} WHERE ${sql} ORDER BY ${order.join(', ')}`,
    ...values,
  );
}

/** Returns the row with these values in its columns. Throws 404, which names the last value, if there is none. */
export function findRow<Row>(store: Store, source: TableSource<Row>, where: StoredRow): Row {
  const [sql, values] = conditionOf(where);
  const { called, select, from, join = '' } = source;
  const row = store.get<Row>(`SELECT ${select} FROM ${from} ${join} WHERE ${sql}`, ...values);
  if (!row) throw notFound(called, String(values.at(-1)));
  return row;
}

/** Deletes the row with these values in its columns. Throws 404 as {@link findRow} does. */
export function removeRow(store: Store, { called, from }: TableSource<unknown>, where: StoredRow): undefined {
  const [sql, values] = conditionOf(where);
  const removed = store.run(`DELETE FROM ${from} WHERE ${sql}`, ...values);
  if (removed === 0) throw notFound(called, String(values.at(-1)));
}

function conditionOf(where: StoredRow): [sql: string, values: StoredValue[]] {
  const sql = Object.keys(where).map((column) => `${column} = ?`);
  return [sql.join(' AND '), Object.values(where) as StoredValue[]];
}
