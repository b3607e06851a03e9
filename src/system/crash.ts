import { appendFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from './private-folder.ts';

/** How long a process that has lost its way has for telling so, in milliseconds. */
const grace = 1000;

/** Rejects with the first uncaught error of this process; until then Node's own report of it is held back. */
export function createCrashWatch(): Promise<never> {
  const crashed = new Promise<never>((_, reject) => {
    // Rejections of promises without a handler come here, too.
    process.on('uncaughtException', (error) => {
      process.exitCode = 1;
      reject(error);
      setTimeout(() => process.exit(1), grace).unref();
    });
  });
  crashed.catch(() => {});
  return crashed;
}

/** A file of reports that is longer, in bytes, makes place for a new one, and is kept beside it. */
const longest = 1024 * 1024;

/** Adds a line to the file `path`, for its owner only, and returns the path; `undefined` where that cannot be. */
export function keepCrash(path: string, line: string): string | undefined {
  try {
    makePrivateFolder(dirname(path));
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > longest) renameSync(path, `${path}.1`);
    appendFileSync(path, `${line}\n`, { mode: 0o600 });
    return path;
  } catch {
    return undefined;
  }
}
