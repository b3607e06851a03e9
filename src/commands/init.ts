import type { Command } from 'commander';
import { defineVerb } from '../cli/command.ts';
import type { NounWords } from '../cli/noun.ts';
import type { Verb } from '../cli/session/verb.ts';
import { UsageError } from '../errors.ts';
import { quoted } from '../text/quoted.ts';
import { version } from '../version.ts';
import { githubWorkflow } from './init/workflow.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 280,
  summary: 'a workflow file for continuous integration',
};

/** The systems for which there is a file. */
const systems: readonly string[] = ['github'];

export const init = ({ context, out }: Verb, command: Command) => {
  defineVerb(command, 'Print a workflow file that keeps teams in line with a roster in the repository', [
    'docs-admin init --ci github > .github/workflows/docs-admin.yml',
    'docs-admin init --ci github --roster people/teams.csv',
  ])
    .option('--ci <system>', `the system that runs it: ${systems.join(', ')}`)
    .option('--roster <file>', 'the roster in the repository (default: roster.csv)')
    .action(async ({ ci, roster: given = 'roster.csv' }) => {
      if (ci === undefined || !systems.includes(ci)) {
        throw new UsageError(ci === undefined ? 'no --ci given' : `unknown --ci ${quoted(ci)}`, {
          hint: `there are files for ${systems.join(', ')}`,
        });
      }
      const roster = pathInRepository(given);
      // The address of the sandbox is useless on another machine.
      const find = (key: 'base-url' | 'org') => (context.isSandbox ? undefined : context.find(key)?.value);
      const text = githubWorkflow({
        command: `teams members sync --file ${roster} --prune --json`,
        file: roster,
        version,
        baseUrl: find('base-url'),
        org: find('org'),
      });
      await out.raw(text.trimEnd());
    });
  return [];
};

/**
 * Returns the path as GitHub compares it, without `./`. It is a part of a script, so only plain characters are allowed.
 */
function pathInRepository(path: string): string {
  const plain = /^[\p{L}\p{N}_./][\p{L}\p{N}_./-]*$/u.test(path);
  const normal = normalize(path);
  if (plain && !/^(?:\/|\.\.?(?:\/|$))/.test(normal)) return normal;
  throw new UsageError(
    plain
      ? `invalid --roster ${quoted(path)}: must be a file in the repository`
      : `invalid --roster ${quoted(path)}: letters, digits, "/", ".", "_" and "-" only`,
  );
}

function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.join('/') || '.';
}
