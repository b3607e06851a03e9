import { resolve } from 'node:path';
import type { RuleSet } from '../../domain/access/rule-sets.ts';
import { LocalStateError } from '../../errors.ts';
import { kept } from '../../text/kept.ts';
import { connect, type SqliteConnection, type SqliteStatement } from './driver.ts';
import { applyMigration, type Migrations, migrate, migrations } from './migrations.ts';
import { assertSandboxFile, createPrivately, readingFile, unusableFile, usingFile } from './store-file.ts';

export type StoredValue = string | number | boolean | null;

export type StoredRow = Readonly<Record<string, StoredValue | undefined>>;

/** The sandbox's state: one SQLite file for several processes. Values reach SQL only as bound parameters. */
export interface Store {
  /** The rules of access in this process; `undefined` for those of the data. */
  readonly accessRules: RuleSet | undefined;
  /** Whether a change has only the consequences that the reference of the service states. */
  readonly onlyStated: boolean;
  /** Returns every row. Booleans become 0 and 1. */
  all<Row>(sql: string, ...values: readonly StoredValue[]): Row[];
  /** Returns the first row; `undefined` if there is none. */
  get<Row>(sql: string, ...values: readonly StoredValue[]): Row | undefined;
  /** Changes rows and returns their number. */
  run(sql: string, ...values: readonly StoredValue[]): number;
  /** Adds a row; an absent or `undefined` column keeps its default. The program chooses the names, never a request. */
  insert(table: string, row: StoredRow): void;
  /**
   * Adds rows that all have the same columns, in the same order: one statement for all of them is faster than one for
   * each. If one does not fit, it throws the error of the driver and adds none of them.
   */
  insertAll(table: string, rows: readonly StoredRow[]): void;
  /** Changes the rows that equal `where`; an `undefined` column does not change, as in a PATCH. */
  update(table: string, where: StoredRow, changes: StoredRow): void;
  /**
   * Returns the result of `compute` for this key, and keeps it until any process changes any data. Only for use in a
   * transaction. The result must not be changed.
   */
  remembered<T>(key: string, compute: () => T): T;
  /** Returns a new readable id: `site_1`, `site_2`, ... */
  nextId(prefix: string): string;
  /** Runs `work` in a transaction that sees one state of the data. It is rolled back if `work` throws. */
  transaction<T>(kind: 'read' | 'write', work: () => T): T;
  /**
   * Drops everything and fills the file again; other processes see the old data or the new. @param isNew Whether the tables are
   * empty, and no other process knows the file.
   */
  refill(fill: () => void, isNew?: boolean): void;
  /**
   * Throws `LocalStateError` if an unexpected error comes from a damaged file: a number in place of a text, broken JSON. Reads
   * the whole file.
   */
  assertSound(error: unknown): void;
  /** Writes the present state into a missing or empty file. */
  copyTo(path: string): void;
  close(): void;
}

export interface StoreOptions {
  readonly steps?: Migrations;
  /** Whether the file is for this process alone, and is deleted with it: nothing needs to survive a crash. */
  readonly isTemporary?: boolean;
  readonly accessRules?: RuleSet | undefined;
  /** For tests: no one may count on what only the sandbox does. */
  readonly onlyStated?: boolean;
}

const memory = ':memory:';
/** Faster, and without a second file. */
const temporarily =
  'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16384';
/** Milliseconds for which a request waits for another process's transaction. */
const busyTimeout = 20_000;
/** The first version with STRICT tables and with the JSON functions built in. */
const oldestSqlite = '3.38';

/**
 * Opens the file. Makes a missing one (0600, in folders of 0700) and brings an older one to the present version. Throws
 * `LocalStateError` for a file that is not the sandbox's, is newer than this program, or cannot be used; such a file
 * does not change.
 */
export function openStore(
  path: string,
  { steps = migrations, isTemporary = false, accessRules, onlyStated = false }: StoreOptions = {},
): Store {
  const file = path === memory ? memory : resolve(path);
  return usingFile(file, () => {
    if (file !== memory) {
      createPrivately(file);
      assertSandboxFile(file, steps);
    }
    const db = connect(file);
    try {
      configure(db);
      if (isTemporary) db.exec(temporarily);
      migrate(db, file, steps);
      return wrap(db, file, { steps, accessRules, onlyStated });
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

function configure(db: SqliteConnection): void {
  const [{ version }] = db.prepare('SELECT sqlite_version() AS version').all() as [{ version: string }];
  assertSqliteVersion(version);
  // A rollback journal, not WAL: the driver's SQLite has the WAL-reset defect (3.7.0 to 3.51.2).
  db.exec(
    `PRAGMA busy_timeout = ${busyTimeout}; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;
     PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536`,
  );
}

/**
 * Throws for an SQLite that lacks what the sandbox needs: the user has installed another driver than the package's own.
 */
export function assertSqliteVersion(version: string): void {
  // Without `localeCompare`, which takes half as long as starting Node.
  if (comparable(version) >= comparable(oldestSqlite)) return;
  throw new LocalStateError(`the sandbox needs SQLite ${oldestSqlite} or later; this one is ${version}`, {
    hint: { code: 'reinstall', data: {} },
  });
}

function comparable(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
}

/** A statement, and the columns of its rows if it returns all of them as one text. */
interface Prepared {
  readonly statement: SqliteStatement;
  readonly columns?: readonly string[];
}

/** The columns of queries: every store has the same tables. */
const columnsOf = new Map<string, readonly string[]>();

/**
 * Prepares a query so that all rows come as one JSON text, in bytes: the driver ends the process on a text that is not UTF-8,
 * and is no faster.
 */
function prepareQuery(db: SqliteConnection, sql: string): Prepared {
  const columns = kept(columnsOf, sql, () =>
    db
      .prepare(sql)
      .columns()
      .map(({ name }) => name),
  );
  const names = columns.map((_, at) => `c${at}`).join(', ');
  // Materialized: what a function of JSON has made would be a part of the JSON, not a text in it.
  const query = `WITH read (${names}) AS MATERIALIZED (${sql})
    SELECT CAST(json_group_array(json_array(${names})) AS BLOB) AS rows FROM read`;
  return { statement: db.prepare(query), columns };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function rowsIn(bytes: Uint8Array, columns: readonly string[]): StoredRow[] {
  const rows: StoredValue[][] = JSON.parse(utf8.decode(bytes));
  return rows.map((values) => {
    const row: Record<string, StoredValue | undefined> = {};
    for (const [at, name] of columns.entries()) row[name] = values[at];
    return row;
  });
}

function wrap(
  db: SqliteConnection,
  file: string,
  {
    steps,
    accessRules,
    onlyStated,
  }: Pick<Store, 'accessRules' | 'onlyStated'> & { readonly steps: Migrations },
): Store {
  const statements = new Map<string, Prepared>();
  const prepared = (sql: string): Prepared => {
    const known = statements.get(sql);
    if (known) return known;
    const made = /^\s*(?:SELECT|WITH)\b/.test(sql) ? prepareQuery(db, sql) : { statement: db.prepare(sql) };
    statements.set(sql, made);
    return made;
  };
  const query = (sql: string, values: readonly StoredValue[]): StoredRow[] => {
    const { statement, columns } = prepared(sql);
    // The driver's `get()` is faster, but it adds a property of its own to the row.
    if (columns) return rowsIn((statement.get(bound(values)) as { rows: Uint8Array }).rows, columns);
    return statement.all(bound(values)) as StoredRow[];
  };

  let remembered = { state: '', values: new Map<string, unknown>() };
  const stateOfData = () => {
    const own = store.get<{ changes: number }>('SELECT total_changes() AS changes');
    const others = store.get<{ data_version: number }>('PRAGMA data_version');
    return `${own?.changes} ${others?.data_version}`;
  };

  const store: Store = {
    accessRules,
    onlyStated,
    all: <Row>(sql: string, ...values: readonly StoredValue[]) =>
      readingFile(file, () => query(sql, values)) as Row[],
    get: <Row>(sql: string, ...values: readonly StoredValue[]) => store.all<Row>(sql, ...values)[0],
    run: (sql, ...values) => readingFile(file, () => prepared(sql).statement.run(bound(values)).changes),
    insert(table, row) {
      const columns = given(row);
      const names = columns.map(([name]) => name).join(', ');
      const slots = columns.map(() => '?').join(', ');
      store.run(`INSERT INTO ${table} (${names}) VALUES (${slots})`, ...columns.map(([, value]) => value));
    },
    insertAll(table, rows) {
      const names = Object.keys(rows[0] ?? {});
      const values = names.map((name) => `value ->> '${name}'`).join(', ');
      store.run(
        `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values} FROM json_each(?)`,
        JSON.stringify(rows),
      );
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
      readingFile(file, () => db.exec(kind === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN'));
      try {
        const result = work();
        readingFile(file, () => db.exec('COMMIT'));
        return result;
      } catch (error) {
        if (db.inTransaction) db.exec('ROLLBACK');
        // A rollback does not reset the count of changes.
        remembered = { state: '', values: new Map() };
        throw error;
      }
    },
    refill(fill, isNew = false) {
      // Tables go in any order; the pragma has no effect inside a transaction.
      db.exec('PRAGMA foreign_keys = OFF');
      try {
        store.transaction('write', () => {
          if (!isNew) {
            const tables = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
            for (const { name } of store.all<{ name: string }>(tables)) db.exec(`DROP TABLE "${name}"`);
            for (const at of steps.keys()) applyMigration(db, at, steps);
          }
          // Indexes are made faster from all rows than with each row.
          const indexes = `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`;
          const later = store.all<{ name: string; sql: string }>(indexes);
          for (const { name } of later) db.exec(`DROP INDEX "${name}"`);
          fill();
          for (const { sql } of later) db.exec(sql);
        });
      } finally {
        db.exec('PRAGMA foreign_keys = ON');
      }
      shrink(db);
    },
    assertSound(error) {
      if (error instanceof SyntaxError) throw unusableFile(file, 'a JSON text in it is broken', error);
      const found = store.get<{ problem: string }>(
        'SELECT integrity_check AS problem FROM pragma_integrity_check(1)',
      );
      if (found && found.problem !== 'ok') throw unusableFile(file, found.problem, error);
      if (schemaOf(db) !== schemaOfSteps(steps))
        throw unusableFile(file, 'its tables are not those that were made', error);
    },
    copyTo: (path) => void store.run('VACUUM INTO ?', path),
    close() {
      // The driver keeps the file open as long as a statement is there.
      statements.clear();
      db.close();
    },
  };
  return store;
}

/** Returns the statements that made the tables and indexes, as one text. */
function schemaOf(db: SqliteConnection): string {
  const made = `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name`;
  return JSON.stringify(db.prepare(made).all());
}

function schemaOfSteps(steps: Migrations): string {
  const db = connect(':memory:');
  try {
    for (const at of steps.keys()) applyMigration(db, at, steps);
    return schemaOf(db);
  } finally {
    db.close();
  }
}

/** Gives disk space back after a much larger state. Errors are ignored, because the data is safe either way. */
function shrink(db: SqliteConnection): void {
  const [{ free, pages }] = db
    .prepare(
      'SELECT freelist_count AS free, page_count AS pages FROM pragma_freelist_count, pragma_page_count',
    )
    .all() as [{ free: number; pages: number }];
  if (free < pages / 2) return;
  try {
    db.exec('VACUUM');
  } catch {
    // Another process is reading, or the disk is full: the space is given back another time.
  }
}

function given(row: StoredRow): [string, StoredValue][] {
  return Object.entries(row).filter((column): column is [string, StoredValue] => column[1] !== undefined);
}

/** Converts values for the driver, which ends the process on a boolean and reads `undefined` as null. */
function bound(values: readonly StoredValue[]): (string | number | null)[] {
  return values.map((value) => {
    if (value === undefined) throw new TypeError('a value for SQL is undefined');
    return typeof value === 'boolean' ? Number(value) : value;
  });
}
