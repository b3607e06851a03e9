import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type Disk, hasModes, systemDisk } from '../disk/disk.ts';
import { orFailure } from '../disk/errno.ts';
import { readBounded, shortFile } from '../disk/read-bounded.ts';
import { type Hint, LocalStateError } from '../errors.ts';
import type { FolderFile, FolderFiles, FolderSettings } from '../ports.ts';
import { isObject } from '../text/fields.ts';
import { parsedJson } from '../text/json.ts';
import { quoted } from '../text/words.ts';
import { textOf } from './decode.ts';
import { isOwn, type PrivateOptions, privateJson } from './private-json.ts';

const keys: readonly string[] = ['profile', 'org', 'site'] satisfies (keyof FolderSettings)[];

/** The hash of the content that is trusted, for the path of each file. */
const trusted = {
  file: 'trusted.json',
  key: 'folders',
  isEntry: (value: unknown): value is string => typeof value === 'string',
  advice: 'look at what it trusts',
};

interface OpenFolderFiles extends Pick<FolderFiles, 'read'> {
  /** Resolves with the file at a path. Throws as `FolderFiles.find` does. */
  look(path: string): FolderFile;
  /** Ends the trust in the first of `paths` that is trusted, and resolves with it. */
  distrust(paths: readonly string[]): Promise<string | undefined>;
}

/** Returns the files of folders. `trusted.json` in `folder` keeps which content of them is trusted. */
export function openFolderFiles(folder: string, options: PrivateOptions): OpenFolderFiles {
  const { disk = systemDisk } = options;
  const store = privateJson(folder, trusted, options);
  return {
    look(path) {
      const hash = store.read()[path];
      if (hash === undefined) return { path, hasChanged: false };
      const bytes = readOwn(path, disk);
      return hashOf(bytes) === hash
        ? { path, says: parse(bytes, path), hasChanged: false }
        : { path, hasChanged: true };
    },
    async read(path) {
      const bytes = readOwn(path, disk);
      return {
        says: parse(bytes, path),
        async trust() {
          await store.change((hashes) => {
            hashes[path] = hashOf(bytes);
            return true;
          });
        },
      };
    },
    async distrust(paths) {
      const hashes = store.read();
      const path = paths.find((one) => one in hashes);
      if (path !== undefined) await store.change((stored) => path in stored && delete stored[path]);
      return path;
    },
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function readOwn(path: string, disk: Disk): Uint8Array {
  const look = (stats: Stats) => assertOwn(stats, path, disk);
  return orFailure('read', path, () => readBounded(path, shortFile, look, disk.fs));
}

function assertOwn(stats: Stats, path: string, disk: Disk): void {
  if (!isOwn(stats))
    throw unusable(path, 'it belongs to another user', { code: 'own-folder-file', data: {} });
  if (hasModes(disk) && (stats.mode & 0o022) !== 0)
    throw unusable(path, 'others can write to it', { code: 'close-folder-file', data: { path } });
}

function parse(bytes: Uint8Array, path: string): FolderSettings {
  const stored = parsedJson(textOf(bytes) ?? '');
  if (!isObject(stored)) throw unusable(path, 'it is not a JSON object');
  const entries = Object.entries(stored);
  if (entries.length === 0) throw unusable(path, 'it says nothing');
  for (const [key, value] of entries) {
    if (!keys.includes(key)) throw unusable(path, `it cannot have the key ${quoted(key)}`);
    if (typeof value !== 'string' || value === '') throw unusable(path, `its ${key} must be a text`);
  }
  return Object.fromEntries(entries);
}

const correct: Hint = { code: 'correct-folder-file', data: {} };

function unusable(path: string, reason: string, hint = correct): LocalStateError {
  return new LocalStateError(`cannot use ${path}: ${reason}`, { hint });
}
