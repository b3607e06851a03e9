import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../../support/cli.ts';

/** Returns the message for a line without a meaning. */
async function refused(line: string | readonly string[]): Promise<string> {
  const docs = await scriptedCli(() => ({ json: { id: 'x' } }));
  const run = await docs(line);
  expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
  return run.stderr;
}

test.each([
  ['openapi create petstore --url https://a.example --wait-timeout 5', '--wait-timeout needs --wait'],
  ['change-requests pdf 1 --space space_handbook --only', '--only needs --page'],
  ['org apply --file a.yaml --reviewed plan.md', '--reviewed needs --digest'],
  ['runs undo 20260101T000000-abcdef --skip', '--skip needs --last'],
  ['sandbox serve --seed 1', '--seed needs --fail or --drop'],
  ['members onboard user_pat --team-column a', '--team-column needs --file'],
])('a flag without another one that it needs: %s', async (line, message) => {
  expect(await refused(line)).toContain(`error: ${message}\nhint: see \`docs-admin `);
});

describe('a flag whose value is another flag', () => {
  const emptyVariable = (flag: string, other: string, meant: string) =>
    `error: ${flag} needs a value, and ${other} after it is a flag\nhint: was a variable empty? If ${other} is meant as the value, write ${meant}\n`;

  test.for([
    ['teams update team_empty --title --dry-run', '--title', '--dry-run', '--title=--dry-run'],
    ['teams update team_empty --title -y', '--title', '-y', '--title=-y'],
    ['teams update team_empty --title --input', '--title', '--input', '--title=--input'],
    ['teams update team_empty --title --no-headers', '--title', '--no-headers', '--title=--no-headers'],
    ['teams update team_empty --title --help', '--title', '--help', '--title=--help'],
    ['teams update team_empty --title --org=s3cr3t', '--title', '--org', '--title=--org'],
    ['sections update s --title --no-icon', '--title', '--no-icon', '--title=--no-icon'],
    ['teams update team_empty --title -h', '--title', '-h', '--title=-h'],
    ['teams update team_empty --title --version', '--title', '--version', '--title=--version'],
    ['teams update team_empty --title -V', '--title', '-V', '--title=-V'],
    ['teams update team_empty --title -qy', '--title', '-qy', '--title=-qy'],
    ['teams update team_empty --title -qo', '--title', '-qo', '--title=-qo'],
    ['teams update team_empty --title -os3cr3t', '--title', '-o', '--title=-o'],
    ['teams update team_empty --title -qos3cr3t', '--title', '-qo', '--title=-qo'],
    ['teams update team_empty --title --', '--title', '--', '--title=--'],
    ['teams update team_empty -qo --json --title x', '-o', '--json', '--output=--json'],
    ['teams members update t --add --remove user_a', '--add', '--remove', '--add=--remove'],
    ['--profile --json teams list', '--profile', '--json', '--profile=--json'],
    ['api GET /v1/orgs -f -F', '-f', '-F', '--field=-F'],
  ] as const)('%s', async ([line, flag, other, meant]) => {
    expect(await refused(line)).toBe(emptyVariable(flag, other, meant));
  });

  test.each([
    ['--file', ['batch', '--file', '', '--', 'members', 'list']],
    ['--journal', ['batch', '--file', 'a.csv', '--journal=', '--', 'members', 'list']],
    ['--out', ['teams', 'members', 'sync', '--file', 'a.csv', '--out', '']],
    ['--input', ['sites', 'create', '--input', '']],
  ])('or an empty name of a file: %s', async (flag, line) => {
    expect(await refused(line)).toBe(`error: ${flag} needs a value\n`);
  });

  test.each([
    ['--out', 'org snapshot --out -'],
    ['--out', 'org export --out=-'],
    ['--journal', 'batch --file a.csv --journal - -- members list'],
    ['--summary', 'org plan --file a.yaml --summary -'],
  ])('or a dash where a file is written: %s', async (flag, line) => {
    expect(await refused(line)).toBe(
      `error: ${flag} writes a file, and - is none\nhint: name a file; one with the name - is ./-\n`,
    );
  });

  test('is meant where it stands behind an equals sign', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 't' } }));
    const run = await docs('teams update team_empty --title=--dry-run');
    expect(run.requests[0]?.body).toEqual({ title: '--dry-run' });
  });

  test('is no flag where the command has none of that name', async () => {
    const docs = await scriptedCli(() => ({ json: { id: 't' } }));
    const run = await docs('teams update team_empty --title --draft');
    expect(run.requests[0]?.body).toEqual({ title: '--draft' });
  });

  test.each(['-qz', '-1', '-5qy', '-', '-zq'])('is no flag where not all of it is one: %s', async (title) => {
    const docs = await scriptedCli(() => ({ json: { id: 't' } }));
    const run = await docs(['teams', 'update', 'team_empty', '--title', title]);
    expect(run.requests[0]?.body).toEqual({ title });
  });

  test('is refused in rows of commands, and in a template', async () => {
    const docs = await sandboxCli({
      'commands.txt': 'teams update team_empty --title --dry-run\n',
      'teams.csv': 'id\nteam_empty\n',
    });
    const template = 'batch --file teams.csv -- teams update {id} --title --yes';
    expect(await docs('batch --file commands.txt')).toMatchObject({
      code: 2,
      requests: [],
      stderr: expect.stringContaining(
        'commands.txt:1: --title needs a value, and --dry-run after it is a flag',
      ),
    });
    expect(await docs(template)).toMatchObject({
      code: 2,
      requests: [],
      stderr: expect.stringContaining('teams.csv:2: --title needs a value, and --yes after it is a flag'),
    });
  });
});

describe('words that the tool does not know', () => {
  test.for([
    ['users list', 'unknown command "users"', 'did you mean `docs-admin members`?'],
    ['people', 'unknown command "people"', 'did you mean `docs-admin members`?'],
    ['whoami', 'unknown command "whoami"', 'did you mean `docs-admin auth status`?'],
    ['login', 'unknown command "login"', 'did you mean `docs-admin auth login`?'],
    ['audit', 'unknown command "audit"', 'did you mean `docs-admin org audit`?'],
    ['plan --file x.yaml', 'unknown command "plan"', 'did you mean `docs-admin org plan`?'],
    ['org diff', 'unknown command "diff"', 'did you mean `docs-admin org plan`?'],
    ['org import', 'unknown command "import"', 'did you mean `docs-admin org apply`?'],
    ['members set-role u', 'unknown command "set-role"', 'did you mean `docs-admin members update --role`?'],
    [
      'docs-admin teams list',
      'unknown command "docs-admin"',
      'leave out docs-admin: a line here begins with the noun',
    ],
    ['search handbook', 'unknown command "search"', 'did you mean `docs-admin members list --search`?'],
    [
      'invite zoe@acme.example',
      'the service has no operation to invite or add a person',
      "invite on the members page of the organization in the service's app, or let people join through single sign-on (`docs-admin saml`); then `docs-admin members onboard` puts them into teams",
    ],
    ['who-can', 'unknown command "who-can"', 'did you mean `docs-admin access who-can`?'],
    ['languages', 'unknown command "languages"', 'did you mean `docs-admin translations languages`?'],
    ['offbaord', 'unknown command "offbaord"', 'did you mean `docs-admin members offboard`?'],
    ['list sites', 'unknown command "list"', 'did you mean `docs-admin sites list`?'],
    ['show users', 'unknown command "show"', 'did you mean `docs-admin members get`?'],
    ['list', 'unknown command "list"', 'the noun comes first: `docs-admin <noun> list`'],
    ['grant', 'unknown command "grant"', 'the noun comes first: `docs-admin <noun> <verb>`'],
    [
      'merge',
      'unknown command "merge"',
      'did you mean `docs-admin teams merge` or `docs-admin change-requests merge`?',
    ],
    ['teams show team_docs', 'unknown command "show"', 'did you mean `docs-admin teams get`?'],
    ['teams edit team_docs', 'unknown command "edit"', 'did you mean `docs-admin teams update`?'],
    ['teams add', 'unknown command "add"', 'did you mean `docs-admin teams create`?'],
    ['teams members insert t u', 'unknown command "insert"', 'did you mean `docs-admin teams members add`?'],
    ['section-groups add g s', 'unknown command "add"', 'did you mean `docs-admin section-groups create`?'],
    [
      'spaces permissions add s t',
      'unknown command "add"',
      'did you mean `docs-admin spaces permissions set`?',
    ],
    [
      'teams rename team_docs X',
      'unknown command "rename"',
      'did you mean `docs-admin teams update --title`?',
    ],
    [
      'crs rename 1 X',
      'unknown command "rename"',
      'did you mean `docs-admin change-requests update --subject`?',
    ],
    ['members search ada', 'unknown command "search"', 'did you mean `docs-admin members list --search`?'],
    ['sites search docs', 'unknown command "search"', 'did you mean `docs-admin sites list --title`?'],
    ['sites open site_docs', 'unknown command "open"', 'did you mean `docs-admin open sites`?'],
    ['config show', 'unknown command "show"', 'did you mean `docs-admin config get`?'],
    ['sites lsit', 'unknown command "lsit"', 'did you mean `docs-admin sites list`?'],
    ['mebers list', 'unknown command "mebers"', 'did you mean `docs-admin members`?'],
    ['auth whoami', 'unknown command "whoami"', 'did you mean `docs-admin auth status`?'],
    ['teams add-member t u', 'unknown command "add-member"', 'did you mean `docs-admin teams members add`?'],
    ['comments close c', 'unknown command "close"', 'did you mean `docs-admin comments resolve`?'],
    [
      'crs close 1',
      'unknown command "close"',
      'did you mean `docs-admin change-requests update --status archived`?',
    ],
    ['teams constructor', 'unknown command "constructor"', 'see `docs-admin teams --help`'],
    ['constructor', 'unknown command "constructor"', 'see `docs-admin --help`'],
    [
      'sites list --json=id,title',
      '--json takes no value',
      'to choose fields, write --json --fields id,title',
    ],
    ['sites list --quiet=yes', '--quiet takes no value', 'write --quiet alone'],
    ['teams delete t --hlep', 'unknown flag --hlep', 'did you mean --help?'],
    ['teams delete t --force', 'unknown flag --force', 'did you mean --yes?'],
    ['teams list --format json', 'unknown flag --format', 'did you mean --output?'],
    [
      'teams members remove t u team_x',
      'too many arguments: "team_x"',
      'it takes <teamId> <userId> and flags: see `docs-admin teams members remove --help`',
    ],
    [
      'org plan acme.yaml',
      'too many arguments',
      'it takes flags only: see `docs-admin org plan --help`; a file is given with --file',
    ],
    [
      'teams list team_x',
      'too many arguments: "team_x"',
      'it takes flags only: see `docs-admin teams list --help`',
    ],
    [
      'org rehearse members update user_x --role admin',
      'unknown flag --role',
      'put -- before the command to rehearse',
    ],
  ] as const)('%s', async ([line, message, hint]) => {
    expect(await refused(line)).toBe(`error: ${message}\nhint: ${hint}\n`);
  });

  test.for([
    's3cr3t-value',
    'SECRET',
    'hunter2',
    'sk-live-abcdef',
    'ghp_abcdefghij',
    'a-very-long-word-that-is-no-word',
    'p@ss',
    'two words',
    'ä',
    '\u001b[2J',
  ])('%j is not repeated', async (secret) => {
    for (const line of [
      [secret],
      ['sites', secret],
      ['sites', 'list', secret],
      ['teams', 'list', `--${secret}`],
      ['teams', 'list', `--tokn=${secret}`],
      ['teams', 'list', `--json=${secret}`],
      ['teams', 'list', `--quiet=${secret}`],
      ['teams', 'list', '--output', secret],
      ['teams', 'list', '--org', `--profile=${secret}`],
    ]) {
      const stderr = await refused(line);
      expect(stderr).toMatch(/^error: /);
      expect(stderr).not.toContain(secret);
    }
  });
});

test('the fields behind --json are no arguments', async () => {
  expect(JSON.parse(await refused('sites list --json id,title')).error).toMatchObject({
    message: 'too many arguments',
    hint: 'to choose fields, write --json --fields id,title',
  });
});

describe('the format of errors', () => {
  const cases: readonly [line: string, env: Record<string, string>][] = [
    ['teams get x --json', {}],
    ['teams get x -o json', {}],
    ['teams get x -ojson', {}],
    ['teams get x -qo json', {}],
    ['teams get x -qojson', {}],
    ['teams get x --output=json', {}],
    ['-qo json teams get x', {}],
    ['teams get x', { DOCS_ADMIN_OUTPUT: 'json' }],
    ['teams get x --nope', { DOCS_ADMIN_OUTPUT: 'json' }],
    ['teams get x --nope -qo json', {}],
    ['teams -qo json', {}],
    ['nope -qo json', {}],
    ['-o csv teams get x -o json', {}],
  ];
  test.for(cases)('%s %j is JSON', async ([line, env]) => {
    const docs = await scriptedCli(() => ({ status: 404, json: {} }));
    const { stderr, stdout } = await docs(line, { env });
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toMatchObject({ error: { message: expect.any(String) } });
  });

  test.for([
    ['teams get x -o csv', { DOCS_ADMIN_OUTPUT: 'json' }],
    ['teams get json', {}],
    ['teams get x --title -- -o json', {}],
    ['teams get x --org --json', {}],
    ['-o json teams get x -o csv', {}],
  ] as const)('%s %j is text', async ([line, env]) => {
    const docs = await scriptedCli(() => ({ status: 404, json: {} }));
    expect((await docs(line, { env })).stderr).toMatch(/^error: /);
  });

  test('may be that of the profile', async () => {
    const docs = await scriptedCli(() => ({ status: 404, json: {} }));
    await docs('config set output json');
    expect(JSON.parse((await docs('teams get x')).stderr)).toMatchObject({ error: { exitCode: 5 } });
  });
});

test('short flags in a group are no ids', async () => {
  const docs = await sandboxCli();
  const run = await docs('teams delete team_docs team_tokyo --yes -qo id');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([
    '/v1/orgs/org_acme/teams/team_docs',
    '/v1/orgs/org_acme/teams/team_tokyo',
  ]);
});

test.for(['--icon gear --no-icon', '--no-icon --icon gear', '--no-icon --icon=gear'])(
  'a flag and its opposite exclude each other: %s',
  async (flags) => {
    const [one, other] = flags
      .split(' ')
      .filter((word) => word.startsWith('--'))
      .map((word) => word.split('=')[0]);
    expect(await refused(`sections update s ${flags}`)).toBe(
      `error: ${one} and ${other} exclude each other\nhint: give one of the two\n`,
    );
  },
);
