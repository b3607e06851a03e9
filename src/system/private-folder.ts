import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './errno.ts';

/**
 * Makes `path` if it is missing, and closes it to other users. `wasOpen` says whether other users could have put files
 * into it before. Throws the system error.
 */
export function makePrivateFolder(path: string): { wasOpen: boolean } {
  makeFolders(path);
  const { mode } = statSync(path);
  if (mode & 0o077) chmodSync(path, 0o700);
  return { wasOpen: (mode & 0o022) !== 0 };
}

/** Makes a folder and those above it. Node's own way does not end if the system refuses with ENOENT, as below /proc. */
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
