import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode } from './errno.ts';

/** Separates a file's name from the unique part of its temporary file's name; `conf` uses the same. */
const temporaryMark = '.tmp-';

/**
 * Replaces `path` in one step: readers see the old or the new content, never a part. A symlink is kept and its target
 * replaced. The file gets `mode` whatever the umask; without `mode` it keeps its own. Throws the system error and
 * leaves the old file as it was.
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array | Iterable<string>,
  mode?: number,
): void {
  const target = linkTarget(path);
  const temporary = target + temporaryMark + process.pid + Math.random().toString(36).slice(2);
  try {
    const file = openSync(temporary, 'wx', mode ?? 0o666);
    try {
      const finalMode = mode ?? existingMode(target);
      if (finalMode !== undefined) fchmodSync(file, finalMode);
      for (const part of inParts(content)) writeFileSync(file, part);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(target));
}

/** The number of characters that are written at once. */
const partLength = 65_536;

/** Joins short pieces of a text. */
export function* inParts(
  content: string | Uint8Array | Iterable<string>,
): Generator<string | Uint8Array, void> {
  if (typeof content === 'string' || content instanceof Uint8Array) return void (yield content);
  let part = '';
  for (const piece of content) {
    part += piece;
    if (part.length < partLength) continue;
    yield part;
    part = '';
  }
  yield part;
}

/** Removes temporary files of writers that were killed. Only holders of the lock on `path` may call it. */
export function removeLeftovers(path: string): void {
  const target = linkTarget(path);
  const prefix = basename(target) + temporaryMark;
  for (const name of readdirSync(dirname(target))) {
    if (name.startsWith(prefix)) rmSync(join(dirname(target), name), { force: true });
  }
}

/** Returns the path behind all symlinks, even if no file exists there yet. */
export function linkTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  try {
    return linkTarget(resolve(dirname(path), readlinkSync(path)));
  } catch {
    return path;
  }
}

function existingMode(path: string): number | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? undefined : mode & 0o777;
}

/** Writes a folder's entries to disk. Some file systems cannot do that; such errors are ignored. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {}
}
