import { hasModes, systemDisk } from '../disk/disk.ts';
import type { CredentialStore } from '../ports.ts';
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
