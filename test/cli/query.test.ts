import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const specs = 'openapi list --query';

describe('a query of a list', () => {
  test.each([
    ['an array of scalars is a line each', '[].slug', 'tsv', 'petstore\npayments\nbroken\n'],
    ['a scalar is itself', 'length(@)', 'tsv', '3\n'],
    ['text is without quotes', '[0].slug', 'table', 'petstore\n'],
    ['null is nothing', '[0].nothing', 'tsv', ''],
    ['null is nothing in a table', '[0].nothing', 'table', ''],
    ['nothing is nothing', "[?slug=='none'].slug", 'id', ''],
    [
      'objects have columns',
      '[:2].{slug: slug, state: processingState}',
      'tsv',
      'slug\tstate\npetstore\tcomplete\npayments\tpending\n',
    ],
    [
      'arrays have columns without names',
      '[:1].[slug, processingState]',
      'csv',
      'column1,column2\npetstore,complete\n',
    ],
    ['CSV has columns always', '[:1].slug', 'csv', 'value\npetstore\n'],
    ['an object is a line of fields', '[0].{state: processingState}', 'tsv', 'state\ncomplete\n'],
    ['names with dots are names', '[0].{"a.b": slug}', 'tsv', 'a.b\npetstore\n'],
    ['JSON has any value', '[0].slug', 'json', '"petstore"\n'],
    ['JSON has null', '[0].nothing', 'json', 'null\n'],
    ['JSON Lines has an element a line', '[:2].slug', 'jsonl', '"petstore"\n"payments"\n'],
    ['YAML has any value', '[:2].slug', 'yaml', '- petstore\n- payments\n'],
    ['ids are ids', "[?processingState=='error']", 'id', 'broken\n'],
  ])('%s: %s as %s', async (_, query, format, stdout) => {
    const docs = await sandboxCli();
    expect(await docs(['openapi', 'list', '--query', query, '-o', format])).toMatchObject({
      code: 0,
      stdout,
      stderr: '',
    });
  });

  test('sees all pages as one array', async () => {
    const docs = await sandboxCli();
    const run = await docs("members list --page-size 7 --query 'length([?disabled])'");
    expect(run).toMatchObject({ code: 0, stdout: '1\n' });
    expect(run.requests.length).toBeGreaterThan(2);
  });

  test('comes before --fields', async () => {
    const docs = await sandboxCli();
    const run = await docs(`${specs} '[:1].{name: slug, state: processingState}' --fields state --json`);
    expect(run.stdout).toBe('[\n  {\n    "state": "complete"\n  }\n]\n');
  });
});

test('a query of one object', async () => {
  const docs = await sandboxCli();
  const run = await docs('members get user_ada --query user.email');
  expect(run).toMatchObject({ code: 0, stdout: 'ada@acme.example\n', stderr: '' });
});

test('text from the service is made safe there too', async () => {
  const docs = await scriptedCli(() => ({
    json: { id: 'user_1', user: { id: 'user_1', displayName: '\u001b[2J\u202e' } },
  }));
  const line = 'members get user_1 --query user.displayName';
  expect((await docs(line)).stdout).toBe('^[[2J<U+202E>\n');
  expect((await docs(`${line} --json`)).stdout).toBe('"\\u001b[2J\\u202e"\n');
});

describe('an invalid query is a usage error before anything is sent', () => {
  test.each([
    ['foo bar', 'unexpected "bar", at character 5', '    ^'],
    ['[].{', 'it ends too early, at character 5', '    ^'],
    ['[?n > `2`', 'it ends too early, at character 10', '         ^'],
    ['', 'it ends too early, at character 1', '^'],
    ['a.$b', 'cannot read "$b", at character 3', '  ^'],
    ['[].id | nope(@)', 'there is no function nope(), at character 9', '        ^'],
    ['[?a && nope(@)]', 'there is no function nope(), at character 8', '       ^'],
    [']', 'unexpected "]", at character 1', '^'],
  ])('%j: %s', async (query, message, mark) => {
    const docs = await sandboxCli();
    const run = await docs(['openapi', 'list', '--query', query]);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toBe(
      `error: invalid --query: ${message}\n  ${query}\n  ${mark}\nhint: the expression is JMESPath, in quotes for your shell: see https://jmespath.org\n`,
    );
  });

  test('a number without backquotes is told what it lacks', async () => {
    const docs = await sandboxCli();
    const { code, stderr } = await docs(['teams', 'list', '--query', '[?members > 3]']);
    expect(code).toBe(2);
    expect(stderr).toContain('hint: a number to compare with is written in backquotes: `3`\n');
  });
});

test.each([
  [
    'length([0].teams)',
    'length() expected argument 1 to be type string,array,object but received type number instead.',
  ],
  ['sort_by(@, &role)', 'what it compares is of different types'],
  ['max_by(@, &role)', 'what it compares is of different types'],
])('a query that does not fit the answer: %s', async (query, message) => {
  const docs = await sandboxCli();
  const run = await docs(['members', 'list', '--query', query]);
  const stderr = `error: --query does not fit the answer: ${message}\n`;
  expect(run).toMatchObject({ code: 1, stdout: '', stderr });
});
