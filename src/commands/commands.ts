import type { Command } from 'commander';
import { defineVerb, loadAll } from '../cli/command.ts';
import { describeProgram } from '../cli/help/reference.ts';
import type { NounWords } from '../cli/noun.ts';
import type { Verb } from '../cli/session/verb.ts';
import { commandView } from '../views/commands.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 300,
  summary: 'every command with its flags, as data',
};

export const commands = ({ out }: Verb, command: Command) => {
  defineVerb(
    command,
    { summary: 'List every command with its flags, operations and examples', effect: 'read' },
    ['docs-admin commands', 'docs-admin commands --json'],
  ).action(async () => {
    const program = command.parent as Command;
    await loadAll(program);
    await out.list([describeProgram(program)], commandView);
  });
  return [];
};
