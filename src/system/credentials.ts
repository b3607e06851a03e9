import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { LocalStateError } from '../errors.ts';
import type { CredentialStore, StoredToken } from '../ports.ts';
import { errorCode, errorReason } from './errno.ts';
import type { LockOptions } from './lock.ts';
import { makePrivateFolder } from './private-folder.ts';
import { removeLeftovers, replaceFile } from './replace-file.ts';
import { lockPath } from './settings.ts';
import { entriesOf, isStoredToken, parseStored, storedVersion, unusable } from './stored-json.ts';
import { warnOfWorkTree } from './work-tree.ts';

export interface CredentialsOptions extends LockOptions {
  /** Warns the user of a danger that has been removed. */
  readonly warn: (message: string) => void;
}

type Tokens = Record<string, StoredToken>;

/** Returns the store of tokens in `credentials.json` of `folder`. Only the owner can read the file. */
export function createCredentials(folder: string, { warn, ...lock }: CredentialsOptions): CredentialStore {
  const path = join(folder, 'credentials.json');

  /** Changes the file under its lock. `edit` returns whether there is something to write. */
  async function change(edit: (tokens: Tokens) => boolean): Promise<boolean> {
    writing(path, () => prepareFolder(folder, warn));
    const locked = () => {
      const tokens = readTokens(path, warn);
      const changed = edit(tokens);
      writing(path, () => {
        removeLeftovers(path);
        if (changed) replaceFile(path, serialize(tokens), 0o600);
      });
      return changed;
    };
    const { withLock } = await import('./lock.ts');
    return await withLock(lockPath(folder), locked, lock);
  }

  return {
    path,
    find: async (profile) => readTokens(path, warn)[profile],
    async store(profile, { token, origin, baseUrl }) {
      await change((tokens) => {
        tokens[profile] = { token, origin, baseUrl };
        return true;
      });
      warnOfWorkTree(path, warn);
      return `${path}, which only you can read`;
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

function readTokens(path: string, warn: (message: string) => void): Tokens {
  const text = readPrivately(path, warn);
  const stored = text === undefined ? {} : parseStored(text, path);
  const tokens = entriesOf(stored.tokens ?? {}, isStoredToken);
  if (!tokens) throw unusable(path, 'its tokens are not what docs-admin stores');
  return tokens;
}

function readPrivately(path: string, warn: (message: string) => void): string | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw new LocalStateError(`cannot read ${path}: ${errorReason(error)}`);
  }
  try {
    const stats = fstatSync(file);
    assertOwn(stats, path);
    if (isOpenToOthers(stats)) closeToOthers(file, path, warn);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof LocalStateError) throw error;
    throw new LocalStateError(`cannot read ${path}: ${errorReason(error)}`);
  } finally {
    closeSync(file);
  }
}

/** Windows has no such owners and modes; a home folder is private there. */
function isOpenToOthers({ mode }: Stats): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

function closeToOthers(file: number, path: string, warn: (message: string) => void): void {
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
      hint: { code: 'move-credentials', data: { path } },
    });
  }
}

function prepareFolder(folder: string, warn: (message: string) => void): void {
  const { wasOpen } = makePrivateFolder(folder);
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
