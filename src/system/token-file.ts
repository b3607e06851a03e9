import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { errorReason } from '../disk/errno.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { LocalStateError, UsageError } from '../errors.ts';
import { readTextFile } from './files.ts';
import { withLock } from './lock.ts';

/** Returns a random token that cannot be guessed. */
export function randomToken(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Reads the token in a file. Makes a missing file, which only its owner can read, with a random token. Rejects with
 * `UsageError` if it cannot be read or made.
 */
export async function tokenOfFile(path: string): Promise<string> {
  if (!existsSync(path)) await makeFile(path);
  const token = (await readTextFile(path)).trim();
  if (token === '') throw new UsageError(`${path} is empty`, { hint: { code: 'give-token', data: {} } });
  return token;
}

/** Two processes may make the file at the same time: the first one wins. */
async function makeFile(path: string): Promise<void> {
  try {
    await withLock(`${path}.lock`, () => {
      if (!existsSync(path)) replaceFile(path, `${randomToken()}\n`);
    });
  } catch (error) {
    const reason = error instanceof LocalStateError ? error.message : errorReason(error);
    throw new UsageError(`cannot write ${path}: ${reason}`);
  }
}
