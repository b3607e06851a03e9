import type { Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { LocalStateError } from '../errors.ts';
import { type Disk, systemDisk } from './disk.ts';
import { errorCode } from './errno.ts';

/** As many links as Linux follows. */
const mostLinks = 40;

/**
 * Returns the path behind all symlinks, even if no file exists there yet. Throws `LocalStateError` for a link that
 * another user has put into a folder like /tmp.
 */
export function linkTarget(path: string, disk: Disk = systemDisk, left = mostLinks): string {
  const { fs } = disk;
  const link = fs.lstatSync(path, { throwIfNoEntry: false });
  if (!link?.isSymbolicLink() || left === 0) return realPath(path, disk);
  const folder = fs.realpathSync(dirname(path));
  assertTrusted(path, link, fs.statSync(folder));
  return linkTarget(resolve(folder, fs.readlinkSync(path)), disk, left - 1);
}

/** The rule of Linux (`fs.protected_symlinks`), which does not see a link that this process reads itself. */
function assertTrusted(path: string, { uid }: Stats, folder: Stats): void {
  const isShared = (folder.mode & 0o1002) === 0o1002;
  if (!isShared || uid === process.geteuid?.() || uid === folder.uid) return;
  throw new LocalStateError(`${path} is a link of another user, in a folder where all users can write`, {
    hint: { code: 'write-to-own-folder', data: {} },
  });
}

function realPath(path: string, { fs }: Disk): string {
  try {
    return fs.realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return path;
  }
}
