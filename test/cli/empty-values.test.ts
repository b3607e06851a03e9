import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

describe('an empty value is refused, once, before anything is sent', () => {
  const space = '--space space_handbook';
  const repository = 'https://git.example/acme/guides';
  test.for<[line: string, flag: string, problem?: string]>([
    // Values of enumerations, which are open for all others.
    ['members update user_pat --role ""', '--role ""'],
    ['teams members set team_docs user_pat --role ""', '--role ""'],
    ['collections update col_empty --default-level ""', '--default-level ""'],
    ['custom-fields create size --type ""', '--type ""'],
    [`change-requests list ${space} --status ""`, '--status ""'],
    ['integrations list --category ""', '--category ""'],
    // Ids and names.
    ['custom-fields create "" --type text', '<name> ""'],
    ['integrations list --owner ""', '--owner ""'],
    ['integrations installations acme-analytics --external-id ""', '--external-id ""'],
    ['collections transfer col_empty --to-org "" --yes', '--to-org ""'],
    [`comments list ${space} --target-page ""`, '--target-page ""'],
    [`change-requests pdf 1 ${space} --page ""`, '--page ""'],
    ['sites create --title Guides --new-space ""', '--new-space ""'],
    ['sites published site_partners --share-key ""', '--share-key'],
    // Ids that are looked up in lists.
    ['spaces get ""', '<spaceId> ""'],
    ['access explain user_ada --space a/b', '--space "a/b"', 'contains "/"'],
    ['access who-can edit --collection ..', '--collection ".."', 'must not be "." or ".."'],
    ['site-spaces transfer a/b --site site_docs --to-site site_hr', '<siteSpaceId> "a/b"', 'contains "/"'],
    ['site-spaces transfer sitesp_sdk --site site_docs --to-site ""', '--to-site ""'],
    // Filters, which would filter nothing.
    ['teams list --title ""', '--title ""'],
    ['sites list --title ""', '--title ""'],
    ['members list --search ""', '--search ""'],
    ['members teams user_ada --title ""', '--title ""'],
    ['integrations list --search ""', '--search ""'],
    // Texts that say all.
    [`comments create ${space} --markdown ""`, '--markdown ""'],
    [`comments create ${space} --markdown-file empty.txt`, '--markdown-file "empty.txt"'],
    [`git export ${space} --url ${repository} --ref main --message "" --yes`, '--message ""'],
    [`git import ${space} --url "" --ref main --yes`, '--url ""'],
    [
      `git import ${space} --url ${repository} --ref "" --yes`,
      '--ref ""',
      'must have the form refs/heads/<branch>',
    ],
    [
      'integrations publish acme-new --title New --description "" --scope space:views:read --script empty.txt --yes',
      '--script "empty.txt"',
    ],
  ])('%s', async ([line, flag, problem = 'must not be empty']) => {
    const docs = await sandboxCli({ 'empty.txt': '' });
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toMatch(/^.*\nhint: see `docs-admin .* --help`\n$/);
    expect(run.stderr.split('\n')[0]).toBe(`error: invalid ${flag}: ${problem}`);
  });
});

test.each([
  ['access review open ""', '<folder>'],
  ['access review plan ""', '<folder>'],
  ['access review import q4 packet.csv ""', '<files>'],
  ['access diff "" live', '<before>'],
  ['apply-plan "" --yes', '<file>'],
])('an empty name is neither the working folder nor a file: %s', async (line, argument) => {
  const docs = await sandboxCli();
  const run = await docs(line);
  expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
  expect(run.stderr).toMatch(
    new RegExp(`^error: ${argument} needs a value\nhint: see \`docs-admin .* --help\`\n$`),
  );
});

test('a text that is too long is named by its file', async () => {
  const docs = await sandboxCli({ 'long.md': 'x'.repeat(2049), 'code.js': 'x' });
  const line = 'integrations publish a --title New --description d --scope space:views:read --script code.js';
  const run = await docs(`${line} --summary long.md --yes`);
  expect(run).toMatchObject({ code: 2, requests: [] });
  expect(run.stderr).toContain('error: invalid --summary "long.md": must have at most 2048 characters\n');
});
