import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import { type CompletionNode, completionNodes } from './tree.ts';
import { zshScript } from './zsh.ts';

interface Shell {
  readonly name: string;
  /** Its file in `completions/`. */
  readonly file: string;
  readonly script: (nodes: readonly CompletionNode[]) => string;
}

const shells: readonly Shell[] = [
  { name: 'bash', file: 'docs-admin.bash', script: bashScript },
  { name: 'zsh', file: '_docs-admin', script: zshScript },
  { name: 'fish', file: 'docs-admin.fish', script: fishScript },
  { name: 'powershell', file: 'docs-admin.ps1', script: powershellScript },
];

export const shellNames: readonly string[] = shells.map(({ name }) => name);

/** Returns the completion scripts of all shells, for a command tree whose nouns are all loaded. */
export function completionScripts(program: Command): { name: string; file: string; text: string }[] {
  const nodes = completionNodes(program);
  return shells.map(({ name, file, script }) => ({ name, file, text: script(nodes) }));
}
