import { readlinkSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode } from './errno.ts';

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
