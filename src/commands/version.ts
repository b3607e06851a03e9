import type { NounWords } from '../cli/noun.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { version as number } from '../version.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 320,
  summary: 'the version of the tool',
};

export const version = ({ out, system }: LineParts, command: Verb) => {
  defineVerb(command, { summary: 'Print the version', effect: 'read', worksWithoutSettings: true }, [
    'docs-admin version',
    'docs-admin version --licenses',
  ])
    .option('--licenses', 'print the licences of the tool and of the code in it instead')
    .action(async ({ licenses }) => out.raw(licenses ? await system.licenses() : number));
  return [];
};
