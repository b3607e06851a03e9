import { hasModes, systemDisk } from '../disk/disk.ts';
import type { CredentialStore, StoredToken } from '../ports.ts';
import { parsedJson } from '../text/json.ts';
import type { Keyring } from './keyring.ts';
import { type PrivateOptions, privateJson } from './private-json.ts';
import { isStoredToken } from './stored-json.ts';

const tokens = {
  file: 'credentials.json',
  key: 'tokens',
  isEntry: isStoredToken,
  advice: 'rotate its tokens',
};

/** Returns the store of tokens in `credentials.json` of `folder`. Only the owner can read the file. */
export function createCredentials(folder: string, options: PrivateOptions): CredentialStore {
  const { disk = systemDisk } = options;
  const { path, read, change } = privateJson(folder, tokens, options);
  return {
    path,
    find: async (profile) => read()[profile],
    async store(profile, { token, baseUrl }) {
      await change((stored) => {
        stored[profile] = { token, baseUrl };
        return true;
      });
      (await import('./work-tree.ts')).warnOfWorkTree(path, options.warn, disk);
      return hasModes(disk)
        ? `${path}, which only you can read`
        : `${path}; the rights of its folder decide who can read it, because Windows has no file modes`;
    },
    hasKeyring: () => false,
    async forget(profile) {
      if (!disk.fs.existsSync(path)) return false;
      return await change((stored) => profile in stored && delete stored[profile]);
    },
  };
}

/**
 * Returns a store of tokens in the operating system's keyring, if `find` returns one, else in `files`. A token is in
 * one of the two. The file is read first: that costs nothing, and it holds tokens that were stored while the keyring
 * did not work.
 */
export function preferKeyring(
  files: CredentialStore,
  find: () => Keyring | undefined,
  warn: (message: string) => void,
): CredentialStore {
  return {
    path: files.path,
    async find(profile) {
      const stored = await files.find(profile);
      return (
        stored ??
        (await attempt(async () => parse(await find()?.get(profile)), warn, 'its tokens cannot be read'))
      );
    },
    hasKeyring: () => find() !== undefined,
    async store(profile, token, { inFile = false } = {}) {
      const keyring = find();
      if (inFile) {
        await attempt(async () => keyring?.remove(profile), warn, 'a token may still be there');
        return files.store(profile, token);
      }
      const fallback = `the token goes into ${files.path}`;
      const done = keyring && (await attempt(() => keep(keyring, profile, token), warn, fallback));
      if (!done) return files.store(profile, token);
      await files.forget(profile);
      return 'the keyring of the operating system';
    },
    async forget(profile) {
      const inFile = await files.forget(profile);
      const inKeyring = await attempt(
        async () => find()?.remove(profile),
        warn,
        'a token may still be there',
      );
      return inFile || (inKeyring ?? false);
    },
  };
}

async function keep(keyring: Keyring, profile: string, { token, baseUrl }: StoredToken): Promise<true> {
  await keyring.set(profile, JSON.stringify({ token, baseUrl }));
  return true;
}

/** Returns the result of `action`. If the keyring fails, prints a warning that ends with `consequence`. */
async function attempt<T>(
  action: () => Promise<T>,
  warn: (message: string) => void,
  consequence: string,
): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    warn(`${error instanceof Error ? error.message : 'the OS keyring failed'}; ${consequence}`);
    return undefined;
  }
}

/** Parses a stored token; `undefined` if another program has written something of another form. */
function parse(secret = ''): StoredToken | undefined {
  const stored = parsedJson(secret);
  return isStoredToken(stored) ? stored : undefined;
}
