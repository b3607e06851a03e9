import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { errorCode, errorReason } from '../disk/errno.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { readBounded, shortFile } from '../disk/read-bounded.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { LocalStateError } from '../errors.ts';
import { textOf } from './decode.ts';
import { withLock } from './lock.ts';

/**
 * Returns the key in the file `path`. Makes a missing file, which only its owner can read, with a random key. Throws
 * `LocalStateError` if it cannot be read or made.
 */
export async function pseudonymKey(path: string): Promise<string> {
  try {
    const key = read(path) ?? (await make(path));
    if (/^[0-9a-f]{64}$/.test(key)) return key;
  } catch (error) {
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`the key of pseudonyms is not usable: ${path}: ${errorReason(error)}`);
  }
  throw new LocalStateError(`${path} does not hold a key of pseudonyms`, {
    hint: { code: 'recreate-file', data: {} },
  });
}

function read(path: string): string | undefined {
  try {
    return textOf(readBounded(path, shortFile))?.trim() ?? '';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Two processes may make the file at the same time: the first one wins. */
function make(path: string): Promise<string> {
  makePrivateFolder(dirname(path));
  return withLock(`${path}.lock`, () => {
    const made = read(path);
    if (made !== undefined) return made;
    const key = randomBytes(32).toString('hex');
    replaceFile(path, `${key}\n`);
    return key;
  });
}
