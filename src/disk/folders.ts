import { dirname } from 'node:path';
import { type Disk, hasModes, systemDisk } from './disk.ts';
import { errorCode } from './errno.ts';
import { patiently } from './patience.ts';

/**
 * Makes `path` if it is missing, so that it survives a power failure, and closes it to other users, where files have modes.
 * `wasOpen` says whether other users could have put files into it before. Throws the system error.
 */
export function makePrivateFolder(path: string, disk: Disk = systemDisk): { wasOpen: boolean } {
  // Else a power failure takes away the folder of the first journal, with all that is in it.
  makeFolders(path, disk, true);
  if (!hasModes(disk)) return { wasOpen: false };
  // With the slash, the system refuses what is no folder: others use a file or a device in its place.
  const { mode } = disk.fs.statSync(`${path}/`);
  if (mode & 0o077) disk.fs.chmodSync(path, 0o700);
  return { wasOpen: (mode & 0o022) !== 0 };
}

/** Deletes a folder with all that is in it; a missing one is no error. Throws the system error. */
export function removeFolder(path: string, disk: Disk = systemDisk): void {
  patiently(disk, () => disk.fs.rmSync(path, { recursive: true, force: true }));
}

/**
 * Makes a folder and those above it, for their owner only, whatever the umask. Node's own way does not end if the system
 * refuses with ENOENT, as below /proc. Another process may make the same folders at the same time. With `isDurable`, they
 * survive a power failure.
 */
export function makeFolders(path: string, disk: Disk = systemDisk, isDurable = false): void {
  const make = () => {
    try {
      disk.fs.mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return;
      throw error;
    }
    if (hasModes(disk) && (disk.fs.statSync(path).mode & 0o700) !== 0o700) disk.fs.chmodSync(path, 0o700);
    if (isDurable) syncFolder(dirname(path), disk);
  };
  try {
    make();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolders(dirname(path), disk, isDurable);
    make();
  }
}

/**
 * Writes a folder's entries to disk. Throws the system error, but not on Windows, which cannot do this, and not for a
 * file system without this operation (EINVAL).
 */
export function syncFolder(folder: string, disk: Disk): void {
  try {
    const handle = disk.fs.openSync(folder, 'r');
    try {
      disk.fs.fsyncSync(handle);
    } finally {
      disk.fs.closeSync(handle);
    }
  } catch (error) {
    if (disk.platform !== 'win32' && errorCode(error) !== 'EINVAL') throw error;
  }
}
