import { lstatSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../disk/folders.ts';
import { readBounded, shortFile } from '../disk/read-bounded.ts';
import { isGone, isHere, parseHolder, thisProcess } from './lock-holder.ts';

/** How the names of the folders of copies begin, in the folder of temporary files. */
const start = 'docs-admin-copy-';

/** The file in such a folder that names its process. */
const processFile = 'process.json';

/**
 * Makes a folder for a copy, which only its owner can read. Removes the folders of processes that have ended: one that
 * is killed while it fills a copy cannot remove its own.
 */
export function makeCopyFolder(): string {
  removeStale();
  const folder = mkdtempSync(join(tmpdir(), start));
  writeFileSync(join(folder, processFile), JSON.stringify(thisProcess()), { mode: 0o600 });
  return folder;
}

function removeStale(): void {
  for (const name of namesIn(tmpdir()).filter((one) => one.startsWith(start))) {
    const folder = join(tmpdir(), name);
    try {
      if (isOwnFolder(folder) && isLeft(join(folder, processFile))) removeFolder(folder);
    } catch {
      // Something else is in it, or another process removes it just now.
    }
  }
}

/** Anyone can make a folder of such a name among the temporary files. */
function isOwnFolder(path: string): boolean {
  const stats = lstatSync(path);
  return stats.isDirectory() && stats.uid === (process.geteuid?.() ?? stats.uid);
}

/** Returns whether the process that a file names was one of this machine, and has ended. */
function isLeft(path: string): boolean {
  let changed = 0;
  const content = readBounded(path, shortFile, ({ mtimeMs }) => {
    changed = mtimeMs;
  });
  const holder = parseHolder(content.toString('utf8'));
  return holder !== undefined && isHere(holder) && isGone(holder, changed);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
