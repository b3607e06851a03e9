import { existsSync, fchmodSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Disk, hasModes, systemDisk } from '../disk/disk.ts';
import { errorCode, errorReason } from '../disk/errno.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { readBounded } from '../disk/read-bounded.ts';
import { LocalStateError } from '../errors.ts';
import type { CredentialStore, StoredToken } from '../ports.ts';
import { isObject } from '../text/fields.ts';
import type { LockOptions } from './lock.ts';
import { lockPath } from './settings.ts';
import { isStoredToken, maxStoredBytes, parseStored, storedVersion, unusable } from './stored-json.ts';

export interface CredentialsOptions extends LockOptions {
  /** Warns the user of a danger that has been removed. */
  readonly warn: Warn;
}

type Warn = (message: string) => void;

type Tokens = Record<string, StoredToken>;

/** Returns the store of tokens in `credentials.json` of `folder`. Only the owner can read the file. */
export function createCredentials(
  folder: string,
  { warn, disk = systemDisk, ...lock }: CredentialsOptions,
): CredentialStore {
  const path = join(folder, 'credentials.json');

  /** Changes the file under its lock. `edit` returns whether there is something to write. */
  async function change(edit: (tokens: Tokens) => boolean): Promise<boolean> {
    writing(path, () => prepareFolder(folder, warn, disk));
    // Loaded here, because most commands change nothing that is locked.
    const { removeLeftovers, replaceFile } = await import('../disk/replace-file.ts');
    const { withLock } = await import('./lock.ts');
    const locked = () => {
      const tokens = readTokens(path, warn, disk);
      const changed = edit(tokens);
      writing(path, () => {
        removeLeftovers(path, disk);
        if (changed) replaceFile(path, serialize(tokens), {}, disk);
      });
      return changed;
    };
    return await withLock(lockPath(folder), locked, { disk, ...lock });
  }

  return {
    path,
    find: async (profile) => readTokens(path, warn, disk)[profile],
    async store(profile, { token, baseUrl }) {
      await change((tokens) => {
        tokens[profile] = { token, baseUrl };
        return true;
      });
      (await import('./work-tree.ts')).warnOfWorkTree(path, warn);
      return hasModes(disk)
        ? `${path}, which only you can read`
        : `${path}; the rights of its folder decide who can read it, because Windows has no file modes`;
    },
    hasKeyring: () => false,
    async forget(profile) {
      if (!existsSync(path)) return false;
      return await change((tokens) => profile in tokens && delete tokens[profile]);
    },
  };
}

function serialize(tokens: Tokens): string {
  return `${JSON.stringify({ version: storedVersion, tokens }, null, 2)}\n`;
}

function readTokens(path: string, warn: Warn, disk: Disk): Tokens {
  const bytes = readPrivately(path, warn, disk);
  const stored = bytes === undefined ? {} : parseStored(bytes, path);
  const tokens = stored.tokens ?? {};
  if (!isObject(tokens) || !Object.values(tokens).every(isStoredToken))
    throw unusable(path, 'its tokens are not what docs-admin stores');
  // Names that every object has are no profiles.
  return Object.assign(Object.create(null), tokens);
}

function readPrivately(path: string, warn: Warn, disk: Disk): Uint8Array | undefined {
  try {
    return readBounded(path, maxStoredBytes, (stats, file) => {
      assertOwn(stats, path);
      if (hasModes(disk) && (stats.mode & 0o077) !== 0) closeToOthers(file, path, warn);
    });
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`cannot read ${path}: ${errorReason(error)}`);
  }
}

function closeToOthers(file: number, path: string, warn: Warn): void {
  try {
    fchmodSync(file, 0o600);
    warn(`${path} was readable by others; it is private now, but rotate its tokens`);
  } catch (error) {
    warn(`${path} is readable by others, and cannot be made private: ${errorReason(error)}`);
  }
}

function assertOwn({ uid }: Stats, path: string): void {
  if (process.getuid && uid !== process.getuid()) {
    throw new LocalStateError(`${path} belongs to another user`, {
      hint: { code: 'move-credentials', data: {} },
    });
  }
}

function prepareFolder(folder: string, warn: Warn, disk: Disk): void {
  const { wasOpen } = makePrivateFolder(folder, disk);
  assertOwn(statSync(folder), folder);
  if (wasOpen) warn(`others could write to ${folder}; it is private now`);
}

function writing(path: string, action: () => void): void {
  try {
    action();
  } catch (error) {
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`cannot write ${path}: ${errorReason(error)}`);
  }
}
