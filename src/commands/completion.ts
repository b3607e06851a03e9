import { shells } from '../cli/completion/shells.ts';
import type { NounWords } from '../cli/noun.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { UsageError } from '../errors.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 310,
  summary: 'completion script of a shell',
};

const shellNames = shells.map(({ name }) => name).join(', ');

export const completion = ({ system, out }: LineParts, command: Verb) => {
  defineVerb(
    command,
    { summary: 'Print the completion script of a shell', effect: 'read', worksWithoutSettings: true },
    [
      'docs-admin completion bash > ~/.local/share/bash-completion/completions/docs-admin',
      'docs-admin completion zsh > ~/.zfunc/_docs-admin',
      'docs-admin completion fish > ~/.config/fish/completions/docs-admin.fish',
    ],
  )
    .argument('<shell>', shellNames)
    .action(async (shell) => {
      const known = shells.find(({ name }) => name === shell);
      if (!known) throw new UsageError('unknown <shell>', { hint: `there are scripts for ${shellNames}` });
      // To make it, every noun must be loaded, which takes long: some shells ask for it whenever they start.
      const shipped = await system.completionScript(known.file);
      await out.raw(shipped ?? (await madeScript(command.parent as Verb, known.name)));
    });
  return [];
};

async function madeScript(program: Verb, shell: string): Promise<string> {
  const { completionScripts } = await import('../cli/completion/scripts.ts');
  await program.loadAll();
  return completionScripts(program).find(({ name }) => name === shell)?.text ?? '';
}
