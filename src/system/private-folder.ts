import { chmodSync, mkdirSync, statSync } from 'node:fs';

/**
 * Makes `path` if it is missing, and closes it to other users.
 * Returns whether others could have put files into it until now. Throws the system error.
 */
export function makePrivateFolder(path: string): { wasOpen: boolean } {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { mode } = statSync(path);
  if (mode & 0o077) chmodSync(path, 0o700);
  return { wasOpen: (mode & 0o022) !== 0 };
}
