import { tmpdir } from 'node:os';
import { basename, dirname } from 'node:path';
import Conf from 'conf';
import { systemDisk } from '../disk/disk.ts';
import { errorReason } from '../disk/errno.ts';
import { makePrivateFolder, removeFolder } from '../disk/folders.ts';
import { linkTarget } from '../disk/link-target.ts';
import { readBounded } from '../disk/read-bounded.ts';
import { removeLeftovers, replaceFile } from '../disk/replace-file.ts';
import { LocalStateError } from '../errors.ts';
import type { StoredSettings } from '../ports.ts';
import { makeCopyFolder } from './copy-folders.ts';
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
      const target = linkTarget(path, disk);
      removeLeftovers(target, disk);
      const changed = { ...readStored(target), version: storedVersion, ...settings };
      replaceFile(target, drafted(path, changed), {}, disk);
    });
  };
  await withLock(lock, change, { disk, ...options });
  warnOfWorkTree(path, warn, disk);
}

/**
 * Returns the file of settings as `conf` writes it to a draft. The writer of `conf` loses the rest of a text if a nearly
 * full disk takes only a part of it, and writes without a rename in some surroundings.
 */
function drafted(path: string, settings: Record<string, unknown>): Uint8Array {
  const refused = (reason: string) =>
    new LocalStateError(
      `cannot write ${path}, because its draft cannot be written in ${tmpdir()}: ${reason}`,
      {
        hint: { code: 'choose-temporary-folder', data: {} },
      },
    );
  const serialize = (stored: unknown) => `${JSON.stringify(stored, undefined, '\t')}\n`;
  const whole = Buffer.from(serialize(settings));
  try {
    const cwd = makeCopyFolder();
    try {
      const conf = new Conf({ cwd, configName: basename(path), fileExtension: '', serialize });
      conf.store = settings;
      if (readBounded(conf.path, whole.length).equals(whole)) return whole;
    } finally {
      removeFolder(cwd);
    }
  } catch (error) {
    throw refused(errorReason(error));
  }
  throw refused('only a part of it fits');
}

function writing(path: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`cannot write ${path}: ${errorReason(error)}`);
  }
}
