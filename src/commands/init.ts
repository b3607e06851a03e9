import type { Command } from 'commander';
import type { App } from '../cli/app.ts';
import { defineVerb } from '../cli/command.ts';
import { UsageError } from '../cli/errors.ts';
import { githubWorkflow } from '../domain/workflow.ts';
import { version } from '../version.ts';

/** The systems that there is a file for. */
const systems: readonly string[] = ['github'];

export const init = (app: App, command: Command) => {
  defineVerb(command, 'Print a workflow file that keeps teams as a roster in the repository says', [
    'docs-admin init --ci github > .github/workflows/docs-admin.yml',
    'docs-admin init --ci github --roster people/teams.csv',
  ])
    .option('--ci <system>', `the system that runs it: ${systems.join(', ')}`)
    .option('--roster <file>', 'the roster in the repository (default: roster.csv)')
    .action(async ({ ci, roster = 'roster.csv' }) => {
      if (ci === undefined || !systems.includes(ci)) {
        throw new UsageError(ci === undefined ? 'no --ci given' : `unknown --ci ${JSON.stringify(ci)}`, {
          hint: `there are files for ${systems.join(', ')}`,
        });
      }
      assertPlainPath(roster);
      // The address of the sandbox is of no use to another machine.
      const find = (key: 'base-url' | 'org') =>
        app.context.isSandbox ? undefined : app.context.find(key)?.value;
      const text = githubWorkflow({
        command: `teams members sync --file ${roster} --prune --json`,
        file: roster,
        version,
        baseUrl: find('base-url'),
        org: find('org'),
      });
      await app.out.raw(text.trimEnd());
    });
  return [];
};

/** The path stands in a script, where a shell would read anything else. */
function assertPlainPath(path: string): void {
  if (/^[\p{L}\p{N}_./][\p{L}\p{N}_./-]*$/u.test(path)) return;
  throw new UsageError(
    `invalid --roster ${JSON.stringify(path)}: letters, digits, "/", ".", "_" and "-" only`,
  );
}
