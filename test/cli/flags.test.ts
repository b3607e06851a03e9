import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const empty = () => ({ json: { items: [] } });

describe('shared flags', () => {
  test('stand anywhere on the line', async () => {
    const docs = await scriptedCli(empty);
    for (const line of ['--org org_x sites list', 'sites --org org_x list', 'sites list --org org_x']) {
      expect((await docs(line)).requests[0]?.path).toBe('/v1/orgs/org_x/sites?limit=1000');
    }
  });

  test('the flag counts before the environment, the environment before the profile', async () => {
    const docs = await scriptedCli(empty);
    await docs('config set org org_profile');
    const env = { DOCS_ADMIN_ORG: 'org_env' };
    expect((await docs('teams list --org org_flag', { env })).requests[0]?.path).toContain('/orgs/org_flag/');
    expect((await docs('teams list', { env })).requests[0]?.path).toContain('/orgs/org_env/');
    expect((await docs('teams list', { env: { DOCS_ADMIN_ORG: '' } })).requests[0]?.path).toContain(
      '/orgs/org_profile/',
    );
  });

  test('colour is for terminals, unless a flag or the environment says otherwise', async () => {
    const docs = await scriptedCli(() => ({ json: { items: [{ id: 's' }] } }));
    const colored = async (line: string, options = {}) =>
      (await docs(line, options)).stdout.includes('\u001b[');
    expect(await colored('teams list', { terminal: true })).toBe(true);
    expect(await colored('teams list --no-color', { terminal: true })).toBe(false);
    expect(await colored('teams list', { terminal: true, env: { NO_COLOR: '1' } })).toBe(false);
    expect(await colored('teams list', { terminal: true, env: { TERM: 'dumb' } })).toBe(false);
    expect(await colored('teams list -o table')).toBe(false);
    expect(await colored('teams list -o table --color')).toBe(true);
    expect(await colored('teams list -o table', { env: { FORCE_COLOR: '1' } })).toBe(true);
  });

  test('a missing surrounding names all three ways to give it', async () => {
    const docs = await scriptedCli(empty);
    const run = await docs('sites list', { env: { DOCS_ADMIN_ORG: '' } });
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    for (const way of ['--org', 'DOCS_ADMIN_ORG', 'docs-admin config set org'])
      expect(run.stderr).toContain(way);
  });

  test.for([
    ['--limit 0', '--limit 0: must be a whole number from 1 to'],
    ['--limit -1', '--limit -1: must be'],
    ['--limit abc', '--limit "abc": must be'],
    ['--limit sk-live1234', '--limit: must be'],
    ['--limit 1e9', '--limit: must be'],
    ['--page-size 1001', '--page-size 1001: must be a whole number from 1 to 1000'],
    ['--timeout 0', '--timeout 0: must be'],
    ['--fields a..b', '--fields'],
    ['--fields __proto__.x', '--fields'],
    ['--fields ,', '--fields has an empty value'],
    ['--output xml', 'unknown output format "xml" (from --output)'],
    ['--title a --title b', '--title is given twice'],
    ['--token abc', 'there is no --token flag'],
    ['--token=abc', 'there is no --token flag'],
    ['--org a/b', 'invalid --org "a/b": contains "/"'],
    ['--profile nowhere', 'no profile "nowhere"'],
    ['--profile sandbox --base-url https://x.example', '--base-url does not go with the profile sandbox'],
    ['extra', 'too many arguments: "extra"'],
    ['--title', '--title needs a value'],
    ['--published --no-published', '--published and --no-published exclude each other'],
    ['--no-published --published', '--no-published and --published exclude each other'],
  ])('sites list %s is refused', async ([flags, message]) => {
    const docs = await scriptedCli(empty);
    const run = await docs(`sites list ${flags}`);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(`error: `);
    expect(run.stderr).toContain(message);
  });

  test('what the line cannot mean is never echoed', async () => {
    const docs = await scriptedCli(empty);
    for (const line of [
      'sites list --tokn=s3cr3t-value',
      's3cr3t-value',
      'sites s3cr3t-value',
      'sites list --limit s3cr3t-value',
      '--output s3cr3t-value sites list',
    ]) {
      const run = await docs(line);
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr + run.stdout).not.toContain('s3cr3t-value');
    }
  });

  test('unknown words get a suggestion', async () => {
    const docs = await scriptedCli(empty);
    expect((await docs('stes list')).stderr).toBe(
      'error: unknown command "stes"\nhint: did you mean `docs-admin sites`?\n',
    );
    expect((await docs('sites lst')).stderr).toContain('did you mean');
    expect((await docs('sites create --titel x')).stderr).toBe(
      'error: unknown flag --titel\nhint: did you mean --title?\n',
    );
  });

  test.for([
    ['teams fly --away', 'error: unknown command "fly"\nhint: see `docs-admin teams --help`\n'],
    [
      '--org o teams members fly --away',
      'error: unknown command "fly"\nhint: see `docs-admin teams members --help`\n',
    ],
    ['--away teams list', 'error: unknown flag --away\nhint: see `docs-admin help flags`\n'],
    ['teams --away list', 'error: unknown flag --away\nhint: see `docs-admin teams --help`\n'],
    ['teams --away', 'error: unknown flag --away\nhint: see `docs-admin teams --help`\n'],
    ['teams list --away', 'error: unknown flag --away\nhint: see `docs-admin teams list --help`\n'],
    [
      'teams list --out teams.csv',
      'error: unknown flag --out\nhint: send the output to a file with > <file>; --output names its format\n',
    ],
    ['teams get fly --away', 'error: unknown flag --away\nhint: see `docs-admin teams get --help`\n'],
  ] as const)('the first unknown word of %s is named', async ([line, stderr]) => {
    const docs = await scriptedCli(empty);
    expect(await docs(line)).toMatchObject({ code: 2, stdout: '', stderr, requests: [] });
  });
});

describe('help and version', () => {
  test('--version', async () => {
    const docs = await scriptedCli(empty);
    expect(await docs('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  test('help words lead to the help of a verb, with operation, flags and examples', async () => {
    const docs = await scriptedCli(empty);
    const run = await docs('help sites create');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('POST /v1/orgs/{org}/sites');
    expect(run.stdout).toContain('--visibility <who>');
    expect(run.stdout).toMatch(/public, unlisted, share-link,\s+visitor-auth/);
    expect(run.stdout).toContain('docs-admin sites create --title "Handbook"');
    expect((await docs('sites create --help')).stdout).toBe(run.stdout);
    expect((await docs('teams members set -h')).stdout).toContain('/members/{user}');
  });

  test('a noun without a verb is a usage error', async () => {
    const docs = await scriptedCli(empty);
    const { stdout: help } = await docs('sites --help');
    const error = 'error: a verb is missing: docs-admin sites <verb>\n';
    for (const terminal of [true, false])
      expect(await docs('sites --quiet', { terminal })).toMatchObject({ code: 2, stdout: '' });
    expect(await docs('sites')).toMatchObject({ code: 2, stdout: '', stderr: `${help}\n${error}` });
    expect(JSON.parse((await docs('sites --json')).stderr).error).toMatchObject({
      kind: 'usage',
      exitCode: 2,
    });
  });

  test('verbs that are loaded by themselves are part of the help of their noun', async () => {
    const docs = await scriptedCli(empty);
    for (const line of ['members', 'members --help', 'help members']) {
      const { stdout, stderr } = await docs(line);
      expect(stdout + stderr).toMatch(/ offboard <userId\.\.\.> +Take members out of every team/);
      expect(stdout + stderr).toMatch(/ onboard <userId> +Put a member/);
    }
    expect((await docs('teams members --help')).stdout).toMatch(/ sync +Bring the members of teams/);
  });

  test('their flags may stand before and after them, and unknown ones are refused', async () => {
    const docs = await scriptedCli(empty);
    expect(await docs('members -q onboard')).toMatchObject({
      code: 2,
      stderr:
        'error: give either a member or --file\n' +
        'hint: `docs-admin members onboard user_pat --team team_docs`, or `docs-admin members onboard --file roster.csv`\n',
    });
    expect(await docs('members offboard user_pat --succesor user_ada')).toMatchObject({
      code: 2,
      stderr: 'error: unknown flag --succesor\nhint: did you mean --successor?\n',
    });
    expect(await docs('--quiet teams members -q sync --prune')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error: no roster given'),
    });
  });
});

describe('--dry-run', () => {
  test('prints the request, and sends nothing', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites update site_docs --title Handbook --dry-run --json');
    expect(run).toMatchObject({ code: 0, stderr: '', requests: [] });
    expect(JSON.parse(run.stdout)).toEqual({
      method: 'PATCH',
      url: 'http://sandbox.localhost/v1/orgs/org_acme/sites/site_docs',
      body: { title: 'Handbook' },
    });
  });

  test('needs no confirmation, reads still read, and bad input is still refused', async () => {
    const docs = await sandboxCli();
    expect(await docs('sites delete site_docs --dry-run')).toMatchObject({ code: 0, requests: [] });
    expect((await docs('sites get site_docs --dry-run')).requests).toHaveLength(1);
    expect(await docs('sites update site_docs --title x --dry-run')).toMatchObject({ code: 2, stdout: '' });
    expect(await docs('sites get site_docs')).toMatchObject({ code: 0 });
  });
});

test.each([
  ['sitse --help', 'did you mean `docs-admin sites`?'],
  ['help sitse', 'did you mean `docs-admin sites`?'],
  ['help qqqq', 'see `docs-admin --help`'],
  ['sites lst --help', 'did you mean `docs-admin sites list`?'],
  ['help sites lst', 'did you mean `docs-admin sites list`?'],
  ['help teams members sett', 'did you mean `docs-admin teams members set`?'],
  ['sites get', 'see `docs-admin sites get --help`'],
  ['sites get --nope', 'see `docs-admin sites get --help`'],
])('%s is a usage error, and the hint leads on', async (line, hint) => {
  const docs = await scriptedCli(() => ({ json: {} }));
  const run = await docs(line);
  expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
  expect(run.stderr).toMatch(/^error: .+\nhint: .+\n$/);
  expect(run.stderr).toContain(`hint: ${hint}\n`);
});

test.each([
  'help sites',
  'help sites create',
  'sites --help',
  '--help',
  'help',
  'sites create --title x --help',
])('%s is help on stdout', async (line) => {
  const docs = await scriptedCli(() => ({ json: {} }));
  const run = await docs(line);
  expect(run).toMatchObject({ code: 0, stderr: '', requests: [] });
  expect(run.stdout).toMatch(/^Usage: docs-admin /);
});
