import { chmodSync, closeSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '../../disk/folders.ts';
import { LocalStateError } from '../../errors.ts';
import { applicationId, assertKnownVersion, type Migrations } from './migrations.ts';

/** Makes a missing file (0600, in folders of 0700). */
export function createPrivately(file: string): void {
  makeFolders(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
}

/**
 * Throws `LocalStateError` for a file that is not the sandbox's or is newer than this program. Reads the header without
 * SQLite, which would change the journal of a foreign file.
 */
export function assertOwnFile(file: string, migrations: Migrations): void {
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
      hint: { code: 'choose-file', data: { path: file } },
    });
  }
  assertKnownVersion(header.readUInt32BE(60), file, migrations);
  chmodSync(file, 0o600);
}

/** Runs `work` on the file. Turns errors of the disk or the driver into a `LocalStateError` that names it. */
export function usingFile<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    // Our own errors have no code.
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new LocalStateError(`cannot use the sandbox's file ${file}: ${error.message}`, {
      hint: { code: 'choose-or-move-file', data: { path: file } },
      cause: error,
    });
  }
}
