import Database from 'libsql';

type Values = readonly (string | number | null)[];

/** A prepared statement. Rows are objects, and blobs bytes. */
export interface SqliteStatement {
  columns(): readonly { readonly name: string }[];
  all(values?: Values): unknown[];
  get(values?: Values): unknown;
  run(values?: Values): { readonly changes: number };
}

/** What the sandbox uses of the driver of its database. The single executable has a driver of its own (`driver.cjs`). */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** Opens a file of SQLite, or `:memory:`. Throws the errors of the driver, with the `code` of SQLite. */
export const connect = (path: string): SqliteConnection => new Database(path) as SqliteConnection;
