import { dirname } from 'node:path';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { errorCode, errorReason } from '../disk/errno.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { readBounded, shortFile } from '../disk/read-bounded.ts';
import { LocalStateError } from '../errors.ts';
import { textOf } from './decode.ts';
import type { LockOptions } from './lock.ts';
import { thisMachine } from './machine.ts';
import { makeOnce } from './replace-locked.ts';

/**
 * Returns the key in the file `path`. Makes a missing file, which only its owner can read, with a random key. Throws
 * `LocalStateError` if it cannot be read or made.
 */
export async function pseudonymKey(path: string, options: LockOptions = {}): Promise<string> {
  const { disk = systemDisk, machine = thisMachine } = options;
  try {
    let key = read(path, disk);
    if (key === undefined) {
      makePrivateFolder(dirname(path), disk);
      await makeOnce(path, () => `${Buffer.from(machine.clock.bytes(32)).toString('hex')}\n`, options);
      key = read(path, disk);
    }
    if (key !== undefined && /^[0-9a-f]{64}$/.test(key)) return key;
  } catch (error) {
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`the key of pseudonyms is not usable: ${path}: ${errorReason(error)}`);
  }
  throw new LocalStateError(`${path} does not hold a key of pseudonyms`, {
    hint: { code: 'recreate-file', data: {} },
  });
}

function read(path: string, { fs }: Disk): string | undefined {
  try {
    return textOf(readBounded(path, shortFile, undefined, fs))?.trim() ?? '';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
