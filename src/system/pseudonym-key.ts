import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalStateError } from '../errors.ts';
import { errorCode, errorReason } from './errno.ts';
import { makePrivateFolder } from './private-folder.ts';

/**
 * Returns the key in the file `path`. Makes a missing file, which only its owner can read, with a random key. Throws
 * `LocalStateError` if it cannot be read or made.
 */
export function pseudonymKey(path: string): string {
  try {
    const key = read(path) ?? make(path);
    if (/^[0-9a-f]{64}$/.test(key)) return key;
  } catch (error) {
    throw new LocalStateError(`the key of pseudonyms is not usable: ${path}: ${errorReason(error)}`);
  }
  throw new LocalStateError(`${path} does not hold a key of pseudonyms`, {
    hint: { code: 'recreate-file', data: { path } },
  });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Two processes may make the file at the same time: the first one wins, and nobody reads a half of it. */
function make(path: string): string {
  makePrivateFolder(dirname(path));
  const own = `${path}.${process.pid}`;
  writeFileSync(own, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(own, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}
