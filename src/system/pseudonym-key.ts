import { dirname } from 'node:path';
import { systemDisk } from '../disk/disk.ts';
import { errorCode, errorReason } from '../disk/errno.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { readBounded, shortFile } from '../disk/read-bounded.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { LocalStateError } from '../errors.ts';
import { textOf } from './decode.ts';
import { type LockOptions, withLock } from './lock.ts';
import { thisMachine } from './machine.ts';

/**
 * Returns the key in the file `path`. Makes a missing file, which only its owner can read, with a random key. Throws
 * `LocalStateError` if it cannot be read or made.
 */
export async function pseudonymKey(path: string, options: LockOptions = {}): Promise<string> {
  try {
    const key = read(path, options) ?? (await make(path, options));
    if (/^[0-9a-f]{64}$/.test(key)) return key;
  } catch (error) {
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`the key of pseudonyms is not usable: ${path}: ${errorReason(error)}`);
  }
  throw new LocalStateError(`${path} does not hold a key of pseudonyms`, {
    hint: { code: 'recreate-file', data: {} },
  });
}

function read(path: string, { disk = systemDisk }: LockOptions): string | undefined {
  try {
    return textOf(readBounded(path, shortFile, undefined, disk.fs))?.trim() ?? '';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Two processes may make the file at the same time: the first one wins. */
function make(path: string, options: LockOptions): Promise<string> {
  const { disk, machine = thisMachine } = options;
  makePrivateFolder(dirname(path), disk);
  const made = () => {
    const found = read(path, options);
    if (found !== undefined) return found;
    const key = Buffer.from(machine.clock.bytes(32)).toString('hex');
    replaceFile(path, `${key}\n`, {}, disk);
    return key;
  };
  return withLock(`${path}.lock`, made, options);
}
