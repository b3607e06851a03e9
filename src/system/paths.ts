import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the folder of the settings and credentials. */
export function configFolder(env: Environment, platform: NodeJS.Platform): string {
  const windows = platform === 'win32' ? env.APPDATA : undefined;
  return join(absolute(env.XDG_CONFIG_HOME) ?? windows ?? join(home(env), '.config'), 'docs-admin');
}

/** Returns the folder of the data that the tool keeps between runs. */
export function stateFolder(env: Environment, platform: NodeJS.Platform): string {
  const windows = platform === 'win32' ? env.LOCALAPPDATA : undefined;
  return join(absolute(env.XDG_STATE_HOME) ?? windows ?? join(home(env), '.local', 'state'), 'docs-admin');
}

/** Returns the folder of data that may be deleted at any time. */
export function cacheFolder(env: Environment, platform: NodeJS.Platform): string {
  const windows = platform === 'win32' ? env.LOCALAPPDATA : undefined;
  const cache = windows && join(windows, 'Cache');
  return join(absolute(env.XDG_CACHE_HOME) ?? cache ?? join(home(env), '.cache'), 'docs-admin');
}

/** Ignores a relative path, as the XDG rules say. */
function absolute(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined;
}

function home(env: Environment): string {
  return absolute(env.HOME) ?? absolute(systemHome()) ?? '/nonexistent';
}

/** `homedir()` throws for a user without an entry in the password file, as in some containers. */
function systemHome(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
