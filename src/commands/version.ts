import type { Command } from 'commander';
import { defineVerb, worksWithoutSettings } from '../cli/command.ts';
import type { NounWords } from '../cli/noun.ts';
import type { Verb } from '../cli/session/verb.ts';
import { version as number } from '../version.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 320,
  summary: 'the version of the tool',
};

export const version = ({ out, system }: Verb, command: Command) => {
  worksWithoutSettings(command);
  defineVerb(command, { summary: 'Print the version', effect: 'read' }, [
    'docs-admin version',
    'docs-admin version --licenses',
  ])
    .option('--licenses', 'print the licences of the tool and of the code in it instead')
    .action(async ({ licenses }) => out.raw(licenses ? await system.licenses() : number));
  return [];
};
