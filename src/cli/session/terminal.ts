import type { System } from '../../ports.ts';
import type { SharedFlags } from '../flags/flag.ts';

type Env = System['env'];

/**
 * Returns whether output has colour, by the conventions of no-color.org and force-color.org: a variable counts unless
 * it is empty.
 */
export function wantsColor(env: Env, onTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return onTerminal && env.TERM !== 'dumb';
}

/** Returns whether the terminal shows more than ASCII: the locale of one that does not is `C` or `POSIX`. */
export function hasUnicode(env: Env): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale !== 'C' && locale !== 'POSIX';
}

/** Returns whether a line on stderr may be redrawn, because a person watches it. */
export function showsMotion(env: Env, onTerminal: boolean): boolean {
  return onTerminal && !env.CI && env.TERM !== 'dumb';
}

/** Returns whether the output is for a screen reader. Many tools know `ACCESSIBLE`. */
export function isPlain(flags: SharedFlags, env: Env): boolean {
  return flags.plain ?? (env.DOCS_ADMIN_PLAIN === '1' || !['', '0'].includes(env.ACCESSIBLE ?? ''));
}

const linkingPrograms = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'Tabby'];
const linkingTerminals = ['xterm-kitty', 'xterm-ghostty', 'alacritty', 'foot'];
/** The first version of VTE that shows links without crashing. */
const linkingVte = 5000;

/** Returns whether the terminal is known to support links of OSC 8. Other terminals may print the address. */
export function makesLinks(env: Env): boolean {
  if (env.FORCE_HYPERLINK) return env.FORCE_HYPERLINK !== '0';
  // A multiplexer keeps the variables of the terminal around it, but may not pass links on.
  if (env.TMUX || env.STY || env.TERM === 'dumb') return false;
  return (
    linkingPrograms.includes(env.TERM_PROGRAM ?? '') ||
    linkingTerminals.includes(env.TERM ?? '') ||
    Number(env.VTE_VERSION) >= linkingVte ||
    Boolean(env.WT_SESSION || env.KONSOLE_VERSION || env.KITTY_WINDOW_ID)
  );
}
