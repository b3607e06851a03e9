import { dirname, join } from 'node:path';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { errorCode, fileFailure } from '../disk/errno.ts';
import { readBounded } from '../disk/read-bounded.ts';
import { LocalStateError } from '../errors.ts';
import type { FolderFile, FolderFiles, Profile, SettingsStore, StoredSettings } from '../ports.ts';
import { isObject } from '../text/fields.ts';
import type { SettingsChange } from './change-settings.ts';
import type { PrivateOptions } from './private-json.ts';
import { maxStoredBytes, parseStored, unusable } from './stored-json.ts';

type SettingsOptions = Omit<SettingsChange, 'readStored' | 'edit'>;

/** Returns the settings in `config.json` of `folder`. */
export function createSettings(folder: string, options: SettingsOptions = {}): SettingsStore {
  const path = join(folder, 'config.json');
  const { disk = systemDisk } = options;
  return {
    path,
    read: () => readSettings(path, disk),
    async change(edit) {
      // Loaded only for writing: `conf` takes longer than all the rest, and its constructor fails in a read-only home.
      const { changeSettings } = await import('./change-settings.ts');
      await changeSettings(path, {
        ...options,
        readStored: () => readStored(path, disk),
        edit: () => edit(readSettings(path, disk)),
      });
    },
  };
}

/**
 * Returns the files `.docs-admin.json` of the folder `working()` and those above it. `folder` keeps which of them are
 * trusted. Their code is loaded where there is such a file.
 */
export function createFolderFiles(
  folder: string,
  options: PrivateOptions,
  working: () => string,
): FolderFiles {
  const { disk = systemDisk } = options;
  const load = async () => (await import('./folder-files.ts')).openFolderFiles(folder, options);
  let found: Promise<FolderFile | undefined> | undefined;
  async function look(): Promise<FolderFile | undefined> {
    const path = pathsAbove(working).find((one) => isThere(one, disk));
    return path === undefined ? undefined : (await load()).look(path);
  }
  return {
    find() {
      found ??= look();
      return found;
    },
    read: async (path) => (await load()).read(path),
    distrust: async () => (await load()).distrust(pathsAbove(working)),
  };
}

/** Returns where a file of a folder may be, the nearest place first; none in a folder that was deleted. */
function pathsAbove(working: () => string): string[] {
  const paths: string[] = [];
  try {
    for (let folder = working(); ; folder = dirname(folder)) {
      paths.push(join(folder, '.docs-admin.json'));
      if (folder === dirname(folder)) return paths;
    }
  } catch {
    return [];
  }
}

/** A broken link is there as well: a file that was trusted must not vanish silently. */
function isThere(path: string, { fs }: Disk): boolean {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function readSettings(path: string, disk: Disk): StoredSettings {
  const stored = readStored(path, disk);
  const { activeProfile = 'default', profiles = {} } = stored;
  if (typeof activeProfile !== 'string') throw unusable(path, 'its activeProfile is not a text');
  if (!isObject(profiles)) throw unusable(path, 'its profiles are not an object');
  const texts: Record<string, Profile> = Object.create(null);
  for (const [name, profile] of Object.entries(profiles)) texts[name] = textsOf(profile, name, path);
  return { activeProfile, profiles: texts };
}

function readStored(path: string, disk: Disk): Record<string, unknown> {
  const bytes = readIfThere(path, disk);
  return bytes === undefined ? {} : parseStored(bytes, path);
}

function readIfThere(path: string, { fs }: Disk): Uint8Array | undefined {
  try {
    return readBounded(path, maxStoredBytes, undefined, fs);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return assertNoLink(path, fs);
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw fileFailure('read', path, error);
  }
}

/** Throws if the file is a broken link: its settings may protect a profile, so it must not count as missing. */
function assertNoLink(path: string, fs: Disk['fs']): undefined {
  for (const one of [path, dirname(path)]) {
    if (!fs.lstatSync(one, { throwIfNoEntry: false })?.isSymbolicLink() || fs.existsSync(one)) continue;
    throw new LocalStateError(`cannot read ${path}: ${one} is a link to something that does not exist`, {
      hint: { code: 'repair-link', data: {} },
    });
  }
}

/** Returns the settings of a profile as texts: people write `true` and `30` without quotes. */
function textsOf(profile: unknown, name: string, path: string): Profile {
  if (!isObject(profile)) throw unusable(path, `profile ${JSON.stringify(name)} is not an object`);
  const texts = Object.entries(profile).map(([key, value]) => {
    if (!['string', 'boolean', 'number'].includes(typeof value))
      throw unusable(path, `${JSON.stringify(key)} of profile ${JSON.stringify(name)} is not a text`);
    return [key, String(value)];
  });
  return Object.fromEntries(texts);
}
