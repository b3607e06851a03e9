import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

const org = '/v1/orgs/org_acme';
const asked = (answers: readonly (string | boolean)[]) => ({
  terminal: true,
  answers,
  env: { NO_COLOR: '1' },
});

describe('what a command needs is asked for', () => {
  test.for<
    [line: string, answers: readonly (string | boolean)[], questions: readonly string[], sent: object]
  >([
    [
      'teams create',
      ['Reviewers'],
      ['Title of the team (1 to 64 characters)'],
      { method: 'PUT', path: `${org}/teams`, body: { title: 'Reviewers' } },
    ],
    [
      'custom-fields create --title Level',
      ['level', 'text'],
      [expect.stringMatching(/^name \(/), expect.stringMatching(/^Type|^Kind|^What/)] as never,
      {
        method: 'POST',
        path: `${org}/custom-fields`,
        body: { name: 'level', type: 'text', title: 'Level' },
      },
    ],
    [
      'spaces permissions set space_handbook team_design',
      ['review'],
      ['Role of the team in the space'],
      {
        method: 'PATCH',
        path: '/v1/spaces/space_handbook/permissions/teams/team_design',
        body: { role: 'review' },
      },
    ],
    [
      'comments create --space space_handbook',
      ['Who owns *this*?'],
      ['Its text, as Markdown (in an editor)'],
      {
        method: 'POST',
        path: '/v1/spaces/space_handbook/comments',
        body: { body: { markdown: 'Who owns *this*?' } },
      },
    ],
    [
      'openapi create orders',
      ['--url', 'https://api.acme.example/orders.json'],
      ['Which of these?', 'Address from which the service fetches it (at most 2048 characters)'],
      {
        method: 'POST',
        path: `${org}/openapi`,
        body: { slug: 'orders', source: { url: 'https://api.acme.example/orders.json' } },
      },
    ],
  ])('%s', async ([line, answers, questions, sent]) => {
    const docs = await sandboxCli();
    const run = await docs(line, asked(answers));
    expect(run).toMatchObject({ code: 0, questions });
    expect(run.requests.filter(({ method }) => method !== 'GET')).toEqual([sent]);
  });

  test('no answer is no value', async () => {
    const docs = await sandboxCli();
    expect(await docs('teams create', asked(['']))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error: --title is required\n'),
      requests: [],
    });
    expect(await docs('openapi get', { ...asked(['']), env: { NO_COLOR: '1', TERM: 'dumb' } })).toMatchObject(
      {
        code: 2,
        stderr: expect.stringContaining('error: missing <slug>\n'),
      },
    );
  });

  test('an address of the environment is not asked for', async () => {
    const docs = await sandboxCli();
    const run = await docs('git export --space space_guides --ref main --message Now --yes', {
      terminal: true,
      env: { DOCS_ADMIN_GIT_URL: 'https://github.example/acme/guides.git' },
    });
    expect(run.questions).toEqual([]);
  });
});

describe('an update without a change', () => {
  test('asks for its only flag', async () => {
    const docs = await sandboxCli();
    const run = await docs('members update user_pat', asked(['read']));
    expect(run.questions[0]).toMatch(/^Role in the organization/);
    expect(run.choices).toContain('guest');
    expect(run.requests.at(-1)?.body).toEqual({ role: 'read' });
  });

  test('asks which of its flags, and then for its value', async () => {
    const docs = await sandboxCli();
    const run = await docs('collections update col_product', asked(['--description', 'What we sell']));
    expect(run.questions).toEqual(['What should change?', 'What it is for (at most 100 characters)']);
    expect(run.requests.at(-1)?.body).toEqual({ description: 'What we sell' });
    const proxy = await docs('sites update site_docs', asked(['--adaptive-content', false, true]));
    expect(proxy.requests.at(-1)?.body).toEqual({ adaptiveContent: { enabled: false } });
  });

  test('asks once for several things', async () => {
    const docs = await sandboxCli();
    const run = await docs('members update user_pat user_hana', asked(['comment']));
    expect(run.questions).toHaveLength(1);
    expect(run.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { role: 'comment' },
      { role: 'comment' },
    ]);
  });
});

describe('creating asks for what makes a thing meaningful', () => {
  test('a site', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites create', asked(['Handbook 2', 'unlisted']));
    expect(run).toMatchObject({
      code: 0,
      questions: ['Title shown to readers (2 to 128 characters)', 'Who can read it'],
    });
    expect(run.requests.at(-1)?.body).toEqual({ title: 'Handbook 2', visibility: 'unlisted' });
  });

  test('a collection and a change request, where an answer may be empty', async () => {
    const docs = await sandboxCli();
    const collection = await docs('collections create', asked(['']));
    expect(collection.requests.at(-1)?.body).toEqual({});
    const change = await docs('crs create --space space_handbook', asked(['Typos']));
    expect(change.requests.at(-1)?.body).toEqual({ subject: 'Typos' });
  });

  test.for<[line: string, options: object]>([
    ['sites create --title Two', {}],
    ['sites create --title Two --yes', { terminal: true }],
    ['sites create --title Two --dry-run', { terminal: true }],
    ['sites create --input -', { terminal: true, stdin: '{}' }],
    ['sites create --title Two --visibility unlisted', { terminal: true }],
  ])('not with %s', async ([line, options]) => {
    const docs = await sandboxCli();
    expect(await docs(line, options)).toMatchObject({ code: 0, questions: [] });
  });
});

describe('pickers offer what can be meant', () => {
  test('who is in the team', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams members remove team_tokyo --yes', asked(['user_mei']));
    expect(run.code).toBe(0);
    expect(run.choices).toHaveLength(2);
    expect(run.choices.join()).toMatch(/@acme\.example {2}user_/);
    const empty = await docs('teams members remove team_empty --yes', asked([]));
    expect(empty).toMatchObject({ code: 2, stderr: 'error: no one is in team team_empty\n' });
  });

  test('who is in the team, for a flag that takes several', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams members update team_tokyo --yes', asked(['--remove', 'user_mei']));
    expect(run).toMatchObject({ code: 0, questions: ['What should change?', 'Which member for --remove?'] });
    expect(run.choices.filter((choice) => choice.includes('@'))).toHaveLength(2);
    expect(run.requests.at(-1)?.body).toEqual({ remove: ['user_mei'] });
  });

  test('who is not in the team yet', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams members update team_tokyo', asked(['--add', 'user_ada']));
    expect(run).toMatchObject({ code: 0, questions: ['What should change?', 'Which member for --add?'] });
    const people = run.choices.filter((choice) => choice.includes('@'));
    const { stdout } = await docs('members list -o id');
    const others = stdout.match(/user_\w+/g)?.filter((id) => !/_(mei|yuki)$/.test(id));
    expect(people.flatMap((choice) => choice.match(/user_\w+/) ?? []).sort()).toEqual(others?.sort());
    expect(run.writes).toMatchObject([{ body: { add: ['user_ada'] } }]);
  });

  test('sections of the group', async () => {
    const docs = await sandboxCli();
    const site = '--site site_docs';
    const groups = JSON.parse((await docs(`section-groups list ${site} --json`)).stdout);
    const [{ id: group, sections }] = groups;
    const line = `section-groups remove-section ${group} ${site} --yes`;
    const run = await docs(line, asked([sections[0].id]));
    expect(run.code).toBe(0);
    expect(run.choices.map((choice) => choice.split('  ').at(-1))).toEqual(
      sections.map(({ id }: { id: string }) => id),
    );
    for (const { id } of sections.slice(1))
      await docs(`section-groups remove-section ${group} ${id} ${site} --yes`);
    expect(await docs(line, asked([]))).toMatchObject({
      code: 2,
      stderr: `error: no section is in group ${group}\n`,
    });
  });

  test('teams that have a role', async () => {
    const docs = await sandboxCli();
    const run = await docs('spaces permissions remove space_handbook --yes', asked(['team_support']));
    expect(run).toMatchObject({ code: 0, choices: ['Docs  team_docs', 'Support, EMEA  team_support'] });
  });

  test('open comments for resolving, resolved ones for opening', async () => {
    const docs = await sandboxCli();
    const open = await docs('comments resolve --space space_handbook', asked(['comment_typo']));
    expect(open).toMatchObject({ code: 0 });
    expect(open.requests[0]?.path).toContain('status=open');
    const resolved = await docs('comments reopen --space space_handbook', asked(['comment_done']));
    expect(resolved.choices.join()).toContain('comment_done');
    expect(resolved.choices.join()).not.toContain('comment_question');
  });

  test('no change request is open', async () => {
    const docs = await sandboxCli();
    expect(await docs('crs merge --space space_rest', asked([]))).toMatchObject({
      code: 2,
      stderr: 'error: no change request is open in space space_rest\n',
    });
  });

  test('several, where several may be given', async () => {
    const docs = await sandboxCli();
    const run = await docs('teams delete --yes', asked(['team_empty,team_tokyo']));
    expect(run).toMatchObject({ code: 0, questions: ['Which team?'] });
    const deleted = run.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect(deleted.sort()).toEqual([`${org}/teams/team_empty`, `${org}/teams/team_tokyo`]);
  });

  test('profiles, settings and runs', async () => {
    const docs = await sandboxCli();
    expect(await docs('profiles use', asked(['sandbox']))).toMatchObject({
      code: 0,
      choices: ['default', 'sandbox'],
    });
    expect((await docs('config get', asked(['org']))).stdout).toBe('org_acme\n');
    const { stderr } = await docs('teams delete team_empty team_tokyo --yes');
    expect(stderr).not.toContain('error');
    const runs = await docs('runs show', asked(['nothing']));
    expect(runs.questions).toEqual(['Which run?']);
    expect(runs.choices).toEqual([expect.stringMatching(/^\S+ {2}teams delete {2}2026-06-01T12:00:00/)]);
    const none = await sandboxCli();
    expect(await none('runs show', asked([]))).toMatchObject({
      code: 2,
      stderr: 'error: there is no run to choose from\n',
    });
  });
});

describe('a list of roles or audiences begins', () => {
  test.for<[line: string, answers: readonly string[], begins: readonly string[]]>([
    ['members update user_zoe', ['create'], ['review']],
    ['members update zoe@acme.example', ['create'], ['review']],
    ['members update user_pat', ['read'], ['guest']],
    ['collections update col_product', ['--default-level', 'create'], ['--title', 'edit']],
    ['sites update site_partners', ['--visibility', 'unlisted'], ['--title', 'share-link']],
  ])('at the present one: %s', async ([line, answers, begins]) => {
    const docs = await sandboxCli();
    expect(await docs(`${line} --dry-run`, asked(answers))).toMatchObject({ code: 0, begins });
  });

  test.for<[line: string, answers: readonly string[], begins: string]>([
    ['members update user_pat user_hana', ['read'], 'guest'],
    ['spaces permissions set space_handbook team_design', ['read'], 'guest'],
    ['sites create --title Two', ['unlisted'], 'visitor-auth'],
  ])('else at the least: %s', async ([line, answers, begins]) => {
    const docs = await sandboxCli();
    expect(await docs(line, asked(answers))).toMatchObject({ code: 0, begins: [begins] });
  });

  test('other lists at the first value', async () => {
    const docs = await sandboxCli();
    const run = await docs('custom-fields create level --title Level', asked(['text']));
    expect(run.begins).toEqual([run.choices[0]]);
  });
});

test.each([
  [
    'profiles create',
    ['no name', 'work'],
    'invalid <name> "no name": letters, digits, ".", "-" and "_" only',
  ],
  [
    'openapi create --url https://a.example/x',
    ['No_Slug', 'orders'],
    'invalid <slug> "No_Slug": must be lower-case',
  ],
])('%s asks again at once for a wrong answer', async (line, answers, why) => {
  const docs = await sandboxCli();
  const run = await docs(line, { terminal: true, answers });
  expect(run.questions).toHaveLength(2);
  expect(run.stderr.replaceAll('\n', ' ')).toMatch(/^invalid <.*; try again /);
  expect(run.stderr).toContain(why);
  expect(run.code, run.stderr).toBe(0);
});
