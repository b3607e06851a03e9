import { constants, existsSync, lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemDisk } from '../disk/disk.ts';
import { errorCode, errorReason } from '../disk/errno.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { linkTarget } from '../disk/link-target.ts';
import { LocalStateError } from '../errors.ts';
import type { Profile, SettingsStore, StoredSettings } from '../ports.ts';
import { isObject } from '../text/fields.ts';
import type { LockOptions } from './lock.ts';
import { entriesOf, parseStored, storedVersion, unusable } from './stored-json.ts';
import { warnOfWorkTree } from './work-tree.ts';

/** Returns the path of the lock for all files in the folder of the settings. */
export function lockPath(folder: string): string {
  return join(folder, 'config.lock');
}

export interface SettingsOptions extends LockOptions {
  /** Warns the user of a danger. */
  readonly warn?: (message: string) => void;
}

/** Returns the settings in `config.json` of `folder`. */
export function createSettings(
  folder: string,
  { warn = () => {}, disk = systemDisk, ...lock }: SettingsOptions = {},
): SettingsStore {
  const path = join(folder, 'config.json');
  return {
    path,
    read: () => readSettings(path),
    async change(edit) {
      // Loaded only for writing: it takes longer than all the rest, and its constructor fails in a read-only home.
      const { default: Conf } = await import('conf');
      const { withLock } = await import('./lock.ts');
      const { removeLeftovers, replaceFile } = await import('../disk/replace-file.ts');
      writing(path, () => makePrivateFolder(folder, disk));
      await withLock(
        lockPath(folder),
        () => {
          const settings = edit(readSettings(path));
          writing(path, () => {
            const target = linkTarget(path);
            removeLeftovers(target, disk);
            store(Conf, target, settings, (content) => replaceFile(target, content, { mode: 0o600 }, disk));
          });
        },
        { disk, ...lock },
      );
      warnOfWorkTree(path, warn);
    },
  };
}

function readSettings(path: string): StoredSettings {
  const stored = readStored(path);
  const { activeProfile = 'default', profiles = {} } = stored;
  if (typeof activeProfile !== 'string') throw unusable(path, 'its activeProfile is not a text');
  const entries = entriesOf(profiles, isProfile);
  if (!entries) throw unusable(path, 'its profiles are not objects of texts');
  return { activeProfile, profiles: entries };
}

function readStored(path: string): Record<string, unknown> {
  const bytes = readIfThere(path);
  return bytes === undefined ? {} : parseStored(bytes, path);
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    // Without this flag, a pipe would be waited for. Node takes numbers, too.
    return readFileSync(path, { flag: (constants.O_NONBLOCK ?? 0) as unknown as string });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return assertNoLink(path);
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw new LocalStateError(`cannot read ${path}: ${errorReason(error)}`);
  }
}

/** Throws if the file is a broken link: its settings may protect a profile, so it must not count as missing. */
function assertNoLink(path: string): undefined {
  for (const one of [path, dirname(path)]) {
    if (!lstatSync(one, { throwIfNoEntry: false })?.isSymbolicLink() || existsSync(one)) continue;
    throw new LocalStateError(`cannot read ${path}: ${one} is a link to something that does not exist`, {
      hint: { code: 'repair-link', data: { path: one } },
    });
  }
}

function isProfile(value: unknown): value is Profile {
  return isObject(value) && Object.values(value).every((setting) => typeof setting === 'string');
}

type Write = (content: string) => void;

/** Changes the file with `conf`. What only a later version knows stays in it. */
function store(Conf: typeof import('conf').default, target: string, settings: StoredSettings, write: Write) {
  const conf = new (writtenBy(Conf, write))({
    cwd: dirname(target),
    configName: basename(target),
    fileExtension: '',
    // Editors of Windows write files that `conf` itself does not understand.
    deserialize: () => readStored(target),
    // The name of a profile may contain dots.
    accessPropertiesByDotNotation: false,
  });
  conf.set({ version: storedVersion, ...settings });
}

/**
 * Returns a `Conf` whose files are written by `write`. The writer of `conf` loses the rest of a text if a nearly full
 * disk takes only a part of it, and writes without a rename in some surroundings.
 */
function writtenBy(Conf: typeof import('conf').default, write: Write): typeof Conf {
  const Open = Conf as unknown as new (options: object) => object;
  class Written extends Open {
    _write(stored: unknown): void {
      write(`${JSON.stringify(stored, undefined, '\t')}\n`);
    }
  }
  return Written as unknown as typeof Conf;
}

function writing(path: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new LocalStateError(`cannot write ${path}: ${errorReason(error)}`);
  }
}
