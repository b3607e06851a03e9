import { defineVerb, type Verb } from '../cli/verb.ts';
import type { View } from '../output/view.ts';

export const commandView: View = {
  id: 'command',
  columns: [{ field: 'command' }, { field: 'summary' }, { field: 'effect' }, { field: 'operations' }],
};

export const commands = (command: Verb) => {
  defineVerb(
    command,
    {
      summary: 'List every command with its flags, operations and examples',
      effect: 'read',
      worksWithoutSettings: true,
    },
    ['docs-admin commands', 'docs-admin commands --json'],
  ).run(async ({ out }) => {
    const { describedProgram } = await import('../cli/help/described.ts');
    await out.list([await describedProgram(command.parent as Verb)], commandView);
  });
  return [];
};
