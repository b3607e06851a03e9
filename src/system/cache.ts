import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cache } from '../ports.ts';
import { makePrivateFolder } from './private-folder.ts';

/**
 * Returns a cache of texts, as files in `folder` that only the user can read. A text that is older than `maxAge` (in
 * milliseconds) is deleted when the next one is written. Never throws: without a cache the tool only is slower.
 */
export function createCache(folder: string, maxAge: number, now: () => number): Cache {
  // The file's name must not show what is in it.
  const fileOf = (key: string) => {
    // Loaded here, because few commands use the cache.
    const { createHash } = process.getBuiltinModule('node:crypto');
    return join(folder, createHash('sha256').update(key).digest('hex'));
  };
  const isFresh = (path: string) => Math.abs(now() - statSync(path).mtimeMs) < maxAge;
  return {
    read: (key) =>
      orNothing(() => {
        const path = fileOf(key);
        return isFresh(path) ? readFileSync(path, 'utf8') : undefined;
      }),
    write: (key, text) =>
      orNothing(() => {
        makePrivateFolder(folder);
        const stale = readdirSync(folder).filter((file) => !isFresh(join(folder, file)));
        for (const file of stale) rmSync(join(folder, file), { force: true });
        const temporary = `${fileOf(key)}.tmp-${process.pid}`;
        writeFileSync(temporary, text, { mode: 0o600 });
        renameSync(temporary, fileOf(key));
      }),
  };
}

function orNothing<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
