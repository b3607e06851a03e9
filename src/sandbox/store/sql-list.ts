import type { StoredValue } from './store.ts';

/** A part of a WHERE clause with its values; `undefined` or `false` for a filter that is not used. */
export type Condition = readonly [sql: string, ...values: StoredValue[]] | false | undefined;

/** A list as SQL. This program writes all of it; only values come from requests. */
export interface SqlList {
  /** The columns of a row. */
  readonly select: string;
  /** The table, with the joins that `where` and `order` need. */
  readonly from: string;
  /** Joins that only `select` needs. Each finds exactly one row, so that counting works without them. */
  readonly join?: string;
  readonly where: readonly Condition[];
  /** The columns that order the list. Together they are unique, and none is null. */
  readonly order: readonly string[];
  readonly descending?: boolean;
}
