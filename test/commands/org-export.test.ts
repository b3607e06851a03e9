import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parsePlaced } from '../../src/formats/yaml.ts';
import type { Transport } from '../../src/ports.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';
import { answer } from '../support/scripted-transport.ts';

const head = `format: docs-admin-organization/1
organization: org_acme
`;

/** A sandbox that answers some requests with a status. */
const refusing = (status: number, fits: (path: string) => boolean) =>
  sandboxCli(
    exampleFiles,
    (sandbox): Transport =>
      async (request, signal) => {
        const { pathname } = new URL(request.url);
        return fits(pathname)
          ? answer(status, { error: { message: 'not for you' } })
          : sandbox(request, signal);
      },
  );

describe('the demo data', () => {
  test('is exported as a file that is valid', async () => {
    const docs = await sandboxCli();
    expect(await docs('org export --out acme.yaml')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'wrote acme.yaml\n',
      writes: [],
    });
    expect(await docs('org validate --file acme.yaml')).toMatchObject({
      code: 0,
      stderr: 'valid: acme.yaml\n',
      requests: [],
    });
  });

  test('is the same each time, on standard output and in a file', async () => {
    const docs = await sandboxCli();
    const { stdout } = await docs('org export');
    await docs('org export --out acme.yaml');
    expect(readFileSync(join(docs.folder, 'acme.yaml'), 'utf8')).toBe(stdout);
  });

  test('as JSON has the same content', async () => {
    const docs = await sandboxCli();
    const yaml = await docs('org export');
    const json = await docs('org export -o json');
    expect(JSON.parse(json.stdout)).toEqual(parsePlaced(yaml.stdout).value);
    await docs('org export --json --out acme.json');
    expect(readFileSync(join(docs.folder, 'acme.json'), 'utf8')).toBe(json.stdout);
    expect(await docs('org validate --file acme.json')).toMatchObject({ code: 0 });
  });

  test('holds nothing that only the service sets', async () => {
    const docs = await sandboxCli();
    const { stdout } = await docs('org export -o json');
    const keys = new Set<string>();
    JSON.parse(stdout, (key, value) => {
      keys.add(key);
      return value;
    });
    for (const key of ['createdAt', 'urls', 'permissions', 'published', 'hostname', 'joinedAt'])
      expect(keys).not.toContain(key);
    expect(stdout).not.toMatch(/"(user|team|col|space|site)_\w+"/);
  });
});

describe('sends only what the sections need', () => {
  const org = '/v1/orgs/org_acme';
  const teams = ['docs', 'platform', 'support', 'design', 'tokyo', 'empty'].map((id) => `team_${id}`);
  const collections = ['product', 'internal', 'empty', 'legacy', 'api'].map((id) => `col_${id}`);
  const all = '?limit=1000';

  test.each([
    ['members', [`${org}/members${all}`]],
    [
      'teams',
      [
        `${org}/members${all}`,
        `${org}/teams${all}`,
        ...teams.map((team) => `${org}/teams/${team}/members${all}`),
      ],
    ],
    ['custom-fields', [`${org}/custom-fields${all}`]],
    [
      'collections',
      [
        `${org}/teams${all}`,
        `${org}/collections${all}`,
        ...collections.map((one) => `/v1/collections/${one}/permissions/teams${all}`),
      ],
    ],
  ])('%s', async (only, paths) => {
    const docs = await sandboxCli();
    const { requests } = await docs(`org export --only ${only}`);
    expect(requests.map(({ path }) => path).sort()).toEqual(paths.toSorted());
  });

  test('spaces: two lists for each, and those of names', async () => {
    const docs = await sandboxCli();
    const { requests } = await docs('org export --only spaces');
    const paths = requests.map(({ path }) => path);
    expect(paths.filter((path) => !path.startsWith('/v1/spaces/')).sort()).toEqual(
      [
        `${org}/collections${all}`,
        `${org}/members/user_grace/spaces${all}`,
        `${org}/members?role=admin&limit=50`,
        `${org}/teams${all}`,
      ].sort(),
    );
    expect(paths.filter((path) => path.startsWith('/v1/spaces/'))).toHaveLength(2 * 12);
  });

  test('each list once for several sections', async () => {
    const docs = await sandboxCli();
    const { requests } = await docs('org export --only members,teams --only collections');
    const paths = requests.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toHaveLength(3 + teams.length + collections.length);
  });
});

describe('people', () => {
  const user = (id: string, email: string | null) => ({ id, displayName: id.slice(5), email });
  const people = [
    { id: 'user_a', role: 'admin', user: user('user_a', 'Ada@acme.example') },
    { id: 'user_b', role: 'edit', user: user('user_b', 'shared@acme.example') },
    { id: 'user_c', role: null, user: user('user_c', 'Shared@acme.example') },
    { id: 'user_d', role: 'read', user: user('user_d', null) },
  ];

  test('stand by id where their e-mail is shared or missing', async () => {
    const docs = await scriptedCli(() => ({ json: { items: people } }));
    expect((await docs('org export --only members')).stdout).toBe(`${head}members:
  Ada@acme.example: admin
  b (user_b):
    id: user_b
    role: edit
  c (user_c):
    id: user_c
    role: guest
  d (user_d):
    id: user_d
    role: read
`);
  });

  test('with a role that a file cannot have are a gap', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [{ ...people[0], role: 'emperor' }] } }));
    const run = await docs('org export --only members');
    expect(run).toMatchObject({ code: 12, stdout: '' });
    expect(run.stderr).toContain('members."Ada@acme.example"');
  });
});

test('many things are written in parts, which are one text', async () => {
  const email = (at: number) => `${'a'.repeat(980)}${at}@acme.example`;
  const items = Array.from({ length: 11_000 }, (_, at) => ({
    id: `user_${at}`,
    role: 'read',
    user: { id: `user_${at}`, email: email(at) },
  }));
  const docs = await scriptedCli(() => ({ json: { items } }));
  const { stdout } = await docs('org export --only members');
  const lines = stdout.split('\n');
  expect(lines.filter((line) => line === 'members:')).toHaveLength(1);
  expect(lines.filter((line) => line.includes('@acme.example'))).toHaveLength(items.length);
  expect(await docs('org validate --file -', { stdin: stdout })).toMatchObject({
    code: 0,
    stdout: `section\tthings\nmembers\t${items.length}\n`,
  });
});

test('teams with the same title have their ids in their keys', async () => {
  const docs = await scriptedCli(({ path }) => ({
    json: {
      items: path.includes('/teams?')
        ? ['team_a', 'team_b', 'team_c'].map((id) => ({ id, title: id === 'team_c' ? 'Support' : 'Docs' }))
        : [],
    },
  }));
  expect((await docs('org export --only teams')).stdout).toBe(`${head}teams:
  Docs (team_a):
    members: {}
  Docs (team_b):
    members: {}
  Support:
    members: {}
`);
});

describe('what cannot be read', () => {
  const fits = (path: string) => path.endsWith('/teams/team_docs/members');

  test('ends the export: nothing is written', async () => {
    const docs = await refusing(403, fits);
    const run = await docs('org export --only members,teams --out acme.yaml');
    expect(run).toMatchObject({ code: 12, stdout: '' });
    expect(run.stderr).toBe(
      'error: the export is incomplete: it lacks teams\n' +
        '  teams: the members of team team_docs cannot be read (403): not for you\n' +
        'hint: nothing was written; --allow-partial leaves these sections out\n',
    );
    expect(existsSync(join(docs.folder, 'acme.yaml'))).toBe(false);
  });

  test('is a comment in the file with --allow-partial, and its section is left out', async () => {
    const docs = await refusing(403, fits);
    const run = await docs('org export --only members,teams,custom-fields --allow-partial --out acme.yaml');
    expect(run).toMatchObject({ code: 12, stdout: '' });
    const text = readFileSync(join(docs.folder, 'acme.yaml'), 'utf8');
    expect(text).toContain(
      '\n# teams is left out: the members of team team_docs cannot be read (403): not for you\ncustom-fields:\n',
    );
    expect(parsePlaced(text).value).toMatchObject({ members: expect.anything() });
    expect(parsePlaced(text).value).not.toHaveProperty('teams');
    expect(await docs('org validate --file acme.yaml')).toMatchObject({ code: 0 });
  });

  test('takes away every section that needs it for names', async () => {
    const docs = await refusing(500, (path) => path.endsWith('/teams'));
    const run = await docs(
      'org export --only members,teams,collections,custom-fields -o json --allow-partial',
    );
    expect(run.code).toBe(12);
    expect(Object.keys(JSON.parse(run.stdout))).toEqual([
      'format',
      'organization',
      'members',
      'custom-fields',
    ]);
  });

  test('a token that is refused ends it all', async () => {
    const docs = await refusing(401, fits);
    expect(await docs('org export --only teams --allow-partial')).toMatchObject({ code: 4, stdout: '' });
  });
});

describe('asks before it replaces a file', () => {
  test('on a terminal, before it reads anything', async () => {
    const docs = await sandboxCli({ 'acme.yaml': 'mine\n' });
    const line = 'org export --only members --out acme.yaml';
    const run = await docs(line, { terminal: true, answers: [false] });
    expect(run).toMatchObject({ code: 2, requests: [], questions: ['replace the file acme.yaml?'] });
    expect(readFileSync(join(docs.folder, 'acme.yaml'), 'utf8')).toBe('mine\n');
  });

  test('elsewhere it replaces it', async () => {
    const docs = await sandboxCli({ 'acme.yaml': 'mine\n' });
    expect(await docs('org export --only members --out acme.yaml')).toMatchObject({ code: 0 });
    expect(readFileSync(join(docs.folder, 'acme.yaml'), 'utf8')).toContain('\nmembers:\n');
  });
});

test.each([
  ['--only persons', 'error: invalid --only: "persons" is no section of an organization file'],
  ['-o csv', 'an organization file is YAML or JSON, not "csv"'],
  ['--out missing/acme.yaml', 'missing/acme.yaml'],
])('%s is refused, and nothing is sent', async (flags, message) => {
  const docs = await sandboxCli();
  const run = await docs(`org export ${flags}`);
  expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
  expect(run.stderr).toContain(message);
});

test.each([
  'org export',
  'org export --only saml',
  'org snapshot --out snapshot.json',
  'org plan --file org.yaml',
  'org apply --file org.yaml --yes',
  'org audit',
  'access report',
])('%s: an organization that does not exist is one error', async (line) => {
  const docs = await sandboxCli({ 'org.yaml': 'format: docs-admin-organization/1\nteams: {}\nsaml: {}\n' });
  const run = await docs(`${line} --org org_typo`);
  expect(run).toMatchObject({ code: 5, stdout: '', writes: [] });
  expect(run.stderr).toMatch(/^error: not found: organization "org_typo" not found\nhint: [^\n]*\n$/);
});
