import { lstatSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolders } from '../disk/folders.ts';
import { version } from '../version.ts';
import { cacheFolder, type Environment } from './paths.ts';

/** Folders of other versions, or for other flags of V8, that stay, because people may use several in turn. */
const kept = 3;

/** Files in a folder for one set of flags: some for each command, and for each place where the tool is installed. */
const mostFiles = 1000;

/** One process in so many looks at what is in its own folder: this takes longer than all the rest. */
const looksEvery = 32;

/** The process, as far as the cache depends on it; tests give another one. */
type Surroundings = Pick<NodeJS.Process, 'platform' | 'version'> & {
  readonly env: Environment;
  readonly geteuid?: (() => number) | undefined;
  /** Returns a number from 0 to 1. @default Math.random */
  readonly random?: () => number;
};

/**
 * Returns the folder in which Node may keep the compiled code of this version of the tool, and makes it. Node runs what
 * is in it, so it must belong to this user, and no one else may be able to replace it. Returns `undefined` if there is no
 * such folder, or if a variable switches the cache off. Never throws: without the cache the tool only is slower.
 */
export function compileCacheFolder(surroundings: Surroundings = process): string | undefined {
  const { env, platform, geteuid, random = Math.random } = surroundings;
  if (env.NODE_COMPILE_CACHE || env.NODE_DISABLE_COMPILE_CACHE || env.DOCS_ADMIN_NO_CACHE) return undefined;
  const cache = cacheFolder(env, platform);
  const all = join(cache, 'compile');
  const own = join(all, `${version}-node-${surroundings.version}`);
  const user = geteuid?.();
  try {
    // The home of this user: one that is missing is not made.
    statSync(dirname(dirname(cache)));
    const nearest = nearestExisting(own);
    if (!isPrivate(nearest, user)) return undefined;
    if (nearest !== own) {
      makeFolders(own);
      removeOldest(all, basename(own));
    } else if (random() * looksEvery < 1) {
      prune(own);
    }
    return own;
  } catch {
    return undefined;
  }
}

function nearestExisting(path: string): string {
  const exists = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return exists ? path : nearestExisting(dirname(path));
}

/**
 * Returns whether a folder belongs to `user`, and no one else but root can change it or replace a folder above it.
 * Windows has no such ids (`undefined`): there, the folder is in the profile of the user.
 */
function isPrivate(folder: string, user: number | undefined): boolean {
  if (user === undefined) return true;
  const path = realpathSync.native(folder);
  return statSync(path).uid === user && isUnchanged(path, user);
}

function isUnchanged(path: string, user: number): boolean {
  const { uid, mode } = statSync(path);
  // In a folder like /tmp, everyone can replace only what is their own.
  const isOpen = (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
  if (isOpen || (uid !== user && uid !== 0)) return false;
  return dirname(path) === path || isUnchanged(dirname(path), user);
}

/** Node makes one folder for each set of flags of V8, and never removes a file. */
function prune(own: string): void {
  removeOldest(own);
  for (const name of readdirSync(own)) {
    const path = join(own, name);
    if (readdirSync(path).length > mostFiles) rmSync(path, { recursive: true, force: true });
  }
}

/** Removes all folders in `folder` but `own` and the newest others. */
function removeOldest(folder: string, own?: string): void {
  const others = readdirSync(folder)
    .filter((name) => name !== own)
    .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.time - one.time);
  for (const { path } of others.slice(kept)) rmSync(path, { recursive: true, force: true });
}
