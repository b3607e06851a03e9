import type { Command } from 'commander';
import { defineVerb, loadAll } from '../cli/command.ts';
import { completionScripts, shellNames } from '../cli/completion/scripts.ts';
import type { NounWords } from '../cli/noun.ts';
import type { Verb } from '../cli/session/verb.ts';
import { UsageError } from '../errors.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 310,
  summary: 'completion script of a shell',
};

export const completion = ({ out }: Verb, command: Command) => {
  defineVerb(command, { summary: 'Print the completion script of a shell', effect: 'read' }, [
    'docs-admin completion bash > ~/.local/share/bash-completion/completions/docs-admin',
    'docs-admin completion zsh > ~/.zfunc/_docs-admin',
    'docs-admin completion fish > ~/.config/fish/completions/docs-admin.fish',
  ])
    .argument('<shell>', shellNames.join(', '))
    .action(async (shell) => {
      const program = command.parent as Command;
      await loadAll(program);
      const found = completionScripts(program).find(({ name }) => name === shell);
      if (!found)
        throw new UsageError('unknown <shell>', { hint: `there are scripts for ${shellNames.join(', ')}` });
      await out.raw(found.text);
    });
  return [];
};
