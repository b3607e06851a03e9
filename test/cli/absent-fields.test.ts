import { expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const pages = (...items: (readonly object[])[]) => {
  const left = items.map((page, n) => ({
    json: { items: page, next: n + 1 < items.length ? { page: `p${n}` } : {} },
  }));
  return () => left.shift() as { json: object };
};

const hint = 'hint: `--fields` without a value lists the fields\n';

test.each([
  ['members list --fields name', 'there is no field "name"; did you mean user.displayName?'],
  ['members list --fields email,id -o csv', 'there is no field "email"; did you mean user.email?'],
  ['members get user_ada --fields name', 'there is no field "name"; did you mean user.displayName?'],
  ['members list --fields lastSeen --quiet', 'there is no field "lastSeen"; did you mean lastSeenAt?'],
  ['members list --fields user.emial -o yaml', 'there is no field "user.emial"; did you mean user.email?'],
  ['teams list --fields titel -o jsonl', 'there is no field "titel"; did you mean title?'],
  ['teams list --fields id.x', 'there is no field "id.x"'],
  ['spaces permissions list space_guides --fields team.name', 'there is no field "team.name"'],
  ['spaces list --fields id,collection', 'there is no field "collection"; did you mean parent?'],
  ['profiles list --fields address', 'there is no field "address"; did you mean baseUrl?'],
  ['profiles list --fields adress', 'there is no field "adress"'],
  ['teams list --query [].{b:id} --fields a', 'there is no field "a"'],
  ['teams list --query [].title --fields titel', 'there is no field "titel"; did you mean title?'],
  ['teams get team_docs --query @ --fields titel -o csv', 'there is no field "titel"; did you mean title?'],
  [
    'members list --fields id,user.emial,colour -o csv',
    'there is no field "user.emial", "colour"\n  "user.emial"; did you mean user.email?\n  "colour"',
  ],
])('%s is a usage error, and prints nothing', async (line, message) => {
  const docs = await sandboxCli();
  expect(await docs(line)).toMatchObject({ code: 2, stdout: '', stderr: `error: ${message}\n${hint}` });
});

test.each(['teams list --fields', 'teams list --json --fields', 'teams create --title x --fields'])(
  '%s lists the fields',
  async (line) => {
    const docs = await sandboxCli();
    const { code, stdout, stderr, requests } = await docs(line);
    expect([code, stdout, requests]).toEqual([2, '', []]);
    const said = '--fields needs one or more of these, separated by commas';
    const fields = ['id', 'object', 'title', 'members', 'spaces', 'createdAt'];
    if (line.includes('--json'))
      expect(JSON.parse(stderr).error).toMatchObject({ kind: 'usage', message: said, details: fields });
    else expect(stderr).toBe([`error: ${said}`, ...fields.map((field) => `  ${field}`), ''].join('\n'));
  },
);

test.each(['runs list', 'runs show x', 'profiles list', 'config list', 'auth status', 'doctor'])(
  '%s lists its own fields',
  async (line) => {
    const { code, stderr } = await (await sandboxCli())(`${line} --fields`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--fields needs one or more of these')]);
  },
);

test('no other fields than those listed are printed', async () => {
  const docs = await sandboxCli({ 'users.csv': 'u\nuser_pat\n' });
  await docs('batch --file users.csv --journal run.jsonl -- members update {u} --role edit');
  for (const line of ['runs show run.jsonl', 'profiles list', 'config list', 'auth status', 'doctor']) {
    const listed = (await docs(`${line} --fields`)).stderr;
    const [printed] = [JSON.parse((await docs(`${line} --json`)).stdout)].flat();
    for (const field of Object.keys(printed)) expect(`${line}: ${listed}`).toContain(`\n  ${field}\n`);
  }
});

test.each(['-o json', '--output json', '--output=json', '--json'])(
  'they are listed in the format of %s, which stands in their place',
  async (format) => {
    const docs = await sandboxCli();
    const { code, stderr } = await docs(`members list --fields ${format}`);
    expect(code).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { kind: 'usage', message: expect.stringContaining('--fields needs one or more of these') },
    });
  },
);

test('fields of fields are listed with their paths', async () => {
  const docs = await sandboxCli();
  const { stderr } = await docs('sections list --site site_docs --fields');
  expect(stderr).toContain('\n  siteSpaces.space.gitSync.repoName\n');
  expect(stderr).toContain('\n  urls.published\n');
});

test('what has changed something is printed, with a warning', async () => {
  const docs = await sandboxCli();
  expect(await docs('teams update team_docs --title x --fields id,titel --json')).toMatchObject({
    code: 0,
    stdout: '{\n  "id": "team_docs"\n}\n',
    stderr: 'warning: there is no field "titel"; did you mean title?\n',
  });
});

test('a new field of the service is reachable, on whatever page it comes first', async () => {
  const docs = await scriptedCli(pages([{ id: 'a' }], [{ id: 'b', colour: 1 }], [{ id: 'c' }]));
  expect(await docs('teams list --fields id,colour -o csv')).toMatchObject({
    code: 0,
    stdout: 'id,colour\na,\nb,1\nc,\n',
    stderr: '',
  });
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
  ['a query that makes nothing', 'teams list --fields a --query [?members]', pages([{ id: 'a' }])],
  ['a query that makes null', 'teams list --fields a --query [0].title', pages([{ id: 'a' }])],
  [
    'a field of one result only',
    'teams list --fields b --query [].{b:title}',
    pages([{ id: 'a' }, { id: 'b', title: 'x' }]),
  ],
  ['identifiers alone', 'teams list --fields colour -o id', pages([{ id: 'a' }])],
  ['a field that only the contract shows', 'teams list --fields createdAt', pages([{ id: 'a' }])],
  ['what is in one', 'members list --fields user.urls.location', pages([{ id: 'a' }])],
])('%s: no error', async (_, line, script) => {
  const docs = await scriptedCli(script);
  expect(await docs(line)).toMatchObject({ code: 0, stderr: '' });
});

test.each([
  'sso list',
  'content pages list --space space_handbook --change-request 1',
  'custom-fields values list --space space_handbook',
  'teams list',
])('%s has the first field that it lists', async (line) => {
  const docs = await sandboxCli();
  const [, field = ''] = (await docs(`${line} --fields`)).stderr.split('\n');
  const { code, stdout } = await docs(`${line} --fields ${field.trim()} -o csv --no-headers`);
  expect([code, stdout.trim()]).toEqual([0, expect.stringMatching(/\w/)]);
});
