import type { Command } from 'commander';
import { defineVerb } from '../cli/command.ts';
import type { Verb } from '../cli/session/verb.ts';
import { version as number } from '../version.ts';

export const version = ({ out }: Verb, command: Command) => {
  defineVerb(command, 'Print the version', ['docs-admin version']).action(() => out.raw(number));
  return [];
};
