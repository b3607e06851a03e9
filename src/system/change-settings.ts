import { basename, dirname } from 'node:path';
import Conf from 'conf';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { orFailure } from '../disk/errno.ts';
import { linkTarget } from '../disk/link-target.ts';
import { readBounded } from '../disk/read-bounded.ts';
import { removeFile, temporaryMark } from '../disk/replace-file.ts';
import { LocalStateError } from '../errors.ts';
import type { StoredSettings } from '../ports.ts';
import type { LockOptions } from './lock.ts';
import { replaceLocked } from './replace-locked.ts';
import { storedVersion } from './stored-json.ts';
import { warnOfWorkTree } from './work-tree.ts';

export interface SettingsChange extends LockOptions {
  /** Warns the user of a danger. */
  readonly warn?: (message: string) => void;
  /** Returns what is in the file of settings, also what only a later version knows. */
  readonly readStored: () => Record<string, unknown>;
  readonly edit: () => StoredSettings;
}

/** Changes the settings in the file `path` under the lock. Throws `LocalStateError` if it cannot be written. */
export async function changeSettings(
  path: string,
  { readStored, edit, warn = () => {}, ...options }: SettingsChange,
): Promise<void> {
  const next = () => {
    const settings = edit();
    return drafted(path, { ...readStored(), version: storedVersion, ...settings }, options.disk);
  };
  await replaceLocked(path, next, options);
  warnOfWorkTree(path, warn, options.disk);
}

/**
 * Returns the file of settings as `conf` writes it to a draft beside it. The writer of `conf` loses the rest of a text if a
 * nearly full disk takes only a part of it, and writes without a rename in some surroundings.
 */
function drafted(path: string, settings: Record<string, unknown>, disk: Disk = systemDisk): Uint8Array {
  const serialize = (stored: unknown) => `${JSON.stringify(stored, undefined, '\t')}\n`;
  const whole = Buffer.from(serialize(settings));
  return orFailure('write', path, () => {
    // The next writer removes it if this process is killed.
    const draft = linkTarget(path, disk) + temporaryMark + disk.unique();
    try {
      const place = { cwd: dirname(draft), configName: basename(draft), fileExtension: '' };
      new Conf({ ...place, configFileMode: 0o600, serialize }).store = settings;
      if (readBounded(draft, whole.length).equals(whole)) return whole;
    } finally {
      removeFile(draft, disk);
    }
    throw new LocalStateError(`cannot write ${path}: only a part of it fits`);
  });
}
