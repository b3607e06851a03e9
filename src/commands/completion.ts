import { completionScripts } from '../cli/completion/scripts.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { UsageError } from '../errors.ts';

const shellNames = completionScripts.map(({ shell }) => shell).join(', ');

export const completion = (command: Verb) => {
  defineVerb(
    command,
    { summary: 'Print the completion script of a shell', effect: 'read', worksWithoutSettings: true },
    [
      'docs-admin completion bash > ~/.local/share/bash-completion/completions/docs-admin',
      'docs-admin completion zsh > ~/.zfunc/_docs-admin',
      'docs-admin completion fish > ~/.config/fish/completions/docs-admin.fish',
    ],
  )
    .description('Print the completion script of a shell; `mkdir -p` first makes the folder for its file')
    .argument('<shell>', shellNames)
    .run(async ({ out }, shell) => {
      const known = completionScripts.find((script) => script.shell === shell);
      if (!known) throw new UsageError('unknown <shell>', { hint: `there are scripts for ${shellNames}` });
      await out.raw(known.text);
    });
  return [];
};
