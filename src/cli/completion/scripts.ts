import type { Verb } from '../verb.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import { shells } from './shells.ts';
import { completionNodes } from './tree.ts';
import { zshScript } from './zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

/** Returns the completion scripts of all shells, for a command tree whose nouns are all loaded. */
export function completionScripts(program: Verb): { name: string; file: string; text: string }[] {
  const nodes = completionNodes(program);
  return shells.map(({ name, file }) => ({ name, file, text: scripts[name](nodes) }));
}
