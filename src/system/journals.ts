import { dirname, join, resolve } from 'node:path';
import { systemDisk } from '../disk/disk.ts';
import { orFailure } from '../disk/errno.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import type { Journals } from '../ports.ts';
import { journalNames, journalText, removeJournal } from './journal-text.ts';
import type { LockOptions } from './lock.ts';

/** Loaded here, because most commands write no journal. */
const writer = () => import('./journal-file.ts');

export interface JournalOptions extends LockOptions {
  readonly onFolder?: () => void;
}

/** Returns the journals of bulk work. `folder` is made with the first journal. */
export function createJournals(
  folder: string,
  { onFolder = () => {}, ...options }: JournalOptions = {},
): Journals {
  const { disk = systemDisk } = options;
  const makeFolder = () => orFailure('write', folder, () => makePrivateFolder(folder, disk));
  return {
    folder,
    absolute: (path) => resolve(path),
    list() {
      const names = journalNames(folder, disk).reverse();
      return names.map((name) => join(folder, name));
    },
    exists: (path) => disk.fs.existsSync(path),
    read(path) {
      const text = orFailure('read', path, () => journalText(path, disk));
      return text
        .slice(0, text.lastIndexOf('\n') + 1)
        .split(/\r?\n/)
        .filter(Boolean);
    },
    async create(path) {
      if (dirname(path) === folder) {
        onFolder();
        makeFolder();
      }
      return (await writer()).createJournal(path, options);
    },
    open: async (path) => (await writer()).reopenJournal(path, options),
    keeper: async (path) => (await import('./lock.ts')).keeperOf(`${path}.lock`, options),
    async lock(name, { what, wait, onWait }) {
      makeFolder();
      const { acquireLock, keeperOf } = await import('./lock.ts');
      const path = join(folder, `${name}.lock`);
      const keeper = keeperOf(path, options);
      if (keeper) await onWait(keeper.words);
      return acquireLock(path, { ...options, what, wait });
    },
    remove: (path) => removeJournal(path, disk),
    history: async () =>
      (await import('./history.ts')).createHistoryFiles(join(dirname(folder), 'history'), { disk, onFolder }),
  };
}
