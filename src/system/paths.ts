import { accessSync, constants, existsSync, lstatSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, posix, win32 } from 'node:path';
import { errorCode } from '../disk/errno.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the folder of the settings and credentials. */
export function configFolder(env: Environment, platform: NodeJS.Platform): string {
  const usual = { unix: ['.config'], windows: env.APPDATA, inProfile: ['AppData', 'Roaming'] };
  return folderIn(env.XDG_CONFIG_HOME, usual, env, platform);
}

/** What `stateFolder` asks the machine; tests give another one. */
export interface FolderFacts {
  /** Returns whether this process can make files in a folder, or make the folder. */
  readonly isWritable: (folder: string) => boolean;
  /** The folder of temporary files. */
  readonly temporary: () => string;
  /** The id of the user; `undefined` on Windows. */
  readonly uid: number | undefined;
  /** Returns whether a folder is missing, or belongs to this user. */
  readonly isOurs: (folder: string) => boolean;
}

/**
 * Returns the folder of the data that the tool keeps between runs. Where the home cannot be written, as for any user in
 * some containers, it is a folder of this user among the temporary files.
 */
export function stateFolder(
  env: Environment,
  platform: NodeJS.Platform,
  facts: FolderFacts = thisMachine,
): string {
  const usual = usualStateFolder(env, platform);
  if (absolute(env.XDG_STATE_HOME, platform) || facts.isWritable(usual)) return usual;
  // A relative one would be another folder for each working folder.
  const temporary = absolute(facts.temporary(), platform);
  if (temporary === undefined) return usual;
  const other = pathsOf(platform).join(temporary, `docs-admin-${facts.uid ?? 'state'}`);
  return facts.isOurs(other) && facts.isWritable(other) ? other : usual;
}

/** Returns the folder that `stateFolder` prefers. */
export function usualStateFolder(env: Environment, platform: NodeJS.Platform): string {
  const usual = { unix: ['.local', 'state'], windows: env.LOCALAPPDATA, inProfile: ['AppData', 'Local'] };
  return folderIn(env.XDG_STATE_HOME, usual, env, platform);
}

/** Returns the folder of data that may be deleted at any time. */
export function cacheFolder(env: Environment, platform: NodeJS.Platform): string {
  const local = absolute(env.LOCALAPPDATA, platform);
  const usual = {
    unix: ['.cache'],
    windows: local && pathsOf(platform).join(local, 'Cache'),
    inProfile: ['AppData', 'Local', 'Cache'],
  };
  return folderIn(env.XDG_CACHE_HOME, usual, env, platform);
}

interface Usual {
  /** The folder below the home of a user. */
  readonly unix: readonly string[];
  /** The folder that a variable of Windows names, and the one below the profile of a user without this variable. */
  readonly windows: string | undefined;
  readonly inProfile: readonly string[];
}

function folderIn(
  chosen: string | undefined,
  { unix, windows, inProfile }: Usual,
  env: Environment,
  platform: NodeJS.Platform,
): string {
  const { join } = pathsOf(platform);
  const isWindows = platform === 'win32';
  const usual = () => join(home(env, platform), ...(isWindows ? inProfile : unix));
  const named = isWindows ? absolute(windows, platform) : undefined;
  return join(absolute(chosen, platform) ?? named ?? usual(), 'docs-admin');
}

/** Ignores a relative path, as the XDG rules say. */
function absolute(path: string | undefined, platform: NodeJS.Platform): string | undefined {
  return path && pathsOf(platform).isAbsolute(path) ? path : undefined;
}

function pathsOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

function home(env: Environment, platform: NodeJS.Platform): string {
  const own = platform === 'win32' ? env.USERPROFILE : env.HOME;
  return absolute(own, platform) ?? absolute(systemHome(), platform) ?? '/nonexistent';
}

/** `homedir()` throws for a user without an entry in the password file, as in some containers. */
function systemHome(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}

const thisMachine: FolderFacts = {
  isWritable,
  temporary: tmpdir,
  uid: process.getuid?.(),
  isOurs(folder) {
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    return stats === undefined || (stats.isDirectory() && stats.uid === (process.getuid?.() ?? stats.uid));
  },
};

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    const parent = dirname(folder);
    return errorCode(error) === 'ENOENT' && parent !== folder && !existsSync(folder) && isWritable(parent);
  }
}
