import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { renameFile } from '../disk/replace-file.ts';

/** A longer file of reports, in bytes, is renamed, and a new one begins. */
const longest = 1024 * 1024;

/**
 * Adds a line to the file `path`, which only its owner can read. Returns the path; `undefined` if the line cannot be
 * written.
 */
export function keepCrash(path: string, line: string, disk: Disk = systemDisk): string | undefined {
  try {
    makePrivateFolder(dirname(path), disk);
    const size = disk.fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > longest) renameFile(path, `${path}.1`, disk);
    // Without O_NONBLOCK, opening a pipe waits until another process reads from it.
    const flag = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
    disk.fs.appendFileSync(path, `${line}\n`, { mode: 0o600, flag } as object);
    return path;
  } catch {
    return undefined;
  }
}
