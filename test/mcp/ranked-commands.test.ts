import { expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';
import type { ListedCommand } from '../../src/mcp/commands.ts';
import { rankedCommands } from '../../src/mcp/tools/search-commands.ts';

const all = describeProgram(await wholeProgram()) as unknown as readonly ListedCommand[];

/** Returns the first commands for a question. */
function best(question: string, count: number): string[] {
  return rankedCommands(all, question)
    .slice(0, count)
    .map(({ command }) => command.replace('docs-admin ', ''));
}

test.each([
  ['members of a team', 'teams members list'],
  ['rename a team', 'teams update'],
  ['change the role of a member', 'members update'],
  ['remove someone from the organization', 'members remove'],
  ['delete a collection', 'collections delete'],
  ['create a custom field', 'custom-fields create'],
  ['undo the last run', 'undo'],
  ['merge a change request', 'change-requests merge'],
  ['export content to a Git repository', 'git export'],
  ['audit the organization', 'org audit'],
  ['resolve a comment', 'comments resolve'],
])('%j finds `%s` first', (question, command) => {
  expect(best(question, 1)).toEqual([command]);
});

test.each([
  ['let a team edit a space', 'spaces permissions set'],
  ['who can edit a space?', 'access who-can'],
  ['What can a member reach', 'members spaces'],
  ['add a person to a team', 'teams members set'],
  ['a colleague leaves the company', 'members offboard'],
  ['make a site public', 'sites update'],
  ['publish a space on a site', 'site-spaces create'],
  ['which spaces are in a collection', 'collections spaces'],
  ['values of custom fields', 'custom-fields values list'],
  ['single sign-on', 'sso list'],
  ['certificate of the SAML provider', 'saml update'],
  ['comments', 'comments list'],
])('%j finds `%s` among the first three', (question, command) => {
  expect(best(question, 3)).toContain(command);
});

test.each(['a', 'the of to', '', '?', 'zzz'])('%j finds nothing', (question) => {
  expect(best(question, 3)).toEqual([]);
});

test('the program itself is no command', () => {
  expect(best('administer hosted documentation', 200)).not.toContain('docs-admin');
});
