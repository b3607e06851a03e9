import { basename, dirname } from 'node:path';
import Conf from 'conf';
import { systemDisk } from '../disk/disk.ts';
import { errorReason } from '../disk/errno.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { linkTarget } from '../disk/link-target.ts';
import { removeLeftovers, replaceFile } from '../disk/replace-file.ts';
import { LocalStateError } from '../errors.ts';
import type { StoredSettings } from '../ports.ts';
import { type LockOptions, withLock } from './lock.ts';
import { storedVersion } from './stored-json.ts';
import { warnOfWorkTree } from './work-tree.ts';

export interface SettingsChange extends LockOptions {
  /** Warns the user of a danger. */
  readonly warn?: (message: string) => void;
  /** The path of the lock. */
  readonly lock: string;
  /** Returns what is in a file of settings, also what only a later version knows. */
  readonly readStored: (path: string) => Record<string, unknown>;
  /** Returns the new settings. */
  readonly edit: () => StoredSettings;
}

/** Changes the settings in the file `path` under the lock. Throws `LocalStateError` if it cannot be written. */
export async function changeSettings(
  path: string,
  { lock, readStored, edit, warn = () => {}, disk = systemDisk, ...options }: SettingsChange,
): Promise<void> {
  writing(path, () => makePrivateFolder(dirname(path), disk));
  const change = () => {
    const settings = edit();
    writing(path, () => {
      const target = linkTarget(path);
      removeLeftovers(target, disk);
      const conf = new (writtenBy((content) => replaceFile(target, content, {}, disk)))({
        cwd: dirname(target),
        configName: basename(target),
        fileExtension: '',
        // Editors of Windows write files that `conf` itself does not understand.
        deserialize: () => readStored(target),
        // The name of a profile may contain dots.
        accessPropertiesByDotNotation: false,
      });
      conf.set({ version: storedVersion, ...settings });
    });
  };
  await withLock(lock, change, { disk, ...options });
  warnOfWorkTree(path, warn);
}

/**
 * Returns a `Conf` whose files are written by `write`. The writer of `conf` loses the rest of a text if a nearly full
 * disk takes only a part of it, and writes without a rename in some surroundings.
 */
function writtenBy(write: (content: string) => void): typeof Conf {
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
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`cannot write ${path}: ${errorReason(error)}`);
  }
}
