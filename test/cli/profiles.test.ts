import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Script, sandboxCli, scriptedCli } from '../support/cli.ts';

const token = 'a-token-with-more-than-24-characters';
const works: Script = () => ({ json: { items: [] } });
const signedOut = {
  DOCS_ADMIN_TOKEN: undefined,
  DOCS_ADMIN_BASE_URL: undefined,
  DOCS_ADMIN_ORG: undefined,
} as never;

describe('auth login', () => {
  test('checks the token with a request, then stores it for its address', async () => {
    const headers: unknown[] = [];
    const docs = await scriptedCli((_, sent) => {
      headers.push(sent.authorization);
      return { json: { items: [] } };
    });
    const run = await docs('auth login --with-token --base-url https://docs.example/api --org org_acme', {
      env: signedOut,
      stdin: `${token}\n`,
    });
    expect(run).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'signed in to https://docs.example/api (profile default, org_acme)\n',
      requests: [{ method: 'GET', path: '/api/v1/integrations?limit=1' }],
    });
    expect(headers).toEqual([`Bearer ${token}`]);
    const list = await docs('sites list --json', { env: signedOut });
    expect(list).toMatchObject({ code: 0, requests: [{ path: '/api/v1/orgs/org_acme/sites?limit=1000' }] });
    expect(headers[1]).toBe(`Bearer ${token}`);
  });

  test('leads through address, token and organization on a terminal', async () => {
    const owned = (id: string, admin: boolean) => ({
      name: id,
      owner: { id, title: `Of ${id}` },
      permissions: { admin },
    });
    const items = [owned('org_a', true), owned('org_a', true), owned('org_other', false), { name: 'x' }];
    const docs = await scriptedCli(() => ({ json: { items } }));
    const run = await docs('auth login', {
      env: signedOut,
      terminal: true,
      answers: ['https://docs.example', token, 'org_a'],
    });
    expect(run).toMatchObject({
      code: 0,
      requests: [{ method: 'GET', path: '/v1/integrations?limit=1000' }],
    });
    expect(run.questions).toEqual([
      'address of the service (https://...)',
      'API token for https://docs.example (profile default)',
      'Which organization?',
    ]);
    expect(run.choices).toEqual(['Of org_a  org_a', 'another one']);
    expect(run.stderr).toContain('signed in to https://docs.example (profile default, org_a)');
    expect(run.stderr).not.toContain(token);
    expect(await docs('config get org', { env: signedOut })).toMatchObject({ stdout: 'org_a\n' });
  });

  test.for<[typed: string, stored: string]>([
    ['org_typed', 'org_typed\n'],
    ['', ''],
  ])('an organization that no one can tell is typed: %j', async ([typed, stored]) => {
    const docs = await scriptedCli(works);
    const run = await docs('auth login --base-url https://docs.example', {
      env: signedOut,
      terminal: true,
      answers: [token, typed],
    });
    expect(run).toMatchObject({ code: 0, choices: [] });
    expect(await docs('config get org', { env: signedOut })).toMatchObject({ stdout: stored });
  });

  test('an organization or a token that cannot be used is asked for again', async () => {
    const docs = await scriptedCli(works);
    const run = await docs('auth login --base-url https://docs.example', {
      env: signedOut,
      terminal: true,
      answers: ['to ken', token, 'org/typed', 'org_typed'],
    });
    expect(run).toMatchObject({ code: 0, requests: [{ method: 'GET' }] });
    expect(run.questions.map((one) => one.split(' ')[0])).toEqual(['API', 'API', 'id', 'id']);
    const said = stripVTControlCharacters(run.stderr).match(/^.*; try again$/gm);
    expect(said).toEqual([expect.stringMatching(/^the token/), expect.stringMatching(/^invalid org: /)]);
    expect(await docs('config get org', { env: signedOut })).toMatchObject({ stdout: 'org_typed\n' });
  });

  test.for<[typed: string, why: string]>([
    ['', 'the base URL is not an http(s) URL'],
    ['ftp://docs.example', 'the base URL is not an http(s) URL'],
    ['http://docs.example', 'refusing to send a token over http to docs.example'],
    ['me:pass-of-mine@docs.example', 'the base URL contains a user name or password'],
    ['docs example', 'the base URL contains a space, a control character or a backslash'],
  ])('the address %j is asked for again', async ([typed, why]) => {
    const docs = await scriptedCli(works);
    const answers = [typed, 'https://docs.example', token, 'org_acme'];
    const run = await docs('auth login', { env: signedOut, terminal: true, answers });
    expect(run.code).toBe(0);
    expect(run.questions.slice(0, 3)).toEqual([
      'address of the service (https://...)',
      'address of the service (https://...)',
      'API token for https://docs.example (profile default)',
    ]);
    expect(stripVTControlCharacters(run.stderr)).toBe(
      [
        `${why}; try again`,
        'API tokens are made in the app of the service',
        'signed in to https://docs.example (profile default, org_acme)',
        'the token is kept in the file; the service does not say whose token it is',
        '',
      ].join('\n'),
    );
  });

  test.for([
    ['docs.example/api', [], 'https://docs.example/api'],
    ['localhost:8443', [false], 'https://localhost:8443'],
    ['127.0.0.1:4317', [true], 'http://127.0.0.1:4317'],
    ['http://localhost:8080', [], 'http://localhost:8080'],
    ['https://docs.example/api/v1/', [], 'https://docs.example/api'],
  ] as const)('the address %s is taken, with the answers %j, as %s', async ([typed, more, address]) => {
    const docs = await scriptedCli(works);
    const answers = [typed, ...more, token, ''];
    const run = await docs('auth login', { env: signedOut, terminal: true, answers });
    expect(run).toMatchObject({ code: 0, requests: [{ method: 'GET' }] });
    expect(await docs('config get base-url', { env: signedOut })).toMatchObject({ stdout: `${address}\n` });
  });

  test.for([
    ['default', 'docs-admin config set org <id>'],
    ['work', 'docs-admin config set org <id> --profile work'],
  ] as const)('says so where no organization is known yet: profile %s', async ([profile, command]) => {
    const docs = await scriptedCli(works);
    const line = `auth login --with-token --base-url https://docs.example --profile ${profile}`;
    expect(await docs(line, { env: signedOut, stdin: token })).toMatchObject({
      code: 0,
      stderr: `signed in to https://docs.example (profile ${profile})\nno organization yet: name it with \`${command}\`, or --org\n`,
    });
  });

  test('an organization that cannot be one is refused, and nothing is stored', async () => {
    const docs = await scriptedCli(works);
    const line = 'auth login --base-url https://docs.example';
    const run = await docs(`${line} --org a/b`, { env: signedOut, terminal: true, answers: [token] });
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('invalid org') });
    expect(await docs('auth token', { env: signedOut })).toMatchObject({ code: 4 });
  });

  test('a refused token is not stored', async () => {
    const docs = await scriptedCli(() => ({ status: 401, json: {} }));
    const line = 'auth login --with-token --base-url https://docs.example';
    expect(await docs(line, { env: signedOut, stdin: token })).toMatchObject({ code: 4 });
    expect(await docs('auth token', { env: signedOut })).toMatchObject({ code: 4, stdout: '' });
  });

  test.each(['', ' \n'])('an empty token is named as such: %j', async (stdin) => {
    const docs = await scriptedCli(works);
    const line = 'auth login --with-token --base-url https://docs.example';
    const run = await docs(line, { env: signedOut, stdin });
    expect(run).toMatchObject({ code: 2, stderr: 'error: the token is empty\n', requests: [] });
  });

  test.for([
    ['auth login --base-url https://docs.example', 'with --with-token'],
    ['auth login --with-token', '--base-url'],
    ['auth login --with-token --profile sandbox', 'needs no sign-in'],
  ])('%s is refused', async ([line, message]) => {
    const docs = await scriptedCli(works);
    const run = await docs(line as string, { env: signedOut, stdin: token });
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(message);
  });
});

describe('auth status, token and logout', () => {
  test('status shows where the token comes from, never the token', async () => {
    const docs = await scriptedCli(works);
    const run = await docs('auth status --json', { env: { DOCS_ADMIN_TOKEN: token } });
    expect(JSON.parse(run.stdout)).toEqual({
      profile: 'default',
      baseUrl: 'https://docs.example',
      org: 'org_acme',
      token: '****ters',
      source: 'env DOCS_ADMIN_TOKEN',
      user: null,
      works: true,
    });
    const short = await docs('auth status --json', { env: { DOCS_ADMIN_TOKEN: 'short' } });
    expect(JSON.parse(short.stdout).token).toBe('****');
  });

  test('status of a refused token prints it as such, and ends with 4', async () => {
    const docs = await scriptedCli(() => ({ status: 401, json: {} }));
    const run = await docs('auth status --json');
    expect(run.code).toBe(4);
    expect(JSON.parse(run.stdout)).toMatchObject({ works: false });
  });

  test('token prints it, logout forgets it', async () => {
    const docs = await scriptedCli(works);
    await docs('auth login --with-token --base-url https://docs.example', { env: signedOut, stdin: token });
    expect(await docs('auth token', { env: signedOut })).toMatchObject({ code: 0, stdout: `${token}\n` });
    const logout = await docs('auth logout', { env: signedOut });
    expect(logout.stderr).toContain('the service still accepts it');
    expect(await docs('auth token', { env: signedOut })).toMatchObject({ code: 4, stdout: '' });
    expect((await docs('auth logout', { env: signedOut })).stderr).toContain('has no stored token');
  });

  test.for([
    ['', '`docs-admin auth login`'],
    ['--profile work', '`docs-admin auth login --profile work`'],
  ] as const)('hints sign in to the profile of the line: %j', async ([flags, login]) => {
    let status = 200;
    const docs = await scriptedCli(() => ({ status, json: { items: [] } }));
    await docs(`auth login --with-token --base-url https://docs.example ${flags}`, {
      env: signedOut,
      stdin: token,
    });
    status = 401;
    const sites = `sites list --org o ${flags}`;
    const refused = await docs(sites, { env: signedOut });
    expect(refused).toMatchObject({ code: 4, requests: [{ method: 'GET' }] });
    expect(refused.stderr).toContain(`hint: sign in again with ${login}, or set DOCS_ADMIN_TOKEN`);
    await docs(`auth logout ${flags}`, { env: signedOut });
    const without = await docs(sites, { env: signedOut });
    expect(without).toMatchObject({ code: 4, requests: [] });
    expect(without.stderr).toContain(`or run ${login};`);
  });

  test('a stored token is sent to its own address only', async () => {
    const docs = await scriptedCli(works);
    await docs('auth login --with-token --base-url https://docs.example', { env: signedOut, stdin: token });
    for (const url of [
      'https://docs.example.evil.example',
      'https://docs.example:444',
      'https://docs.example/prod',
    ]) {
      const run = await docs(['sites', 'list', '--org', 'o', '--base-url', url], { env: signedOut });
      expect(run).toMatchObject({ code: 4, requests: [] });
      expect(run.stderr).toContain(`no token for ${url}`);
    }
  });
});

describe('config', () => {
  test('set, get, list and unset work on the profile', async () => {
    const docs = await scriptedCli(works);
    const env = { ...(signedOut as Record<string, string>), DOCS_ADMIN_HISTORY: '' };
    expect(await docs('config get org', { env })).toMatchObject({ code: 2, stdout: '' });
    expect(await docs('config set org org_x', { env })).toMatchObject({
      code: 0,
      stderr: 'set org in profile default\n',
    });
    expect(await docs('config get org', { env })).toMatchObject({ code: 0, stdout: 'org_x\n' });
    const list = await docs('config list --json', { env });
    expect(JSON.parse(list.stdout)).toEqual([
      { key: 'profile', value: 'default', source: 'settings' },
      { key: 'org', value: 'org_x', source: 'profile default' },
    ]);
    await docs('config unset org', { env });
    expect(await docs('config get org', { env })).toMatchObject({ code: 2 });
    expect(await docs('config path')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('config.json'),
    });
  });

  test.for([
    ['config set colour red', 'no setting "colour"'],
    ['config set timeout soon', 'invalid timeout'],
    ['config set timeout 0', 'must be a whole number from 1 to 3600'],
    ['config set output xml', 'invalid output'],
    ['config set org a/b', 'invalid org: contains "/"'],
    ['config set base-url docs', 'not an http(s) URL'],
    ['config set base-url https://a.example --profile sandbox', 'the profile sandbox has no address to set'],
    ['config set base-url https://a:b@docs.example', 'user name or password'],
  ])('%s is refused', async ([line, message]) => {
    const docs = await scriptedCli(works);
    const run = await docs(line as string);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(message);
  });

  test('output of the profile is the default format', async () => {
    const docs = await sandboxCli();
    await docs('config set output json');
    expect(JSON.parse((await docs('teams list')).stdout)).toHaveLength(6);
    expect((await docs('teams list -o id')).stdout).toContain('team_docs\n');
  });
});

describe('profiles', () => {
  test('create, use, list and delete', async () => {
    const docs = await scriptedCli(works);
    const env = signedOut;
    expect(
      await docs('profiles create work.eu --base-url https://docs.example --org org_x', { env }),
    ).toMatchObject({ code: 0 });
    expect(await docs('profiles use work.eu', { env })).toMatchObject({
      code: 0,
      stderr: 'using profile work.eu\n',
    });
    expect(await docs('profiles use work.eu', { env: { DOCS_ADMIN_PROFILE: 'sandbox' } })).toMatchObject({
      code: 0,
      stderr:
        'using profile work.eu\nDOCS_ADMIN_PROFILE is set, and goes first: commands still use profile sandbox\n',
    });
    expect(await docs('config get org', { env })).toMatchObject({ stdout: 'org_x\n' });
    const list = await docs('profiles list --json', { env });
    expect(JSON.parse(list.stdout)).toContainEqual({
      name: 'work.eu',
      active: true,
      baseUrl: 'https://docs.example',
      org: 'org_x',
      protected: false,
      readOnly: false,
      signedIn: false,
    });
    expect(await docs('profiles delete work.eu', { env })).toMatchObject({ code: 2 });
    expect(await docs('profiles delete work.eu --yes', { env })).toMatchObject({ code: 0 });
    expect(await docs('profiles use work.eu', { env })).toMatchObject({ code: 2 });
    expect(JSON.parse((await docs('profiles list --json', { env })).stdout)).toHaveLength(2);
  });

  test.for([
    ['profiles create sandbox', 'there is a profile sandbox already'],
    ['profiles create "a b"', 'invalid <name>'],
    ['profiles create __proto__', 'invalid <name>'],
    ['profiles create constructor', 'invalid <name> "constructor": the name is reserved'],
    ['profiles create toString', 'invalid <name> "toString": the name is reserved'],
    ['profiles delete sandbox --yes', 'built in'],
    ['profiles use nowhere', 'no profile "nowhere"'],
  ])('%s is refused', async ([line, message]) => {
    const docs = await scriptedCli(works);
    const run = await docs(line as string);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(message);
  });
});

describe('the sandbox profile', () => {
  test('goes to the embedded service, whatever address and token the environment has', async () => {
    const docs = await sandboxCli();
    const env = { DOCS_ADMIN_BASE_URL: 'https://docs.example', DOCS_ADMIN_TOKEN: token };
    const run = await docs('teams get team_docs -o id', { env });
    expect(run).toMatchObject({ code: 0, stdout: 'team_docs\n', stderr: '' });
  });
});

test('a profile with an address can be made while the sandbox is in use', async () => {
  const docs = await sandboxCli();
  const made = await docs('profiles create work --base-url https://docs.example --org org_own');
  expect(made).toMatchObject({ code: 0, stdout: '', requests: [] });
  expect((await docs('config list --profile work --json')).stdout).toContain('https://docs.example');
});
