// The database of the sandbox in the single executable: the SQLite of Node, with the functions of `libsql` that the
// sandbox uses. So no native library must be written to the disk and loaded from there.
const { DatabaseSync } = require('node:sqlite');

/** @typedef {import('../../sandbox/store/driver.ts').SqliteConnection} SqliteConnection */
/** @typedef {readonly (string | number | null)[]} Values */

/** @type {Record<number, string>} The errors that the sandbox tells apart. */
const names = {
  5: 'SQLITE_BUSY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  26: 'SQLITE_NOTADB',
};

/**
 * Returns the result of `action`. Throws its errors with the code that `libsql` gives them.
 *
 * @template Result
 * @param {() => Result} action
 */
function named(action) {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The lowest byte is the kind of an error, the rest the details.
    const name = 'errcode' in error ? names[Number(error.errcode) & 0xff] : undefined;
    throw name ? Object.assign(error, { code: name }) : error;
  }
}

/** @implements {SqliteConnection} */
class Database {
  #db;

  /** @param {string} path */
  constructor(path) {
    this.#db = named(() => new DatabaseSync(path));
  }

  get inTransaction() {
    return this.#db.isTransaction;
  }

  /** @param {string} sql */
  exec(sql) {
    named(() => this.#db.exec(sql));
  }

  /** @param {string} sql */
  prepare(sql) {
    const statement = named(() => this.#db.prepare(sql));
    return {
      columns: () => statement.columns(),
      /** @param {Values} [values] */
      all: (values = []) => named(() => statement.all(...values)),
      /** @param {Values} [values] */
      get: (values = []) => named(() => statement.get(...values)),
      /** @param {Values} [values] */
      run: (values = []) => named(() => statement.run(...values)),
    };
  }

  close() {
    this.#db.close();
  }
}

module.exports = Database;
