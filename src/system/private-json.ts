import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { type Disk, hasModes, systemDisk } from '../disk/disk.ts';
import { errorCode, errorReason, fileFailure } from '../disk/errno.ts';
import { readBounded } from '../disk/read-bounded.ts';
import { LocalStateError } from '../errors.ts';
import { isObject } from '../text/fields.ts';
import type { LockOptions } from './lock.ts';
import { maxStoredBytes, parseStored, storedVersion, unusable } from './stored-json.ts';

export interface PrivateOptions extends LockOptions {
  /** Warns the user of a danger that has been removed. */
  readonly warn: Warn;
}

type Warn = (message: string) => void;

/** What a file holds: entries with names, in the field `key`. */
interface PrivateKind<Entry> {
  readonly file: string;
  readonly key: string;
  readonly isEntry: (value: unknown) => value is Entry;
  /** What to do after others could read the file. */
  readonly advice: string;
}

type Entries<Entry> = Record<string, Entry>;

/** A JSON file of entries that only its owner can read. All methods throw `LocalStateError` naming the path. */
interface PrivateJson<Entry> {
  readonly path: string;
  /** Returns the entries; none if the file is missing. */
  read(): Entries<Entry>;
  /** Changes the entries under a lock. `edit` returns whether there is something to write; resolves with that. */
  change(edit: (entries: Entries<Entry>) => boolean): Promise<boolean>;
}

export function privateJson<Entry>(
  folder: string,
  { file, key, isEntry, advice }: PrivateKind<Entry>,
  { warn, disk = systemDisk, ...lock }: PrivateOptions,
): PrivateJson<Entry> {
  const path = join(folder, file);

  function read(): Entries<Entry> {
    const bytes = readPrivately(path, advice, warn, disk);
    const stored = bytes === undefined ? {} : parseStored(bytes, path);
    const entries = stored[key] ?? {};
    if (!isObject(entries) || !Object.values(entries).every(isEntry))
      throw unusable(path, `its ${key} are not what docs-admin stores`);
    // Names that every object has are no entries.
    return Object.assign(Object.create(null), entries);
  }

  return {
    path,
    read,
    async change(edit) {
      // Loaded here, because most commands change nothing that is locked.
      const { replaceLocked } = await import('./replace-locked.ts');
      let changed = false;
      const next = () => {
        const entries = read();
        changed = edit(entries);
        if (!changed) return undefined;
        return `${JSON.stringify({ version: storedVersion, [key]: entries }, null, 2)}\n`;
      };
      await replaceLocked(path, next, { disk, ...lock }, (wasOpen) => {
        assertOwn(disk.fs.statSync(folder), folder);
        if (wasOpen) warn(`others could write to ${folder}; it is private now`);
      });
      return changed;
    },
  };
}

/** Returns whether a file or a folder belongs to this user. Windows has no such owners: always `true`. */
export function isOwn({ uid }: Pick<Stats, 'uid'>): boolean {
  return !process.getuid || uid === process.getuid();
}

function readPrivately(path: string, advice: string, warn: Warn, disk: Disk): Uint8Array | undefined {
  try {
    const look = (stats: Stats, file: number) => {
      assertOwn(stats, path);
      if (hasModes(disk) && (stats.mode & 0o077) !== 0) closeToOthers(file, path, advice, warn, disk);
    };
    return readBounded(path, maxStoredBytes, look, disk.fs);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw fileFailure('read', path, error);
  }
}

function closeToOthers(file: number, path: string, advice: string, warn: Warn, disk: Disk): void {
  try {
    disk.fs.fchmodSync(file, 0o600);
    warn(`${path} was readable by others; it is private now, but ${advice}`);
  } catch (error) {
    warn(`${path} is readable by others, and cannot be made private: ${errorReason(error)}`);
  }
}

function assertOwn(stats: Stats, path: string): void {
  if (isOwn(stats)) return;
  throw new LocalStateError(`${path} belongs to another user`, {
    hint: { code: 'move-credentials', data: {} },
  });
}
