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

test.each([
  ['length(@)', 'json', '3\n'],
  ['length(@)', 'jsonl', '3\n'],
  ['[:1].slug', 'csv', 'value\npetstore\n'],
  ['[:1].slug', 'json', '[\n  "petstore"\n]\n'],
  ['[:1].slug', 'yaml', '- petstore\n'],
  ['[`1`, [0]]', 'jsonl', '1\n{"slug":"petstore"}\n'],
])('what has no fields is printed whole with --fields: %s as %s', async (query, format, stdout) => {
  const docs = await sandboxCli();
  const line = ['openapi', 'list', '--query', query, '-o', format, '--fields', 'slug'];
  expect(await docs(line)).toMatchObject({ code: 0, stdout, stderr: '' });
});

describe('a query of one item, in the place of a query of the list,', () => {
  const hint = (query: string) =>
    `hint: the result of a list is an array: --query '${query}' takes this from each item\n`;

  test.each([
    ['slug', 'tsv', '', hint('[].slug')],
    ['{a: slug}.a', 'json', 'null\n', hint('[].{a: slug}.a')],
    ['nothing', 'tsv', '', ''],
    ['[0].nothing', 'json', 'null\n', ''],
    ['slug --quiet', 'tsv', '', ''],
  ])('%s as %s', async (query, format, stdout, stderr) => {
    const docs = await sandboxCli();
    const [expression = '', ...flags] = query.split(' --');
    const line = [
      'openapi',
      'list',
      '-o',
      format,
      '--query',
      expression,
      ...flags.map((flag) => `--${flag}`),
    ];
    expect(await docs(line)).toMatchObject({ code: 0, stdout, stderr });
  });

  test('there is no hint for an object, nor for an empty list', async () => {
    const docs = await sandboxCli();
    const one = await docs('members get user_ada --query email');
    expect(one).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const none = await docs(['teams', 'list', '--title', 'none such', '--query', 'title']);
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});

test('a query of one object', async () => {
  const docs = await sandboxCli();
  const run = await docs('members get user_ada --query user.email');
  expect(run).toMatchObject({ code: 0, stdout: 'ada@acme.example\n', stderr: '' });
});

describe('one text', () => {
  const certificate =
    '-----BEGIN CERTIFICATE-----\r\nMIIB\\nAg==\t\u001b[2J\u202e\u200d\n-----END CERTIFICATE-----\n';
  const serve = () =>
    scriptedCli(() => ({ json: { id: 'saml_1', label: 'x', certificate, labels: ['a\nb', 'c'] } }));
  const line = 'saml get saml_1 --query certificate';

  test.each(['', '-o table', '-o tsv', '-o id'])('is exact in a pipe %s', async (format) => {
    const docs = await serve();
    expect((await docs(`${line} ${format}`)).stdout).toBe(certificate);
  });

  test('ends its last line', async () => {
    const docs = await serve();
    expect((await docs('saml get saml_1 --query label')).stdout).toBe('x\n');
  });

  test('is made safe on a terminal', async () => {
    const docs = await serve();
    expect((await docs(line, { terminal: true })).stdout).toBe(
      '-----BEGIN CERTIFICATE-----^M\nMIIB\\nAg==\t^[[2J<U+202E><U+200D>\n-----END CERTIFICATE-----\n',
    );
  });

  test('means the same in JSON', async () => {
    const docs = await serve();
    expect(JSON.parse((await docs(`${line} --json`)).stdout)).toBe(certificate);
  });

  test('is one line of several', async () => {
    const docs = await serve();
    expect((await docs('saml get saml_1 --query labels')).stdout).toBe('a\\nb\nc\n');
  });
});

test.each([
  ['[0].constructor', 'null'],
  ['[0].toString', 'null'],
  ['[0].__proto__', 'null'],
  ['[0].{id: id}.constructor', 'null'],
  ['[?constructor].id', '[]'],
  ['[?!hasOwnProperty] | [0].id', 'null'],
  ['[0].{id: id, kind: constructor}', '{\n  "id": "site_docs",\n  "kind": null\n}'],
])('%s reads what an object has itself', async (expression, printed) => {
  const docs = await sandboxCli();
  const { stdout, code } = await docs(['sites', 'list', '--query', expression, '--json']);
  expect([stdout, code]).toEqual([`${printed}\n`, 0]);
  expect((await docs(['sites', 'list', '--query', expression])).code).toBe(0);
});

describe('an invalid query is a usage error before anything is sent', () => {
  test.each([
    ['foo bar', 'unexpected "bar", at character 5', '    ^'],
    ['[].{', 'it ends too early, at character 5', '    ^'],
    ['[?n > `2`', 'it ends too early, at character 10', '         ^'],
    ['', 'it ends too early, at character 1', '^'],
    ['a.$b', 'cannot read "$b", at character 3', '  ^'],
    ['[].id | nope(@)', 'there is no function nope(), at character 9', '        ^'],
    ['constructor(@)', 'there is no function constructor(), at character 1', '^'],
    ['[].toString(@)', 'there is no function toString(), at character 4', '   ^'],
    ['__proto__(@)', 'there is no function __proto__(), at character 1', '^'],
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

  test.each([
    ['[?n == `9007199254740993`]', 'it holds a number that would be rounded, at character 8'],
    ['`{"a": [1, 1e999]}` | a', 'it holds a number that would be rounded, at character 1'],
    ['{"__proto__": `1`}', 'a field cannot be called "__proto__", at character 2'],
    ['[].{id: id, __proto__: slug}', 'a field cannot be called "__proto__", at character 13'],
  ])('%s: %s', async (query, message) => {
    const docs = await sandboxCli();
    const run = await docs(['openapi', 'list', '--query', query]);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(`error: invalid --query: ${message}\n`);
  });

  test.each([
    ['`9007199254740991`', '9007199254740991'],
    ['`"9007199254740993"`', '"9007199254740993"'],
    ['`x9007199254740993`', '"x9007199254740993"'],
    ["'9007199254740993'", '"9007199254740993"'],
    ["to_number('12.5')", '12.5'],
    ["to_number('9007199254740991')", '9007199254740991'],
  ])('a number that is exact is taken: %s', async (query, printed) => {
    const docs = await sandboxCli();
    const run = await docs(['openapi', 'list', '--json', '--query', query]);
    expect(run).toMatchObject({ code: 0, stdout: `${printed}\n` });
  });

  const nested = (open: string, inner: string, close: string, levels = 501) =>
    open.repeat(levels) + inner + close.repeat(levels);

  test.each([
    ['lists', nested('[', 'id', ']')],
    ['many lists', nested('[', 'id', ']', 20_000)],
    ['lists that do not end', '['.repeat(20_000)],
    ['objects', nested('{a: ', 'id', '}')],
    ['brackets that begin a filter', nested('[?', 'id', ']')],
    ['what is not', nested('!', 'id', '')],
    ['steps', `id${'.id'.repeat(501)}`],
    ['pipes', `id${' | id'.repeat(9000)}`],
    ['a literal', `\`${nested('[', '0', ']', 9000)}\``],
  ])('%s, nested too deeply', async (_, query) => {
    const docs = await sandboxCli();
    expect(await docs(['teams', 'list', '--query', query])).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'error: invalid --query: its parts are nested more than 500 levels deep\n' +
        'hint: write it with fewer parts, or filter the output of --json with a program like jq\n',
      requests: [],
    });
  });

  test('as deep as is allowed, it works', async () => {
    const docs = await sandboxCli();
    for (const query of [nested('[', 'id', ']', 490), nested('(', 'length(@)', ')', 900)]) {
      expect(await docs(['teams', 'list', '--json', '--query', query])).toMatchObject({
        code: 0,
        stderr: '',
      });
    }
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
  ["to_number('9007199254740993')", 'to_number() or sum() makes a number that would be rounded'],
  ["[].{n: to_number('1e999')}", 'to_number() or sum() makes a number that would be rounded'],
  ['sort_by(@, &role)', 'what it compares is of different types'],
  ['max_by(@, &role)', 'what it compares is of different types'],
])('a query that does not fit the answer: %s', async (query, message) => {
  const docs = await sandboxCli();
  const run = await docs(['members', 'list', '--query', query]);
  const stderr = `error: --query does not fit the answer: ${message}\n`;
  expect(run).toMatchObject({ code: 1, stdout: '', stderr });
});
