import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { exportSandbox, resetSandbox, restoreSandbox } from '../../src/sandbox/reset.ts';
import { sandboxInFile, temporaryFolder } from './test-sandbox.ts';

type Rows = Record<string, unknown>[];

/** The demo data as a fixture, to be changed. */
function demoFixture(): { tables: Record<string, Rows> } & Record<string, unknown> {
  return JSON.parse(exportSandbox(':memory:'));
}

function problemsOf(fixture: unknown): readonly string[] {
  try {
    restoreSandbox(':memory:', JSON.stringify(fixture), 'own.json');
  } catch (error) {
    if (error instanceof UsageError) return error.details;
    throw error;
  }
  return [];
}

describe('export', () => {
  test('what is imported is exported again, byte for byte', async () => {
    const { path, send } = sandboxInFile();
    await send('PUT', '/v1/orgs/org_acme/teams', { title: 'Made "here" 手\u2028' });
    await send('DELETE', '/v1/orgs/org_acme/teams/team_docs');
    await send('POST', '/v1/orgs/org_acme/sites', { title: 'New', spaces: ['space_guides'] });
    const fixture = exportSandbox(path);
    const other = join(temporaryFolder(), 'other.db');
    restoreSandbox(other, fixture, 'own.json');
    expect(exportSandbox(other)).toBe(fixture);
    expect(JSON.parse(fixture)).toMatchObject({ format: 'docs-admin-sandbox', version: 1 });
  });

  test('what is imported goes on where it was: order, counters, a key of its own for cursors', async () => {
    const first = sandboxInFile();
    await first.send('POST', '/v1/orgs/org_acme/sites', { title: 'First' });
    const fixture = exportSandbox(first.path);
    expect(fixture).not.toContain('cursor-key');
    const path = join(temporaryFolder(), 'other.db');
    restoreSandbox(path, fixture, 'own.json');
    const second = sandboxInFile(path);
    const sites = '/v1/orgs/org_acme/sites';
    expect((await second.get(sites)).json).toEqual((await first.get(sites)).json);
    expect((await second.send('POST', sites, { title: 'Second' })).json.id).toBe('site_2');
    const { next } = (await first.get(`${sites}?limit=1`)).json;
    expect((await second.get(`${sites}?limit=1&page=${next.page}`)).status).toBe(400);
  });

  test('has a row a line, in the order of creation, without columns that are null', () => {
    const lines = exportSandbox(':memory:').split('\n');
    expect(lines).toContain('    "counters": [],');
    const member = lines.find((line) => line.includes('"user":"user_uma"')) as string;
    expect(JSON.parse(member.replace(/,$/, ''))).not.toHaveProperty('role');
  });
});

describe('import', () => {
  test('rows of a few tables are enough', async () => {
    const path = join(temporaryFolder(), 'own.db');
    const doc = demoFixture().tables.organizations?.[0]?.doc;
    const time = '2026-01-01T00:00:00.000Z';
    const fixture = {
      format: 'docs-admin-sandbox',
      version: 1,
      tables: {
        organizations: [{ id: 'org_own', title: 'Own', hostname: 'own', created_at: time, doc }],
        users: [{ id: 'user_me', display_name: 'Me', email: 'me@own.example', search: 'me' }],
        members: [{ org: 'org_own', user: 'user_me', role: 'admin', joined_at: time, last_seen_at: null }],
        meta: [
          { name: 'org', value: 'org_own' },
          { name: 'caller', value: 'user_me' },
        ],
      },
    };
    restoreSandbox(path, JSON.stringify(fixture), 'own.json');
    const { json } = await sandboxInFile(path).get('/v1/orgs/org_own/members');
    expect(json).toMatchObject({ count: 1, items: [{ id: 'user_me', role: 'admin' }] });
  });

  test('every problem of the rows is named', () => {
    const fixture = demoFixture();
    const { users, members, teams, organizations } = fixture.tables as Record<string, Rows & [object]>;
    fixture.tables.gadgets = [];
    fixture.tables.pages = {} as never;
    Object.assign(users?.[1] as object, { colour: 'red', email: undefined, display_name: 7 });
    Object.assign(members?.[0] as object, { disabled: 'no', sso: 1.5 });
    Object.assign(teams?.[0] as object, { title: 'a\u0000b' });
    Object.assign(organizations?.[1] as object, { doc: '{' });
    (fixture.tables.comments as unknown[])[0] = 'text';
    expect([...problemsOf(fixture)].sort()).toEqual(
      [
        'unknown table "gadgets"',
        'pages must be a list of rows',
        'users[1] has an unknown column "colour"',
        'users[1] email is missing',
        'users[1] display_name must be a text',
        'members[0] disabled must be a whole number',
        'members[0] sso must be a whole number',
        'teams[0] title holds text that is not well-formed Unicode',
        'organizations[1] doc must be a text that holds JSON',
        'comments[0] must be an object',
      ].sort(),
    );
  });

  test('keys that are taken and rules that are broken are named', () => {
    const fixture = demoFixture();
    const { users, reactions } = fixture.tables as Record<string, Rows>;
    users?.push({ ...users[0], id: 'user_twin' }, { ...users[1], email: 'other@acme.example' });
    reactions?.push({ emoji: '1f44d', user: 'user_ada', reacted_at: '2026-01-01T00:00:00.000Z' });
    expect(problemsOf(fixture)).toEqual([
      `users[${(users?.length ?? 0) - 2}] has the same email as another row`,
      `users[${(users?.length ?? 0) - 1}] has the same id as another row`,
      expect.stringMatching(/^reactions\[\d+\] breaks the rule /),
    ]);
  });

  test('references that lead nowhere are named', () => {
    const fixture = demoFixture();
    const { tables } = fixture;
    tables.users = (tables.users as Rows).filter(({ id }) => id !== 'user_jan');
    tables.meta = [{ name: 'org', value: 'org_nowhere' }];
    Object.assign((tables.spaces as Rows)[0] as object, {
      revision: 'rev_nowhere',
      collection: 'col_nowhere',
    });
    expect(problemsOf(fixture)).toEqual(
      expect.arrayContaining([
        'members user "user_jan" is not in users',
        'spaces collection "col_nowhere" is not in collections',
        'spaces revision "rev_nowhere" is not in revisions',
        'meta must have a row "org" whose value is an id of organizations',
        'meta must have a row "caller" whose value is an id of users',
      ]),
    );
  });

  test('rules of access that are not known are named, with those that are', () => {
    const fixture = demoFixture();
    fixture.tables.meta?.push({ name: 'access-rules', value: 'nearest' });
    expect(problemsOf(fixture)).toEqual([
      'meta row "access-rules" has the value "nearest": must be highest or precedence',
    ]);
  });

  test('what stands below itself is named', () => {
    const fixture = demoFixture();
    const { collections, pages } = fixture.tables as { collections: Rows; pages: Rows };
    const [first, second] = collections as [Record<string, unknown>, Record<string, unknown>];
    first.parent = second.id;
    second.parent = first.id;
    const page = pages[0] as Record<string, unknown>;
    page.parent = page.id;
    expect(problemsOf(fixture)).toEqual(
      expect.arrayContaining([
        `collections id "${first.id}" stands below itself`,
        `collections id "${second.id}" stands below itself`,
        `pages id "${page.id}" stands below itself`,
      ]),
    );
  });

  test('what stands too deep is named', () => {
    const fixture = demoFixture();
    const collections = fixture.tables.collections as Rows;
    const below = Array.from({ length: 20_000 }, (_, at) => ({
      ...collections[0],
      seq: 1000 + at,
      id: `deep_${at}`,
      ...(at > 0 && { parent: `deep_${at - 1}` }),
    }));
    collections.push(...below);
    expect(problemsOf(fixture)[0]).toMatch(/^collections id "deep_\d+" stands more than 100 levels deep$/);
  });

  test.each([
    ['', 'must not be empty'],
    ['a/b', 'contains "/"'],
    ['..', 'must not be "." or ".."'],
    ['a\u202eb\u0007', 'contains a control character'],
  ])('the id %j, which no request could name, is refused', (id, problem) => {
    const fixture = demoFixture();
    (fixture.tables.teams as Rows)[0] = { ...fixture.tables.teams?.[0], id };
    (fixture.tables.custom_fields as Rows)[0] = { ...fixture.tables.custom_fields?.[0], name: id };
    expect(problemsOf(fixture)).toEqual([`teams[0] id ${problem}`, `custom_fields[0] name ${problem}`]);
  });

  test('new ids begin after those that are there, with counters or without', async () => {
    const fixture = demoFixture();
    const teams = fixture.tables.teams as Rows;
    teams.push({ ...teams[0], seq: 100, id: 'team_1' }, { ...teams[0], seq: 101, id: 'team_7' });
    fixture.tables.counters = [{ prefix: 'team', value: 3 }];
    const path = join(temporaryFolder(), 'own.db');
    restoreSandbox(path, JSON.stringify(fixture), 'own.json');
    const { send } = sandboxInFile(path);
    const made = await send('PUT', '/v1/orgs/org_acme/teams', { title: 'New' });
    expect(made).toMatchObject({ status: 201, json: { id: 'team_8' } });
  });

  test.each([
    ['not JSON', '{', 'own.json is not valid JSON'],
    ['nested too deeply', '['.repeat(20_000) + ']'.repeat(20_000), 'nested more than 500 levels deep'],
    ['a number that would be rounded', '{"n":1e400}', 'own.json holds a number that would be rounded'],
    ['another format', '{"format":"other"}', 'own.json is no snapshot'],
    ['an array', '[]', 'own.json is no snapshot'],
    ['another version', '{"format":"docs-admin-sandbox","version":0,"tables":{}}', 'has a version'],
    [
      'an unknown field',
      '{"format":"docs-admin-sandbox","version":1,"table":{}}',
      'unknown fields: ["table"]',
    ],
    ['no tables', '{"format":"docs-admin-sandbox","version":1}', 'must have an object "tables"'],
  ])('%s is refused', (_, text, message) => {
    expect(() => restoreSandbox(':memory:', text, 'own.json')).toThrow(message);
  });

  test('a fixture that cannot be used changes nothing', () => {
    const path = join(temporaryFolder(), 'own.db');
    resetSandbox(path, { members: 30 });
    const before = exportSandbox(path);
    const fixture = demoFixture();
    (fixture.tables.teams as Rows)[0] = { id: 'team_x' };
    expect(() => restoreSandbox(path, JSON.stringify(fixture), 'own.json')).toThrow(UsageError);
    delete fixture.tables.users;
    expect(() => restoreSandbox(path, JSON.stringify(fixture), 'own.json')).toThrow(UsageError);
    expect(exportSandbox(path)).toBe(before);
  });

  test('many problems are counted', () => {
    const fixture = demoFixture();
    fixture.tables.users = Array.from({ length: 150 }, () => ({}));
    const problems = problemsOf(fixture);
    expect(problems.slice(0, 3)).toEqual([
      'users[0] id is missing',
      'users[1] id is missing',
      'users[2] id is missing, and 147 more like it',
    ]);
    expect(problems).toHaveLength(12);
  });

  test('problems of rows hide no others, and references to these rows are none', () => {
    const fixture = demoFixture();
    const { users, teams, spaces, members } = fixture.tables as Record<string, Rows & [object]>;
    Object.assign(users?.find(({ id }) => id === 'user_jan') as object, { display_name: 7 });
    teams?.push({ ...teams[0] });
    Object.assign(spaces?.[0] as object, { collection: 'col_nowhere' });
    for (const member of members?.slice(0, 9) ?? []) member.user = `user_gone_${member.user}`;
    expect(problemsOf(fixture).filter((text) => !text.startsWith('team_members'))).toEqual([
      expect.stringMatching(/^users\[\d+\] display_name must be a text$/),
      expect.stringMatching(/^teams\[\d+\] has the same seq as another row$/),
      'members user "user_gone_user_ada" is not in users',
      'members user "user_gone_user_grace" is not in users',
      expect.stringMatching(/^members user "user_gone_\w+" is not in users, and 6 more like it$/),
      'spaces collection "col_nowhere" is not in collections',
    ]);
  });
});

describe('a fixture with a row on each line', () => {
  const text = exportSandbox(':memory:');
  /** The state that a text leads to, or its error. */
  const restored = (fixture: string) => {
    const path = join(temporaryFolder(), 'own.db');
    try {
      restoreSandbox(path, fixture, 'own.json');
      return exportSandbox(path);
    } catch (error) {
      return (error as Error).message;
    }
  };
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.includes('"user":"user_uma"'));

  test.each([
    ['on one line', JSON.stringify(JSON.parse(text))],
    ['with other spaces', JSON.stringify(JSON.parse(text), null, 3)],
    ['after a byte order mark', `\uFEFF${text}`],
    ['with tables in another order', JSON.stringify(reversed(JSON.parse(text)), null, 2)],
  ])('means the same %s', (_, other) => {
    expect(restored(other)).toBe(text);
  });

  test.each([
    ['a comma is missing', lines.with(at, (lines[at] as string).replace(/,$/, ''))],
    ['a line is cut off', lines.with(at, (lines[at] as string).slice(0, 20))],
    ['a comma is too much', lines.with(-4, `${lines.at(-4)},`)],
    ['the end is missing', lines.slice(0, at)],
    ['a list has no end', lines.toSpliced(lines.indexOf('    ],'), 1)],
  ])('is refused where %s', (_, changed) => {
    expect(restored(changed.join('\n'))).toBe('own.json is not valid JSON');
  });

  test('is refused where a number would be rounded', () => {
    const changed = text.replace('"joined_at":', '"sso":12345678901234567890,"joined_at":');
    expect(restored(changed)).toBe('own.json holds a number that would be rounded');
  });
});

function reversed(fixture: { tables: object }) {
  return { ...fixture, tables: Object.fromEntries(Object.entries(fixture.tables).reverse()) };
}
