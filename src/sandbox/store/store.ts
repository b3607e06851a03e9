import { resolve } from 'node:path';
import Database from 'libsql';
import { LocalStateError } from '../../errors.ts';
import { applyMigration, type Migrations, migrate, migrations } from './migrations.ts';
import { assertOwnFile, createPrivately, usingFile } from './store-file.ts';

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
  /**
   * Returns what `compute` made for this key, until any process changes any data. Only for use in a transaction; what it
   * returns must not be changed.
   */
  remembered<T>(key: string, compute: () => T): T;
  /** A fresh readable id: `site_1`, `site_2`, ... */
  nextId(prefix: string): string;
  /** Runs `work` in a transaction that sees one state throughout; it is undone where `work` throws. */
  transaction<T>(kind: 'read' | 'write', work: () => T): T;
  /** Drops everything and fills the file anew; other processes see the old data or the new. */
  refill(fill: () => void): void;
  close(): void;
}

const memory = ':memory:';
/** How long a request waits for another process's transaction, in milliseconds. */
const busyTimeout = 20_000;
/** The first with STRICT tables and with the JSON functions built in. */
const oldestSqlite = '3.38';

/**
 * Opens the file, making it (0600, in folders of 0700) where it is missing and bringing it to the present version.
 * Throws `LocalStateError` for a file that is not the sandbox's, is newer than this program, or cannot be used;
 * such a file is not touched.
 */
export function openStore(path: string, steps: Migrations = migrations): Store {
  const file = path === memory ? memory : resolve(path);
  return usingFile(file, () => {
    if (file !== memory) {
      createPrivately(file);
      assertOwnFile(file, steps);
    }
    const db = new Database(file);
    try {
      configure(db);
      migrate(db, file, steps);
      return wrap(db, steps);
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

function configure(db: Database.Database): void {
  const [{ version }] = db.prepare('SELECT sqlite_version() AS version').all() as [{ version: string }];
  assertSqliteVersion(version);
  // A rollback journal, not WAL: the driver's SQLite has the WAL-reset defect (3.7.0 to 3.51.2).
  db.exec(
    `PRAGMA busy_timeout = ${busyTimeout}; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;
     PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536`,
  );
}

/** Throws for an SQLite that cannot do what the sandbox needs: another driver than the package's own was installed. */
export function assertSqliteVersion(version: string): void {
  // Not `localeCompare`, which takes half as long as Node itself to start.
  if (comparable(version) >= comparable(oldestSqlite)) return;
  throw new LocalStateError(`the sandbox needs SQLite ${oldestSqlite} or later; this one is ${version}`, {
    hint: { code: 'reinstall', data: {} },
  });
}

function comparable(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
}

function wrap(db: Database.Database, steps: Migrations): Store {
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  let remembered = { state: '', values: new Map<string, unknown>() };
  const stateOfData = () => {
    const [own] = prepare('SELECT total_changes() AS changes').all() as [{ changes: number }];
    const [others] = prepare('PRAGMA data_version').all() as [{ data_version: number }];
    return `${own.changes} ${others.data_version}`;
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
    remembered<T>(key: string, compute: () => T): T {
      const state = stateOfData();
      if (remembered.state !== state) remembered = { state, values: new Map() };
      if (!remembered.values.has(key)) remembered.values.set(key, compute());
      return remembered.values.get(key) as T;
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
        // The count of changes does not go back with them.
        remembered = { state: '', values: new Map() };
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
          for (const at of steps.keys()) applyMigration(db, at, steps);
          fill();
        });
      } finally {
        db.exec('PRAGMA foreign_keys = ON');
      }
      shrink(db);
    },
    close: () => db.close(),
  };
  return store;
}

/** Gives back to the disk what a much larger state has left. The data is safe either way, so nothing fails for it. */
function shrink(db: Database.Database): void {
  const [{ free, pages }] = db
    .prepare(
      'SELECT freelist_count AS free, page_count AS pages FROM pragma_freelist_count, pragma_page_count',
    )
    .all() as [{ free: number; pages: number }];
  if (free < pages / 2) return;
  try {
    db.exec('VACUUM');
  } catch {
    // Another process is reading, or the disk is full.
  }
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
