import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { UsageError } from '../errors.ts';
import { errorCode, errorReason } from './errno.ts';
import { readTextFile } from './files.ts';

/** Returns a random token that cannot be guessed. */
export function randomToken(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * Reads the token in a file. Makes a missing file, which only its owner can read, with a random token. Rejects with
 * `UsageError` if it cannot be read or made.
 */
export async function tokenOfFile(path: string): Promise<string> {
  const token = makeFile(path) ?? (await readTextFile(path)).trim();
  if (token === '')
    throw new UsageError(`${path} is empty`, { hint: { code: 'give-token', data: { path } } });
  return token;
}

function makeFile(path: string): string | undefined {
  const token = randomToken();
  try {
    writeFileSync(path, `${token}\n`, { flag: 'wx', mode: 0o600 });
    return token;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw new UsageError(`cannot write ${path}: ${errorReason(error)}`);
  }
}
