import type { System } from './system.ts';

type Env = System['env'];

/** The conventions of no-color.org and force-color.org: set to anything but nothing. */
export function wantsColor(env: Env, onTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return onTerminal && env.TERM !== 'dumb';
}

/** Whether there is more than ASCII: the locale of a terminal that has no more is `C` or `POSIX`. */
export function hasUnicode(env: Env): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale !== 'C' && locale !== 'POSIX';
}

/** Whether a line on stderr may move: there is somebody to watch it. */
export function showsMotion(env: Env, onTerminal: boolean): boolean {
  return onTerminal && !env.CI && env.TERM !== 'dumb';
}
