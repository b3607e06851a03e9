import { join } from 'node:path';
import { type Disk, systemDisk } from '../disk/disk.ts';
import { makePrivateFolder } from '../disk/folders.ts';
import { readBounded } from '../disk/read-bounded.ts';
import type { Cache } from '../ports.ts';

const maxLength = 1_000_000;
/** UTF-8 takes at most three bytes for a character of a text. */
const maxBytes = 3 * maxLength;
const maxFiles = 100;

/** Keeps nothing. */
export const noCache: Cache = { read: () => undefined, write: async () => {} };

/**
 * Returns a cache of texts, as files in `folder` that only the user can read. A text that is older than `maxAge` (in
 * milliseconds) is deleted when the next one is written. Texts of more than a million characters are not kept, nor more
 * than 100 texts. Never throws: without a cache the tool only is slower.
 */
export function createCache(
  folder: string,
  maxAge: number,
  now: () => number,
  disk: Disk = systemDisk,
): Cache {
  const { fs } = disk;
  // The file's name must not show what is in it.
  const fileOf = (key: string) => {
    // Loaded here, because few commands use the cache.
    const { createHash } = process.getBuiltinModule('node:crypto');
    return join(folder, createHash('sha256').update(key).digest('hex'));
  };
  const isFresh = (path: string) => Math.abs(now() - fs.statSync(path).mtimeMs) < maxAge;
  return {
    read: (key) =>
      orNothing(() => {
        const path = fileOf(key);
        return isFresh(path) ? readBounded(path, maxBytes, undefined, fs).toString('utf8') : undefined;
      }),
    async write(key, text) {
      // Loaded here, because few commands use the cache.
      const { removeFile, replaceFile } = await import('../disk/replace-file.ts');
      orNothing(() => {
        makePrivateFolder(folder, disk);
        // Beside folders of others: see compile-cache.ts.
        const files = fs
          .readdirSync(folder, { withFileTypes: true })
          .flatMap((entry) => (entry.isFile() ? [entry.name] : []));
        const stale = files.filter((file) => !isFresh(join(folder, file)));
        for (const file of stale) removeFile(join(folder, file), disk);
        if (text.length > maxLength || files.length - stale.length >= maxFiles) return;
        replaceFile(fileOf(key), text, { isDurable: false }, disk);
      });
    },
  };
}

function orNothing<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
