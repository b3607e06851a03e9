import { chmodSync, closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorReason } from '../../disk/errno.ts';
import { makeFolders } from '../../disk/folders.ts';
import { LocalStateError } from '../../errors.ts';
import { applicationId, assertKnownVersion, type Migrations } from './migrations.ts';

/**
 * Makes a missing file (0600, in folders of 0700). Throws `LocalStateError` for a folder, a device, or a pipe, which would
 * wait for its other end.
 */
export function createPrivately(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() === false) throw notOurs(file);
  makeFolders(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
  if (stats === undefined) chmodSync(file, 0o600);
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
  if (!isSqlite || header.readUInt32BE(68) !== applicationId) throw notOurs(file);
  assertKnownVersion(header.readUInt32BE(60), file, migrations);
  chmodSync(file, 0o600);
}

function notOurs(file: string): LocalStateError {
  return new LocalStateError(`${file} is not a file of the sandbox`, {
    hint: { code: 'choose-file', data: { path: file } },
  });
}

/** Runs `work` on the file. Turns errors of the disk or the driver into a `LocalStateError` that names it. */
export function usingFile<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !isOfDisk(error)) throw error;
    const reason = 'errno' in error ? errorReason(error) : error.message;
    throw new LocalStateError(`cannot use the sandbox's file ${file}: ${reason}`, {
      hint: { code: 'choose-or-move-file', data: { path: file } },
      cause: error,
    });
  }
}

/** Our own errors have no code. Errors of the system have none either where the driver opens a file: their text tells them. */
function isOfDisk(error: Error): boolean {
  return 'code' in error || /\(os error \d+\)$/.test(error.message);
}
