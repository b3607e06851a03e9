import type { System } from '../../ports.ts';
import type { SharedFlags } from '../flags/shared-flags.ts';

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

/** Whether the output is to be heard instead of seen. */
export function isPlain(flags: SharedFlags, env: Env): boolean {
  return flags.plain ?? env.DOCS_ADMIN_PLAIN === '1';
}

const linkingPrograms = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'Tabby'];
const linkingTerminals = ['xterm-kitty', 'xterm-ghostty', 'alacritty', 'foot'];
/** The first that shows links without crashing. */
const linkingVte = 5000;

/** Whether the terminal says of itself that it is one that makes links of OSC 8. Others may print the address. */
export function makesLinks(env: Env): boolean {
  if (env.FORCE_HYPERLINK) return env.FORCE_HYPERLINK !== '0';
  // Inside of a multiplexer the variables of the terminal around it are there too, but it may not pass links on.
  if (env.TMUX || env.STY || env.TERM === 'dumb') return false;
  return (
    linkingPrograms.includes(env.TERM_PROGRAM ?? '') ||
    linkingTerminals.includes(env.TERM ?? '') ||
    Number(env.VTE_VERSION) >= linkingVte ||
    Boolean(env.WT_SESSION || env.KONSOLE_VERSION || env.KITTY_WINDOW_ID)
  );
}
