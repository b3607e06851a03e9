import { describe, expect, test } from 'vitest';
import { type Cli, type Script, scriptedCli } from '../support/cli.ts';

const token = 'a-token-with-more-than-24-characters';
const works: Script = () => ({ json: { items: [] } });
const clean = { DOCS_ADMIN_TOKEN: undefined, DOCS_ADMIN_BASE_URL: undefined, DOCS_ADMIN_ORG: undefined };
const elsewhere = { ...clean, DOCS_ADMIN_BASE_URL: 'https://staging.example' } as never;
const nothing = clean as never;

/** A command line with a profile `prod`, for https://prod.example. */
async function withProfile(flags = ''): Promise<Cli> {
  const docs = await scriptedCli(works);
  const made = await docs(`profiles create prod --base-url https://prod.example ${flags}`, { env: nothing });
  expect(made.code).toBe(0);
  return docs;
}

const addressOf = async (docs: Cli) =>
  (await docs('config get base-url --profile prod', { env: nothing })).stdout;

describe('a profile that is for another service than the environment names', () => {
  const differ =
    'DOCS_ADMIN_BASE_URL names https://staging.example, and the profile prod is for https://prod.example';

  test('is asked about before the token is', async () => {
    const docs = await withProfile();
    const asked = `${differ}. Sign in to https://staging.example and change the profile?`;
    const no = await docs('auth login --profile prod', { env: elsewhere, terminal: true, answers: [false] });
    expect(no).toMatchObject({ code: 2, questions: [asked], requests: [] });
    expect(no.stderr).toContain('cancelled; nothing was sent');
    expect(await addressOf(docs)).toBe('https://prod.example\n');
    const answers = [true, token, ''];
    const yes = await docs('auth login --profile prod', { env: elsewhere, terminal: true, answers });
    expect(yes).toMatchObject({
      code: 0,
      questions: [asked, 'API token for https://staging.example (profile prod)', expect.anything()],
    });
    expect(await addressOf(docs)).toBe('https://staging.example\n');
  });

  test.for(['', '--yes'])('is refused off a terminal: %j', async (flags) => {
    const docs = await withProfile();
    const line = `auth login --profile prod --with-token ${flags}`;
    expect(await docs(line, { env: elsewhere, stdin: token })).toMatchObject({
      code: 2,
      stderr:
        `error: ${differ}\nhint: unset DOCS_ADMIN_BASE_URL, or give --base-url https://staging.example ` +
        'to sign in there and change the profile\n',
      requests: [],
    });
    expect(await addressOf(docs)).toBe('https://prod.example\n');
  });

  test('follows --base-url, which says that it is meant', async () => {
    const docs = await withProfile();
    const line = 'auth login --profile prod --with-token --base-url https://staging.example';
    expect(await docs(line, { env: nothing, stdin: token })).toMatchObject({ code: 0 });
    expect(await addressOf(docs)).toBe('https://staging.example\n');
  });

  test.for([
    ['', elsewhere, 'DOCS_ADMIN_BASE_URL'],
    ['--base-url https://staging.example --yes', nothing, '--base-url'],
  ] as const)('keeps its address where it is protected: %j', async ([flags, env, source]) => {
    const docs = await withProfile('--protected');
    for (const terminal of [false, true]) {
      const run = await docs(`auth login --profile prod --with-token ${flags}`, {
        env,
        stdin: token,
        terminal,
      });
      expect(run).toMatchObject({ code: 2, questions: [], requests: [] });
      expect(run.stderr).toContain('it is protected and keeps its address');
      expect(run.stderr).toContain(`hint: leave out ${source}, or sign in with another profile`);
    }
    expect(await addressOf(docs)).toBe('https://prod.example\n');
  });

  test('is the same service where only a slash or /v1 differs', async () => {
    const docs = await withProfile('--protected');
    const env = { ...clean, DOCS_ADMIN_BASE_URL: 'https://PROD.example/v1/' } as never;
    const run = await docs('auth login --profile prod --with-token', { env, stdin: token });
    expect(run).toMatchObject({ code: 0, requests: [{ path: '/v1/integrations?limit=1' }] });
  });

  test('keeps its organization where the environment names another', async () => {
    const docs = await withProfile('--org org_prod');
    const env = { ...clean, DOCS_ADMIN_ORG: 'org_other' } as never;
    await docs('auth login --profile prod --with-token', { env, stdin: token });
    const org = await docs('config get org --profile prod', { env: nothing });
    expect(org.stdout).toBe('org_prod\n');
  });
});

describe('a profile that has a token', () => {
  const replacing = 'auth login --profile prod --with-token';

  /** A command line with a token in the profile `prod`, for https://prod.example and org_prod. */
  async function signedIn(): Promise<Cli> {
    const docs = await withProfile('--org org_prod');
    expect(await docs(replacing, { env: nothing, stdin: token })).toMatchObject({ code: 0 });
    return docs;
  }

  const tokenOf = async (docs: Cli) =>
    (await docs('auth token --profile prod', { env: nothing })).stdout.trim();
  const there = 'the profile prod has a token for https://prod.example, org_prod';

  test.for<[flags: string, place: string]>([
    ['--base-url https://staging.example', 'https://staging.example, org_prod'],
    ['--org org_other', 'https://prod.example, org_other'],
    ['--base-url https://prod.example/api --org org_other --yes', 'https://prod.example/api, org_other'],
  ])('keeps it off a terminal where it is for another place: %s', async ([flags, place]) => {
    const docs = await signedIn();
    const run = await docs(`${replacing} ${flags}`, { env: nothing, stdin: `${token}2` });
    expect(run).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        `error: ${there}; this one is for ${place}\n` +
        'hint: give --replace to replace it, or sign in with another profile: --profile <name>\n',
      requests: [],
    });
    expect(await tokenOf(docs)).toBe(token);
    const replaced = await docs(`${replacing} ${flags} --replace`, { env: nothing, stdin: `${token}2` });
    expect(replaced).toMatchObject({
      code: 0,
      stderr: `signed in to ${place.replace(', ', ' (profile prod, ')})\n`,
    });
    expect(await tokenOf(docs)).toBe(`${token}2`);
  });

  test('keeps it where it is protected, unless its name is typed, or given with --yes', async () => {
    const docs = await signedIn();
    await docs('config set protected true --profile prod', { env: nothing });
    const line = `${replacing} --org org_other --replace`;
    expect(await docs(line, { env: nothing, stdin: `${token}2` })).toMatchObject({
      code: 2,
      stderr:
        'error: the profile prod is protected, and this needs a confirmation\n' +
        'hint: give both --yes and --profile prod to go ahead\n',
      requests: [],
    });
    expect(await tokenOf(docs)).toBe(token);
    expect(await docs(`${line} --yes`, { env: nothing, stdin: `${token}2` })).toMatchObject({ code: 0 });
    expect(await tokenOf(docs)).toBe(`${token}2`);
  });

  test('is asked about on a terminal, before the token is', async () => {
    const docs = await signedIn();
    const line = 'auth login --profile prod --org org_other';
    const question = `${there}; this one is for https://prod.example, org_other. Replace it?`;
    const no = await docs(line, { env: nothing, terminal: true, answers: [false] });
    expect(no).toMatchObject({ code: 2, questions: [question], requests: [] });
    expect(no.stderr).toContain('cancelled; nothing was sent');
    const yes = await docs(line, { env: nothing, terminal: true, answers: [true, `${token}2`] });
    expect(yes).toMatchObject({ code: 0, questions: [question, expect.stringContaining('API token')] });
    expect(await tokenOf(docs)).toBe(`${token}2`);
  });

  test('is asked about once where the environment names another service', async () => {
    const docs = await signedIn();
    const answers = [true, `${token}2`];
    const run = await docs('auth login --profile prod', { env: elsewhere, terminal: true, answers });
    expect(run).toMatchObject({
      code: 0,
      questions: [expect.stringContaining('change the profile?'), expect.anything()],
    });
  });

  test.for(['', '--base-url https://PROD.example/v1', '--org org_prod', '--replace'])(
    'gets another one for the same place without a word: %s',
    async (flags) => {
      const docs = await signedIn();
      const run = await docs(`${replacing} ${flags} --quiet`, { env: nothing, stdin: `${token}2` });
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(await tokenOf(docs)).toBe(`${token}2`);
    },
  );

  test('and no organization gets one without a word', async () => {
    const docs = await withProfile();
    await docs(replacing, { env: nothing, stdin: token });
    const run = await docs(`${replacing} --org org_prod`, { env: nothing, stdin: token });
    expect(run).toMatchObject({
      code: 0,
      stderr: 'signed in to https://prod.example (profile prod, org_prod)\n',
    });
  });
});

describe('a profile that no one made', () => {
  test.for(['prdo', 'constructor', '__proto__', 'toString'])('%s is unknown', async (name) => {
    const docs = await withProfile();
    for (const line of [
      'sites list --org o',
      'config set protected true',
      'config set org o',
      'config unset org',
      'config get org',
      'config list',
    ]) {
      const run = await docs(`${line} --profile ${name}`, { env: nothing });
      expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
      expect(run.stderr).toContain(`no profile "${name}" (from --profile)`);
    }
    const run = await docs('config list', { env: { ...clean, DOCS_ADMIN_PROFILE: name } as never });
    expect(run.stderr).toContain(`no profile "${name}" (from DOCS_ADMIN_PROFILE)`);
    expect((await docs('profiles list -o id', { env: nothing })).stdout).toBe('default\nsandbox\nprod\n');
  });

  test.for(['a b', '__proto__', 'constructor', '-x', 'a/b'])(
    'is not made with a name that none can have: %s',
    async (name) => {
      const docs = await withProfile();
      const line = [
        'auth',
        'login',
        `--profile=${name}`,
        '--with-token',
        '--base-url',
        'https://docs.example',
      ];
      const run = await docs(line, { env: nothing, stdin: token });
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).toContain(`invalid --profile ${JSON.stringify(name)}`);
    },
  );
});

describe('an address as people copy it', () => {
  test.for([
    'https://docs.example/v1',
    'https://docs.example/V1',
    'https://docs.example/v1/',
    'https://docs.example//v1//',
  ])('%s works, with a note', async (address) => {
    const docs = await scriptedCli(works);
    const run = await docs(['sites', 'list', '--base-url', address]);
    expect(run).toMatchObject({
      code: 0,
      stderr: 'using https://docs.example: commands add /v1 to the address themselves\n',
      requests: [{ path: '/v1/orgs/org_acme/sites?limit=1000' }],
    });
    expect((await docs(['sites', 'list', '--quiet', '--base-url', address])).stderr).toBe('');
  });

  test('that is stored is no reason for a note', async () => {
    const docs = await scriptedCli(works);
    const stored = { 'base-url': 'https://docs.example/v1', org: 'org_acme' };
    docs.home.settings = { activeProfile: 'default', profiles: { default: stored } };
    const run = await docs('sites list', { env: { ...clean, DOCS_ADMIN_TOKEN: token } as never });
    expect(run).toMatchObject({
      code: 0,
      stderr: '',
      requests: [{ path: '/v1/orgs/org_acme/sites?limit=1000' }],
    });
    const named = { ...clean, DOCS_ADMIN_TOKEN: token, DOCS_ADMIN_BASE_URL: 'https://docs.example/v1' };
    expect((await docs('sites list', { env: named as never })).stderr).toContain('commands add /v1');
  });

  test('is stored without what commands add', async () => {
    const docs = await scriptedCli(works);
    const set = await docs('config set base-url https://docs.example/api/v1', { env: nothing });
    expect(set.stderr).toBe(
      'using https://docs.example/api: commands add /v1 to the address themselves\nset base-url in profile default\n',
    );
    const get = await docs('config get base-url', { env: nothing });
    expect(get.stdout).toBe('https://docs.example/api\n');
    await docs('profiles create work --base-url https://work.example/v1', { env: nothing });
    const work = await docs('config get base-url --profile work', { env: nothing });
    expect(work.stdout).toBe('https://work.example\n');
  });

  test.for([
    ['127.0.0.1:4317', 'http://127.0.0.1:4317'],
    ['localhost', 'http://localhost'],
    ['[::1]:4010/api', 'http://[::1]:4010/api'],
    ['api.example.com', 'https://api.example.com'],
    ['docs:8443/x', 'https://docs:8443/x'],
  ])('%s without its scheme suggests %s', async ([given, meant]) => {
    const docs = await scriptedCli(works);
    for (const line of [
      'sites list --base-url',
      'auth login --with-token --base-url',
      'config set base-url',
    ]) {
      const run = await docs(`${line} ${given}`, { stdin: token });
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).toContain('the base URL is not an http(s) URL');
      expect(run.stderr).toContain(`hint: did you mean ${meant}?\n`);
    }
  });

  test('without its scheme is asked about on a terminal', async () => {
    const docs = await scriptedCli(works);
    const line = 'config set base-url 127.0.0.1:4317';
    const no = await docs(line, { env: nothing, terminal: true, answers: [false] });
    expect(no).toMatchObject({ code: 2, questions: ['use http://127.0.0.1:4317?'] });
    expect(await docs(line, { env: nothing, terminal: true, answers: [true] })).toMatchObject({ code: 0 });
    const stored = await docs('config get base-url', { env: nothing });
    expect(stored.stdout).toBe('http://127.0.0.1:4317\n');
    const login = await docs('auth login --base-url docs.example', {
      env: nothing,
      terminal: true,
      answers: [true, token, ''],
    });
    expect(login).toMatchObject({ code: 0, requests: [{ path: '/v1/integrations?limit=1000' }] });
  });

  test.for(['me:a-password@docs.example', 'SECRETtoken.WITH.dots', 'some-token'])(
    'is not shown where it may be a secret: %s',
    async (given) => {
      const docs = await scriptedCli(works);
      const run = await docs(['sites', 'list', '--base-url', given]);
      expect(run).toMatchObject({ code: 2, requests: [] });
      expect(run.stderr).not.toContain(given.split('@')[0]);
    },
  );
});

describe('where the token is kept', () => {
  const line = 'auth login --base-url https://docs.example --org org_acme';

  test.for([
    [true, 'the keyring'],
    [false, 'the file'],
  ] as const)('is asked where there is a keyring: %j', async ([answer, place]) => {
    const docs = await scriptedCli(works);
    const run = await docs(line, { env: nothing, terminal: true, keyring: true, answers: [token, answer] });
    expect(run).toMatchObject({
      code: 0,
      questions: [expect.anything(), 'keep the token in the keyring of the operating system?'],
    });
    expect(run.stderr).toContain(
      `the token is kept in ${place}; the service does not say whose token it is\n`,
    );
  });

  test('is asked neither without a keyring, nor off a terminal', async () => {
    const docs = await scriptedCli(works);
    const alone = await docs(line, { env: nothing, terminal: true, answers: [token] });
    expect(alone).toMatchObject({ code: 0, questions: [expect.stringContaining('API token')] });
    expect(alone.stderr).toContain('API tokens are made in the app of the service\n');
    const piped = await docs(`${line} --with-token`, { env: nothing, keyring: true, stdin: token });
    expect(piped).toMatchObject({ code: 0, questions: [], stderr: expect.stringMatching(/^signed in.*\n$/) });
  });

  test('auth status says that the service does not tell whose it is', async () => {
    const docs = await scriptedCli(works);
    const run = await docs('auth status -o table --no-color', { columns: 200 });
    expect(run.stdout).toContain('the service does not say');
  });
});
