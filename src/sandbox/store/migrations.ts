import { closeSync, fsyncSync, openSync } from 'node:fs';
import { removeFile } from '../../disk/replace-file.ts';
import { LocalStateError } from '../../errors.ts';
import { connect, type SqliteConnection } from './driver.ts';
import { schema } from './schema.ts';

/** One step for each version, each in its own transaction. Released steps are never edited. */
export type Migrations = readonly string[];
export const migrations: Migrations = [schema];

/** "docs" in ASCII. It marks a file as the sandbox's own. */
export const applicationId = 0x646f6373;

/** Throws `LocalStateError` for a file that needs a later version of this program. */
export function assertKnownVersion(version: number, file: string, { length }: Migrations): void {
  if (version <= length) return;
  throw new LocalStateError(`${file} was made by a newer version of docs-admin`, {
    hint: { code: 'update-or-choose-file', data: { path: file } },
  });
}

/**
 * Brings the file to the present version. Keeps a copy of an older file, `<file>.backup`, until every step has
 * succeeded. If several processes open it, one migrates and the others wait.
 */
export function migrate(db: SqliteConnection, file: string, steps: Migrations): void {
  const isNew = versionOf(db) === 0;
  let backup: string | undefined;
  for (let at = versionOf(db); at < steps.length; at = versionOf(db)) {
    db.exec('BEGIN IMMEDIATE');
    try {
      if (versionOf(db) === at) {
        if (!isNew) backup ??= backUp(file);
        applyMigration(db, at, steps);
      }
      db.exec('COMMIT');
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK');
      throw error;
    }
  }
  assertKnownVersion(versionOf(db), file, steps);
  if (backup !== undefined) removeFile(backup);
}

/** Migrates the tables from version `at` to the next one, inside the caller's transaction. */
export function applyMigration(db: SqliteConnection, at: number, steps: Migrations): void {
  db.exec(steps[at] as string);
  db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${at + 1}`);
}

function versionOf(db: SqliteConnection): number {
  return (db.prepare('PRAGMA user_version').all() as [{ user_version: number }])[0].user_version;
}

/**
 * Copies the committed state through another connection, because the migrating one locks the file against other
 * writers. Reading the file directly would release that lock, which belongs to the process.
 */
function backUp(file: string): string {
  const backup = `${file}.backup`;
  removeFile(backup);
  const descriptor = openSync(backup, 'wx', 0o600);
  const source = connect(file);
  try {
    source.prepare('VACUUM INTO ?').run([backup]);
    fsyncSync(descriptor);
  } finally {
    source.close();
    closeSync(descriptor);
  }
  return backup;
}
