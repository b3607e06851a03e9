import { defineVerb, type Verb } from '../cli/verb.ts';
import { version as number } from '../version.ts';

export const version = (command: Verb) => {
  defineVerb(command, { summary: 'Print the version', effect: 'read', worksWithoutSettings: true }, [
    'docs-admin version',
    'docs-admin version --licenses',
  ])
    .option('--licenses', 'print the licences of the tool and of the code in it instead')
    .run(async ({ out, system }, { licenses }) => out.raw(licenses ? await system.licenses() : number));
  return [];
};
