import { chmodSync, closeSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'libsql';
import { LocalStateError } from '../cli/errors.ts';
import { schema } from './schema.ts';

export type Value = string | number | boolean | null;

/** Columns by name. */
export type Row = Readonly<Record<string, Value | undefined>>;

/** The sandbox's state: one SQLite file, shared by several processes. Values reach SQL as bound parameters only. */
export interface Store {
  /** Every row. Booleans come back as 0 and 1. */
  all<Row>(sql: string, ...values: readonly Value[]): Row[];
  /** The first row, `undefined` where there is none. */
  get<Row>(sql: string, ...values: readonly Value[]): Row | undefined;
  /** Changes rows and returns how many. */
  run(sql: string, ...values: readonly Value[]): number;
  /** Adds a row; an absent or `undefined` column keeps its default. Names are the program's own, never a request's. */
  insert(table: string, row: Row): void;
  /** Changes the rows that equal `where`; an `undefined` column stays as it is, as in a PATCH. */
  update(table: string, where: Row, changes: Row): void;
  /** A fresh readable id: `site_1`, `site_2`, ... */
  nextId(prefix: string): string;
  /** Runs `work` in a transaction that sees one state throughout; it is undone where `work` throws. */
  transaction<T>(kind: 'read' | 'write', work: () => T): T;
  /** Drops everything and fills the file anew; other processes see the old data or the new. */
  refill(fill: () => void): void;
  close(): void;
}

/** "docs" in ASCII: what marks a file as the sandbox's own. */
const applicationId = 0x646f6373;
const memory = ':memory:';
/** How long a request waits for another process's transaction, in milliseconds. */
const busyTimeout = 20_000;
/** One step a version, each in a transaction of its own. Steps that were released are never edited. */
const migrations: readonly string[] = [schema];

/**
 * Opens the file, making it (0600, in folders of 0700) where it is missing and bringing it to the present version.
 * Throws `LocalStateError` for a file that is not the sandbox's, is newer than this program, or cannot be used;
 * such a file is not touched.
 */
export function openStore(path: string): Store {
  const file = path === memory ? memory : resolve(path);
  try {
    if (file !== memory) {
      createPrivately(file);
      assertOwnFile(file);
    }
    const db = new Database(file);
    try {
      configure(db);
      const store = wrap(db);
      migrate(db, store, file);
      return store;
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`cannot use the sandbox's file ${file}: ${reason(error)}`, {
      hint: 'name another file with --data or DOCS_ADMIN_SANDBOX_DATA, or move it away',
      cause: error,
    });
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function createPrivately(file: string): void {
  const made = mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (made !== undefined) chmodSync(dirname(file), 0o700);
  closeSync(openSync(file, 'a', 0o600));
}

/** Looks into the header without SQLite, which would already change a foreign file's journal. */
function assertOwnFile(file: string): void {
  const header = Buffer.alloc(100);
  const descriptor = openSync(file, 'r');
  try {
    if (readSync(descriptor, header, 0, header.length, 0) === 0) return;
  } finally {
    closeSync(descriptor);
  }
  const isSqlite = header.toString('latin1', 0, 16) === 'SQLite format 3\0';
  if (!isSqlite || header.readUInt32BE(68) !== applicationId) {
    throw new LocalStateError(`${file} is not a file of the sandbox`, {
      hint: 'name another one with --data or DOCS_ADMIN_SANDBOX_DATA',
    });
  }
  assertKnownVersion(header.readUInt32BE(60), file);
  chmodSync(file, 0o600);
}

function assertKnownVersion(version: number, file: string): void {
  if (version <= migrations.length) return;
  throw new LocalStateError(`${file} was made by a newer version of docs-admin`, {
    hint: 'update docs-admin, or name another file with --data',
  });
}

function configure(db: Database.Database): void {
  // A rollback journal, not WAL: the driver's SQLite has the WAL-reset defect (3.7.0 to 3.51.2).
  db.exec(
    `PRAGMA busy_timeout = ${busyTimeout}; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;
     PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536`,
  );
}

function migrate(db: Database.Database, store: Store, file: string): void {
  const version = () => store.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  for (let at = version(); at < migrations.length; at = version()) {
    store.transaction('write', () => {
      if (version() !== at) return; // another process was faster
      applyMigration(db, at);
    });
  }
  assertKnownVersion(version(), file);
}

function applyMigration(db: Database.Database, at: number): void {
  db.exec(migrations[at] as string);
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${at + 1}`);
}

function wrap(db: Database.Database): Store {
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  const store: Store = {
    // Not the driver's `get()`, which adds a property of its own to the row.
    all: <Row>(sql: string, ...values: readonly Value[]) => prepare(sql).all(bound(values)) as Row[],
    get: <Row>(sql: string, ...values: readonly Value[]) => store.all<Row>(sql, ...values)[0],
    run: (sql, ...values) => prepare(sql).run(bound(values)).changes,
    insert(table, row) {
      const columns = given(row);
      const names = columns.map(([name]) => name).join(', ');
      const slots = columns.map(() => '?').join(', ');
      store.run(`INSERT INTO ${table} (${names}) VALUES (${slots})`, ...columns.map(([, value]) => value));
    },
    update(table, where, changes) {
      const columns = given(changes);
      if (columns.length === 0) return;
      const keys = given(where);
      store.run(
        `UPDATE ${table} SET ${columns.map(([name]) => `${name} = ?`).join(', ')}
         WHERE ${keys.map(([name]) => `${name} = ?`).join(' AND ')}`,
        ...columns.map(([, value]) => value),
        ...keys.map(([, value]) => value),
      );
    },
    nextId(prefix) {
      const counter = store.get<{ value: number }>(
        `INSERT INTO counters (prefix, value) VALUES (?, 1)
         ON CONFLICT (prefix) DO UPDATE SET value = value + 1 RETURNING value`,
        prefix,
      );
      return `${prefix}_${counter?.value}`;
    },
    transaction(kind, work) {
      db.exec(kind === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        if (db.inTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
    refill(fill) {
      // Tables go in any order; the pragma has no effect inside a transaction.
      db.exec('PRAGMA foreign_keys = OFF');
      try {
        store.transaction('write', () => {
          const tables = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
          for (const { name } of store.all<{ name: string }>(tables)) db.exec(`DROP TABLE "${name}"`);
          for (const at of migrations.keys()) applyMigration(db, at);
          fill();
        });
      } finally {
        db.exec('PRAGMA foreign_keys = ON');
      }
    },
    close: () => db.close(),
  };
  return store;
}

function given(row: Row): [string, Value][] {
  return Object.entries(row).filter((column): column is [string, Value] => column[1] !== undefined);
}

/** The driver ends the process on a boolean and takes `undefined` for null. */
function bound(values: readonly Value[]): (string | number | null)[] {
  return values.map((value) => {
    if (value === undefined) throw new TypeError('a value for SQL is undefined');
    return typeof value === 'boolean' ? Number(value) : value;
  });
}
