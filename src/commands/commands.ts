import type { NounWords } from '../cli/noun.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { commandView } from '../views/commands.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 300,
  summary: 'every command with its flags, as data',
};

export const commands = ({ out }: LineParts, command: Verb) => {
  defineVerb(
    command,
    {
      summary: 'List every command with its flags, operations and examples',
      effect: 'read',
      worksWithoutSettings: true,
    },
    ['docs-admin commands', 'docs-admin commands --json'],
  ).action(async () => {
    const { describedProgram } = await import('../cli/help/described.ts');
    await out.list([await describedProgram(command.parent as Verb)], commandView);
  });
  return [];
};
