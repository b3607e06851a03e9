import type { Command } from 'commander';
import { defineVerb, worksWithoutSettings } from '../cli/command.ts';
import type { NounWords } from '../cli/noun.ts';
import type { Verb } from '../cli/session/verb.ts';
import { commandView } from '../views/commands.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 300,
  summary: 'every command with its flags, as data',
};

export const commands = ({ out }: Verb, command: Command) => {
  worksWithoutSettings(command);
  defineVerb(
    command,
    { summary: 'List every command with its flags, operations and examples', effect: 'read' },
    ['docs-admin commands', 'docs-admin commands --json'],
  ).action(async () => {
    const { describedProgram } = await import('../cli/help/described.ts');
    await out.list([await describedProgram(command.parent as Command)], commandView);
  });
  return [];
};
