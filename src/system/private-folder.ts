import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './errno.ts';

/**
 * Makes `path` if it is missing, and closes it to other users.
 * Returns whether others could have put files into it until now. Throws the system error.
 */
export function makePrivateFolder(path: string): { wasOpen: boolean } {
  makeFolders(path);
  const { mode } = statSync(path);
  if (mode & 0o077) chmodSync(path, 0o700);
  return { wasOpen: (mode & 0o022) !== 0 };
}

/** Node's own way to make the folders above, too, never ends where the system refuses with ENOENT, as below /proc. */
function makeFolders(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    if (errorCode(error) !== 'ENOENT' || existsSync(dirname(path))) throw error;
    makeFolders(dirname(path));
    makeFolders(path);
  }
}
