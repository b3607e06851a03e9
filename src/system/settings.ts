import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode, errorReason } from '../disk/errno.ts';
import { readBounded } from '../disk/read-bounded.ts';
import { LocalStateError } from '../errors.ts';
import type { Profile, SettingsStore, StoredSettings } from '../ports.ts';
import { isObject } from '../text/fields.ts';
import type { SettingsChange } from './change-settings.ts';
import { maxStoredBytes, parseStored, unusable } from './stored-json.ts';

/** Returns the path of the lock for all files in the folder of the settings. */
export function lockPath(folder: string): string {
  return join(folder, 'config.lock');
}

type SettingsOptions = Omit<SettingsChange, 'lock' | 'readStored' | 'edit'>;

/** Returns the settings in `config.json` of `folder`. */
export function createSettings(folder: string, options: SettingsOptions = {}): SettingsStore {
  const path = join(folder, 'config.json');
  return {
    path,
    read: () => readSettings(path),
    async change(edit) {
      // Loaded only for writing: `conf` takes longer than all the rest, and its constructor fails in a read-only home.
      const { changeSettings } = await import('./change-settings.ts');
      await changeSettings(path, {
        ...options,
        lock: lockPath(folder),
        readStored,
        edit: () => edit(readSettings(path)),
      });
    },
  };
}

function readSettings(path: string): StoredSettings {
  const stored = readStored(path);
  const { activeProfile = 'default', profiles = {} } = stored;
  if (typeof activeProfile !== 'string') throw unusable(path, 'its activeProfile is not a text');
  if (!isObject(profiles)) throw unusable(path, 'its profiles are not an object');
  const texts: Record<string, Profile> = Object.create(null);
  for (const [name, profile] of Object.entries(profiles)) texts[name] = textsOf(profile, name, path);
  return { activeProfile, profiles: texts };
}

function readStored(path: string): Record<string, unknown> {
  const bytes = readIfThere(path);
  return bytes === undefined ? {} : parseStored(bytes, path);
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readBounded(path, maxStoredBytes);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return assertNoLink(path);
    if (errorCode(error) === 'ENOTDIR') return undefined;
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`cannot read ${path}: ${errorReason(error)}`);
  }
}

/** Throws if the file is a broken link: its settings may protect a profile, so it must not count as missing. */
function assertNoLink(path: string): undefined {
  for (const one of [path, dirname(path)]) {
    if (!lstatSync(one, { throwIfNoEntry: false })?.isSymbolicLink() || existsSync(one)) continue;
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
