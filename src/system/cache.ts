import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cache } from '../ports.ts';
import { makePrivateFolder } from './private-folder.ts';

/**
 * Texts that may be forgotten at any time, as files in `folder` that only the user can read; none outlives `maxAge`
 * (in milliseconds) by more than the time until the next one is written. It never throws: without a cache the tool is
 * slower, and that is all.
 */
export function createCache(folder: string, maxAge: number, now: () => number): Cache {
  // A name that says nothing of what is in it.
  const fileOf = (key: string) => {
    // Loaded only here: few commands have anything to do with a cache.
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
