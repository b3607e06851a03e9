import type { Command } from 'commander';
import { defineVerb, loadAll, worksWithoutSettings } from '../cli/command.ts';
import { shells } from '../cli/completion/shells.ts';
import type { NounWords } from '../cli/noun.ts';
import type { Verb } from '../cli/session/verb.ts';
import { UsageError } from '../errors.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 310,
  summary: 'completion script of a shell',
};

const shellNames = shells.map(({ name }) => name).join(', ');

export const completion = ({ system, out }: Verb, command: Command) => {
  worksWithoutSettings(command);
  defineVerb(command, { summary: 'Print the completion script of a shell', effect: 'read' }, [
    'docs-admin completion bash > ~/.local/share/bash-completion/completions/docs-admin',
    'docs-admin completion zsh > ~/.zfunc/_docs-admin',
    'docs-admin completion fish > ~/.config/fish/completions/docs-admin.fish',
  ])
    .argument('<shell>', shellNames)
    .action(async (shell) => {
      const known = shells.find(({ name }) => name === shell);
      if (!known) throw new UsageError('unknown <shell>', { hint: `there are scripts for ${shellNames}` });
      // To make it, every noun must be loaded, which takes long: some shells ask for it whenever they start.
      const shipped = await system.completionScript(known.file);
      await out.raw(shipped ?? (await madeScript(command.parent as Command, known.name)));
    });
  return [];
};

async function madeScript(program: Command, shell: string): Promise<string> {
  const { completionScripts } = await import('../cli/completion/scripts.ts');
  await loadAll(program);
  return completionScripts(program).find(({ name }) => name === shell)?.text ?? '';
}
