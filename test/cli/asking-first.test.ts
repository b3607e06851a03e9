import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';

const terminal = (...answers: readonly boolean[]) => ({ terminal: true, answers, env: { NO_COLOR: '1' } });
const place = '(profile sandbox, http://sandbox.localhost)';

const lines: readonly [line: string, question: string][] = [
  [
    'sites update site_partners --visibility public',
    `open to the public: site Partner portal: share-link → public, with space API v1? ${place}`,
  ],
  [
    'sites create --title Open --visibility public --space space_hr',
    `open to the public: new site Open: public? ${place}`,
  ],
  [
    'git import --space name:Guides --url https://github.example/acme/guides.git --ref main',
    `import refs/heads/main of https://github.example/acme/guides.git into space "Guides" (space_guides)? It replaces the content there. Undo cannot take this back: what was imported stays in the history of the space ${place}`,
  ],
  [
    'collections update col_product --default-level comment',
    `lower the default level of collection "Product" (col_product) from edit to comment? ${place}`,
  ],
  [
    'collections update name:Product --default-level guest',
    `lower the default level of collection "Product" (col_product) from edit to guest? ${place}`,
  ],
  [
    'collections update col_product col_api --default-level read',
    `set the default level of collection "Product" (col_product) to read, and 1 more? ${place}`,
  ],
  [
    'members update user_ada --role edit',
    `lower the role of Ada Lovelace (user_ada) from admin to edit? ${place}`,
  ],
  [
    'spaces permissions set space_handbook team_docs --role read',
    `lower the role of team "Docs" (team_docs) on space space_handbook from edit to read? ${place}`,
  ],
  [
    'teams members set team_docs user_ada --role member',
    `make Ada Lovelace (user_ada) a member of team team_docs and no longer an owner? ${place}`,
  ],
  [
    'change-requests merge 1 --space space_handbook',
    `merge change request "Rewrite the onboarding" (cr_onboarding)? It has 1 open comment. Undo cannot take this back: a merge stays in the history of the space ${place}`,
  ],
];

describe.each(lines)('%s', (line, question) => {
  test('asks a person first', async () => {
    const docs = await sandboxCli();
    const declined = await docs(line, terminal(false));
    // Several begin with what they open and lose.
    const stderr = expect.stringMatching(
      /^(loses \(\d+\)\n( {2}.*\n)+\n)?error: cancelled; nothing was sent\n$/,
    );
    expect(declined).toMatchObject({ code: 2, stderr });
    expect(declined.questions).toEqual([question]);
    expect(declined.requests.every(({ method }) => method === 'GET')).toBe(true);
    const agreed = await docs(line, terminal(true));
    expect(agreed).toMatchObject({ code: 0 });
    expect(agreed.requests.some(({ method }) => method !== 'GET')).toBe(true);
  });

  test.for<[flags: string, options: object]>([
    ['', {}],
    ['--no-input', { terminal: true, columns: 200, env: { NO_COLOR: '1' } }],
    ['', { terminal: true, columns: 200, env: { CI: '1', NO_COLOR: '1' } }],
  ])('needs --yes with %j, %j', async ([flags, options]) => {
    const docs = await sandboxCli();
    const run = await docs(`${line} ${flags}`, options);
    expect(run).toMatchObject({ code: 2, stdout: '', questions: [], writes: [] });
    expect(run.stderr).toMatch(
      /^error: this needs a confirmation: .*\nhint: give --yes \(or DOCS_ADMIN_YES=1\) to go ahead\n$/s,
    );
  });

  test.for<[flags: string, options: object]>([
    ['--yes', {}],
    ['--yes', { terminal: true }],
    ['--dry-run', {}],
    ['--dry-run', { terminal: true }],
  ])('asks nothing with %j, %j', async ([flags, options]) => {
    const docs = await sandboxCli();
    const run = await docs(`${line} ${flags}`, options);
    expect(run).toMatchObject({ code: 0, questions: [] });
  });
});

test('what goes no further than a revision, or is not public, is not asked about', async () => {
  const docs = await sandboxCli();
  const url = 'https://github.example/acme/guides.git';
  for (const line of [
    `git import --space space_guides --url ${url} --ref main --standalone`,
    'sites update site_docs --title Docs',
    'sites create --title Two --visibility unlisted',
    'collections update col_product --default-level edit',
    'collections update col_product --default-level create',
    'collections update col_product --default-level inherit',
    'collections update col_product --title Products',
  ])
    expect(await docs(line, terminal())).toMatchObject({ code: 0, questions: [] });
});

test('a merge says that the space has changed since', async () => {
  const docs = await sandboxCli();
  const run = await docs('crs merge cr_outdated --space space_handbook', terminal(false));
  expect(run.questions[0]).toContain('? It is outdated: the space has changed since.');
});

test('several are asked about at once', async () => {
  const docs = await sandboxCli();
  const run = await docs(
    'sites update site_partners site_handbook --visibility public --allow-opening public',
    terminal(false),
  );
  expect(run.questions).toEqual([
    `open to the public: site Partner portal: share-link → public, with space API v1; and site Handbook 手册, “internal”: unlisted → public, with 3 spaces: Handbook, People & HR, Runbooks? ${place}`,
  ]);
  expect(run.writes).toEqual([]);
  const line = 'sites update site_partners site_handbook --visibility public --allow-opening public';
  expect(await docs(line)).toMatchObject({ code: 2, writes: [] });
  expect(await docs(`${line} --yes`)).toMatchObject({ code: 0 });
});

test('a question hides the password of an address', async () => {
  const docs = await sandboxCli();
  const run = await docs('git import --space space_guides --ref main', {
    ...terminal(false),
    env: { DOCS_ADMIN_GIT_URL: 'https://user:pa55word@github.example/acme/guides.git' },
  });
  expect(run.questions[0]).not.toContain('pa55word');
});

test('a dry run shows an address that holds no secret', async () => {
  const docs = await sandboxCli();
  const url = 'https://github.example/acme/guides.git';
  const line = 'git import --space space_guides --ref main --dry-run --json';
  for (const run of [
    await docs(`${line} --url ${url}`),
    await docs(line, { env: { DOCS_ADMIN_GIT_URL: url } }),
  ])
    expect(JSON.parse(run.stdout).body).toEqual({ url, ref: 'refs/heads/main' });
});

describe('ids from a pipe', () => {
  const piped = { terminal: true, columns: 200, piped: true, env: { NO_COLOR: '1' } };
  const lines: readonly [line: string, stdin: string, question: string][] = [
    [
      'members update - --role guest',
      'user_ada\n',
      'lower the role of Ada Lovelace (user_ada) from admin to guest?',
    ],
    [
      'sites update - --visibility public --allow-opening public',
      'site_partners\nsite_handbook\n',
      'open to the public: site Partner portal: share-link → public, with space API v1; and site Handbook 手册, “internal”: unlisted → public, with 3 spaces: Handbook,\nPeople & HR, Runbooks?',
    ],
    [
      'crs merge - --space space_handbook',
      '1\n',
      'merge change request 1? Undo cannot take this back: a merge stays in the history of the space',
    ],
  ];

  test.for(lines)('with a person at the terminal need --yes: %s', async ([line, stdin, question]) => {
    const docs = await sandboxCli();
    expect(await docs(line, { ...piped, stdin })).toMatchObject({
      code: 2,
      stderr: `error: this needs a confirmation: ${question}\nhint: give --yes (or DOCS_ADMIN_YES=1) to go ahead\n`,
      questions: [],
      writes: [],
    });
    expect(await docs(`${line} --dry-run`, { ...piped, stdin })).toMatchObject({ code: 0, writes: [] });
    expect(await docs(`${line} --yes`, { ...piped, stdin })).toMatchObject({ code: 0 });
  });

  test('are not asked about where named ids are not either', async () => {
    const docs = await sandboxCli();
    const line = 'sites update - --visibility unlisted';
    expect(await docs(line, { ...piped, stdin: 'site_docs\n' })).toMatchObject({ code: 0, questions: [] });
  });
});
