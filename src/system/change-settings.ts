import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Conf from 'conf';
import { errorReason } from '../disk/errno.ts';
import { removeFolder } from '../disk/folders.ts';
import { readBounded } from '../disk/read-bounded.ts';
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
  /** Returns the new settings. */
  readonly edit: () => StoredSettings;
}

/** Changes the settings in the file `path` under the lock. Throws `LocalStateError` if it cannot be written. */
export async function changeSettings(
  path: string,
  { readStored, edit, warn = () => {}, ...options }: SettingsChange,
): Promise<void> {
  const next = () => {
    const settings = edit();
    return drafted(path, { ...readStored(), version: storedVersion, ...settings });
  };
  await replaceLocked(path, next, options);
  warnOfWorkTree(path, warn, options.disk);
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
    const cwd = mkdtempSync(join(tmpdir(), 'docs-admin-draft-'));
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
