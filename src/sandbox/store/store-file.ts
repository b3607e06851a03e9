import { chmodSync, closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode, errorReason } from '../../disk/errno.ts';
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
export function assertSandboxFile(file: string, migrations: Migrations): void {
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
    throw unusableFile(file, 'errno' in error ? errorReason(error) : error.message, error);
  }
}

/** The driver's errors of a file that is damaged or cannot be used; the others are of one request. */
const fileErrors = /^SQLITE_(?:CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY|PERM)/;

/** Reads or writes rows. Turns errors of the whole file into a `LocalStateError` that names it. */
export function readingFile<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const problem = error instanceof Error ? fileProblem(error) : undefined;
    throw problem === undefined ? error : unusableFile(file, problem, error);
  }
}

/** Our tables hold texts and numbers, and all texts are UTF-8. */
function fileProblem(error: Error): string | undefined {
  const code = errorCode(error) ?? '';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'a text in it is not UTF-8';
  return fileErrors.test(code) || error.message === 'JSON cannot hold BLOB values'
    ? error.message
    : undefined;
}

export function unusableFile(file: string, reason: string, cause?: unknown): LocalStateError {
  return new LocalStateError(`cannot use the sandbox's file ${file}: ${reason}`, {
    hint: { code: 'choose-or-move-file', data: { path: file } },
    cause,
  });
}

/** Our own errors have no code. Errors of the system have none either where the driver opens a file: their text tells them. */
function isOfDisk(error: Error): boolean {
  return 'code' in error || /\(os error \d+\)$/.test(error.message);
}
