import { expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const pages = (...items: (readonly object[])[]) => {
  const left = items.map((page, n) => ({
    json: { items: page, next: n + 1 < items.length ? { page: `p${n}` } : {} },
  }));
  return () => left.shift() as { json: object };
};

test.each([
  ['members list --fields name', ['nothing has a field "name"; did you mean user.displayName?']],
  ['members list --fields email,id --json', ['nothing has a field "email"; did you mean user.email?']],
  ['members get user_ada --fields name', ['nothing has a field "name"; did you mean user.displayName?']],
  [
    'members list --fields user.nme,colour -o csv',
    ['nothing has a field "user.nme"', 'nothing has a field "colour"'],
  ],
])('%s warns', async (line, warnings) => {
  const docs = await sandboxCli();
  const run = await docs(line);
  expect(run.code).toBe(0);
  expect(run.stdout).not.toBe('');
  expect(run.stderr).toBe(warnings.map((warning) => `warning: ${warning}\n`).join(''));
});

test.each([
  ['an empty list', 'teams list --fields colour', pages([])],
  ['a list of empty pages', 'teams list --fields colour', pages([], [])],
  [
    'a field of the last item only',
    'teams list --fields colour',
    pages([{ id: 'a' }], [{ id: 'b', colour: 1 }]),
  ],
  ['a field that is null', 'teams list --fields colour', pages([{ id: 'a', colour: null }])],
  ['a column that is empty everywhere', 'teams list --fields title', pages([{ id: 'a' }])],
  ['what a query makes', 'teams list --fields a --query [].{b:id}', pages([{ id: 'a' }])],
  ['identifiers alone', 'teams list --fields colour -o id', pages([{ id: 'a' }])],
  ['--quiet', 'teams list --fields colour --quiet', pages([{ id: 'a' }])],
])('%s: no warning', async (_, line, script) => {
  const docs = await scriptedCli(script);
  expect(await docs(line)).toMatchObject({ code: 0, stderr: '' });
});
