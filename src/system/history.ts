import { constants } from 'node:fs';
import { join } from 'node:path';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { errorCode, fileFailure, orFailure } from '../disk/errno.ts';
import { makePrivateFolder, syncFolder } from '../disk/folders.ts';
import { LocalStateError } from '../errors.ts';
import type { HistoryFiles } from '../ports.ts';
import { journalNames, journalText, removeJournal } from './journal-text.ts';

const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** The user may not write there, or no one can: a container, for example. */
const noPlace = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT']);

export interface HistoryOptions {
  readonly disk?: Disk | undefined;
  /** Called before the folder gets a file. */
  readonly onFolder?: () => void;
}

/** Returns the files of the records of single commands. `folder` is made with the first one. */
export function createHistoryFiles(
  folder: string,
  { disk = systemDisk, onFolder = () => {} }: HistoryOptions = {},
): HistoryFiles {
  const { fs } = disk;
  const at = (name: string) => join(folder, name);

  /**
   * Appends with one call, so that lines of several processes stay whole. A file gets its first line when it is in the folder for
   * good: another process that finds a line need not see to that.
   */
  function append(path: string, line: string, isDurable: boolean): void {
    const isNew = !fs.statSync(path, { throwIfNoEntry: false })?.size;
    if (isNew) {
      onFolder();
      makePrivateFolder(folder, disk);
    }
    const file = fs.openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
    try {
      fs.fchmodSync(file, 0o600);
      if (isNew) syncFolder(folder, disk);
      // The line before may have been cut off: it must not take this one along.
      const bytes = Buffer.from(`\n${line}`);
      const written = fs.writeSync(file, bytes);
      if (written < bytes.length)
        throw new LocalStateError(`cannot write ${path}: the disk took only a part of the record`);
      if (isDurable) fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
  }

  return {
    folder,
    list: () => journalNames(folder, disk),
    size: (name) =>
      orFailure('read', at(name), () => fs.statSync(at(name), { throwIfNoEntry: false })?.size ?? 0),
    read: (name) => orFailure('read', at(name), () => journalText(at(name), disk)).split(/\r?\n/),
    async add(name, line, isDurable) {
      try {
        append(at(name), line, isDurable);
      } catch (error) {
        const failed = fileFailure('write', at(name), error);
        if (noPlace.has(errorCode(error) ?? '')) return failed.message;
        throw failed;
      }
      return undefined;
    },
    remove: (name) => removeJournal(at(name), disk),
  };
}
