import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';

const org = '/v1/orgs/org_acme';

test('a missing argument is picked from the list that knows it', async () => {
  const docs = await sandboxCli();
  const run = await docs('teams get', { terminal: true, answers: ['team_docs'] });
  expect(run).toMatchObject({ code: 0, questions: ['Which team?'] });
  expect(run.choices.slice(0, 2)).toEqual(['Docs  team_docs', 'Platform  team_platform']);
  expect(run.requests.map(({ path }) => path)).toEqual([`${org}/teams?limit=1000`, `${org}/teams/team_docs`]);
});

test('surroundings come first, and say where the rest is looked up', async () => {
  const docs = await sandboxCli();
  const run = await docs('sections delete --yes', {
    terminal: true,
    answers: ['site_docs', 'section_guides'],
  });
  expect(run).toMatchObject({ code: 0, questions: ['Which site?', 'Which section?'] });
  expect(run.requests.at(-1)).toEqual({
    method: 'DELETE',
    path: `${org}/sites/site_docs/sections/section_guides`,
  });
});

test('people are shown by name and e-mail', async () => {
  const docs = await sandboxCli();
  const run = await docs('members get', { terminal: true, answers: ['user_ada'] });
  expect(run.choices).toContain('Ada Lovelace  ada@acme.example  user_ada');
});

test('a flag that the body needs is picked too, and one of several arguments', async () => {
  const docs = await sandboxCli();
  const created = await docs('sections create', {
    terminal: true,
    answers: ['site_docs', 'space_arabic', true],
  });
  expect(created.requests.at(-1)).toEqual({
    method: 'POST',
    path: `${org}/sites/site_docs/sections`,
    body: { spaceId: 'space_arabic' },
  });
  const resolved = await docs('comments resolve --space space_handbook', {
    terminal: true,
    answers: ['comment_wording'],
  });
  expect(resolved).toMatchObject({ questions: ['Which comment?'] });
  expect(resolved.requests.at(-1)?.method).toBe('PUT');
});

test('what is there is not asked for', async () => {
  const docs = await sandboxCli();
  const run = await docs('sections list --site site_docs', { terminal: true });
  expect(run).toMatchObject({ code: 0, questions: [] });
  const body = await docs(['sections', 'create', '--site', 'site_docs', '--input', '-', '--yes'], {
    terminal: true,
    stdin: '{"spaceId":"space_arabic"}',
  });
  expect(body).toMatchObject({ code: 0, questions: [] });
});

test.for<[why: string, line: string, options: object]>([
  ['without a terminal', 'teams get', {}],
  ['with --no-input', 'teams get --no-input', { terminal: true }],
  ['where CI is set', 'teams get', { terminal: true, env: { CI: 'true' } }],
])('no one is asked %s', async ([, line, options]) => {
  const docs = await sandboxCli();
  expect(await docs(line, options)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/missing <teamId>\nhint: see `docs-admin teams get --help`\n$/),
    requests: [],
    questions: [],
  });
});

test('a missing surrounding without a terminal is refused with the ways to give it', async () => {
  const docs = await sandboxCli();
  expect(await docs('sections list')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('DOCS_ADMIN_SITE'),
    requests: [],
  });
});

test('where there is nothing to pick from, it says so', async () => {
  const docs = await scriptedCli(() => ({ json: { items: [] } }));
  expect(await docs('teams get', { terminal: true, env: { NO_COLOR: '1' } })).toMatchObject({
    code: 2,
    stderr: 'error: there is no team to choose from\n',
    questions: [],
  });
});

test('titles cannot play tricks on the terminal', async () => {
  const docs = await scriptedCli(() => ({ json: { items: [{ id: 't', title: 'a\u001b[2Jb' }] } }));
  const run = await docs('teams get', { terminal: true, answers: ['t'] });
  expect(run.choices).toEqual(['a^[[2Jb  t']);
});

test.for<[line: string, env: Record<string, string>]>([
  ['teams get --plain', {}],
  ['teams get', { TERM: 'dumb' }],
  ['teams get', { ACCESSIBLE: 'yes' }],
])('without a drawn list a choice is typed: %s %j', async ([line, env]) => {
  const docs = await sandboxCli();
  const run = await docs(line, { terminal: true, answers: ['2'], env });
  expect(run).toMatchObject({ code: 0, questions: ['Type a number, or words to search for'], choices: [] });
  const [, second] = run.stderr.match(/^Which team\?\n1\. .* {2}team_\w+\n2\. .* {2}(team_\w+)\n3\. /) ?? [];
  expect(run.requests.at(-1)?.path).toBe(`${org}/teams/${second}`);
  expect(await docs(line, { terminal: true, answers: [''], env })).toMatchObject({ code: 2 });
});

describe('a typed choice', () => {
  const plain = { terminal: true, env: { ACCESSIBLE: '1' } };

  test.for<[line: string, answers: string[], path: string, written: string]>([
    ['teams get', ['team_docs'], 'teams/team_docs', ''],
    ['teams get', ['support', '1'], 'teams/team_support', '1. Support, EMEA  team_support\n'],
    [
      'teams get',
      ['99', 'zzz\u0007', 'team_docs'],
      'teams/team_docs',
      'Nothing matches "99".\nNothing matches "zzz^G".\n',
    ],
    [
      'members get',
      ['novakova hana', '1'],
      'members/user_hana',
      '1. Hana Nováková  hana@agency.example  user_hana\n',
    ],
    ['members get', ['user_ada'], 'members/user_ada', ''],
  ])('%s: %j', async ([line, answers, path, written]) => {
    const docs = await sandboxCli();
    const run = await docs(line, { ...plain, answers });
    expect(run.code).toBe(0);
    expect(run.requests.at(-1)?.path).toBe(`${org}/${path}`);
    expect(run.stderr).toContain(written);
  });

  test('of more than a screen begins with a search', async () => {
    const docs = await sandboxCli({}, undefined, demoStore({ members: 5100 }));
    const run = await docs('members get', { ...plain, answers: ['lovelace', '1'] });
    expect(run.code).toBe(0);
    expect(run.questions).toEqual([
      'Type words to search for, or an id',
      'Type a number, or words to search for',
    ]);
    expect(run.stderr).toContain(
      'Which member? There are 5000.\n1. Ada Lovelace  ada@acme.example  user_ada\n',
    );
  });

  test('takes several', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams delete --dry-run -o id', {
      ...plain,
      answers: ['team_tokyo, nothing', '1,team_tokyo'],
    });
    expect(run).toMatchObject({
      code: 0,
      questions: Array(2).fill('Type numbers or ids, separated by commas'),
    });
    expect(run.stderr).toContain('Nothing matches "nothing".\n');
    expect(run.stderr).toMatch(/^1\. .* {2}team_\w+$/m);
  });

  test('may be a word', async () => {
    const docs = await sandboxCli();
    const run = await docs('members update user_pat', { ...plain, answers: ['read'] });
    expect(run).toMatchObject({ code: 0, questions: ['Type a number, or the word'] });
    expect(run.writes[0]?.body).toEqual({ role: 'read' });
    expect(run.stderr).toMatch(/^Role in the organization.*\n1\. \w+\n2\. /);
  });

  test('cannot play tricks on the terminal', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [{ id: 't', title: 'a\u001b[2J\nb' }] } }));
    const run = await docs('teams get', { ...plain, answers: ['1'] });
    expect(run.stderr).toMatch(/^Which team\?\n1\. a\^\[\[2J\S+b {2}t\n/);
  });

  test.for(['', '0'])('is drawn with ACCESSIBLE=%s', async (ACCESSIBLE) => {
    const docs = await sandboxCli();
    const run = await docs('teams get', { terminal: true, env: { ACCESSIBLE }, answers: ['team_docs'] });
    expect(run.choices.length).toBeGreaterThan(2);
  });
});

test('a command that is run again and again asks no one', async () => {
  const docs = await sandboxCli();
  expect(await docs('teams get --watch', { terminal: true })).toMatchObject({ code: 2, questions: [] });
});

test('questions show what would play tricks on the terminal', async () => {
  const docs = await sandboxCli();
  const run = await docs('members remove user_eve', { terminal: true, answers: [false] });
  expect(run.questions[0]).toContain(
    'remove Eve^[[31m Adams<U+202E> <eve@acme.example> (user_eve) from org_acme?',
  );
  expect(run).toMatchObject({ code: 2, writes: [] });
});

test('searches the service for people beyond the first 5,000', async () => {
  const docs = await sandboxCli({}, undefined, demoStore({ members: 5100 }));
  const answers = [{ search: 'lovelace' }, 'user_ada'];
  const run = await docs('members get', { terminal: true, answers });
  expect(run.code).toBe(0);
  expect(run.stderr).toContain('these are the first 5000; you can search for all others\n');
  expect(run.choices).toHaveLength(5001);
  expect(run.choices.at(-1)).toBe('Ada Lovelace  ada@acme.example  user_ada');
  expect(run.requests.at(-2)?.path).toBe(`${org}/members?search=lovelace&limit=1000`);
});
