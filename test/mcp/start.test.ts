import { describe, expect, test } from 'vitest';
import { effectOf } from '../../src/api/contract/effect.ts';
import { operations } from '../../src/api/contract/operations/index.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const changing = operations.filter((operation) => effectOf(operation) !== 'read');
const nouns = [...new Set(changing.map(({ id }) => id.slice(0, id.indexOf('.'))))].sort();

describe('--allow', () => {
  test.each(['api', 'runs', 'access', 'team', 'teams,no one', 'all,teams', 'ALL', 'org', '*'])(
    '%s ends the start',
    async (allow) => {
      const docs = await sandboxCli();
      const unknown = allow.split(',').find((one) => !['teams'].includes(one));
      expect(await docs(['mcp', '--allow', allow, '--dry-run'])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: `error: invalid --allow: "${unknown}" is no noun whose commands change something\nhint: use one of ${['all', ...nouns].join(', ')}\n`,
        requests: [],
      });
    },
  );

  test.each(['api', 'teams,', ' ', 'yes'])('DOCS_ADMIN_MCP_ALLOW=%j ends the start', async (value) => {
    const docs = await sandboxCli();
    const run = await docs('mcp --dry-run', { env: { DOCS_ADMIN_MCP_ALLOW: value } });
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toMatch(/^error: invalid DOCS_ADMIN_MCP_ALLOW: /);
  });

  test.each(['--alow teams', '--allow', '--allow-all', '--yes-really', 'teams', '--read-only'])(
    'mcp %s ends the start',
    async (line) => {
      const docs = await sandboxCli();
      expect(await docs(`mcp ${line}`)).toMatchObject({ code: 2, stdout: '', requests: [] });
    },
  );

  test('stands before the variable', async () => {
    const docs = await sandboxCli();
    const env = { DOCS_ADMIN_MCP_ALLOW: 'sites' };
    const both = await docs('mcp --allow teams --dry-run --json', { env });
    expect(JSON.parse(both.stdout)).toMatchObject({ allowed: ['teams'], from: { allowed: '--allow' } });
    const one = await docs('mcp --dry-run --json', { env });
    expect(JSON.parse(one.stdout)).toMatchObject({
      allowed: ['sites'],
      from: { allowed: 'DOCS_ADMIN_MCP_ALLOW' },
    });
    const none = await docs('mcp --dry-run --json', { env: { DOCS_ADMIN_MCP_ALLOW: '' } });
    expect(JSON.parse(none.stdout)).toMatchObject({ allowed: [], from: { allowed: null } });
  });

  test.each([
    [{ protected: 'true' }, 'the profile sandbox is protected: changes in it are for people only'],
    [{ 'read-only': 'true' }, 'only reading is allowed (from profile sandbox)'],
  ])('is refused in a profile with %j', async (profile, problem) => {
    const docs = await sandboxCli();
    docs.home.settings = { activeProfile: 'default', profiles: { sandbox: profile } };
    const hint = 'hint: leave it out to serve reading only, or use another profile\n';
    expect(await docs('mcp --allow teams')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `error: --allow cannot be used here: ${problem}\n${hint}`,
    });
    expect((await docs('mcp --dry-run', { env: { DOCS_ADMIN_MCP_ALLOW: 'all' } })).stderr).toBe(
      `error: DOCS_ADMIN_MCP_ALLOW cannot be used here: ${problem}\n${hint}`,
    );
    expect((await docs('mcp --dry-run')).code).toBe(0);
  });

  test.each<Record<string, string>>([{}, { org: 'org_acme' }])(
    'is refused where a protected profile has the address and %j',
    async (org) => {
      const docs = await sandboxCli();
      const address = { 'base-url': 'https://api.example.com' };
      docs.home.settings = {
        activeProfile: 'other',
        profiles: {
          other: { ...address, org: 'org_acme' },
          production: { ...address, ...org, protected: 'true' },
        },
      };
      const run = await docs('mcp --allow teams', { env: { DOCS_ADMIN_PROFILE: 'other' } });
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toContain('the profile production is protected, and has the same address');
    },
  );

  test('is refused where the environment allows only reading', async () => {
    const docs = await sandboxCli();
    const run = await docs('mcp --allow all', { env: { DOCS_ADMIN_READ_ONLY: '1' } });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('only reading is allowed (from DOCS_ADMIN_READ_ONLY)');
  });
});

describe('--dry-run', () => {
  test('says what the server works with, and its tools', async () => {
    const docs = await sandboxCli();
    const { code, stdout, requests } = await docs('mcp --dry-run --json --org org_acme');
    expect({ code, requests }).toEqual({ code: 0, requests: [] });
    expect(JSON.parse(stdout)).toMatchObject({
      profile: 'sandbox',
      baseUrl: 'http://sandbox.localhost',
      org: 'org_acme',
      allowed: [],
      from: {
        profile: 'DOCS_ADMIN_PROFILE',
        baseUrl: 'profile sandbox',
        org: '--org',
        allowed: null,
      },
      tools: expect.arrayContaining([expect.objectContaining({ name: 'read', readOnlyHint: true })]),
    });
  });

  test('in a pipe, the tools are the rows', async () => {
    const docs = await sandboxCli();
    const { stdout, stderr } = await docs('mcp --dry-run --allow teams');
    expect(stderr).toBe(
      'profile sandbox (from DOCS_ADMIN_PROFILE); http://sandbox.localhost (from profile sandbox); org_acme (from profile sandbox); may change teams (from --allow)\n',
    );
    const [header, first] = stdout.split('\n');
    expect(header).toBe('name\ttitle\treadOnlyHint\tdescription');
    expect(first).toMatch(/^search_commands\tSearch commands\ttrue\tFinds commands/);
  });

  test('a terminal gets both', async () => {
    const docs = await sandboxCli();
    const { stdout } = await docs('mcp --dry-run', { terminal: true });
    expect(stdout).toContain('http://sandbox.localhost');
    expect(stdout).toContain('Finds commands of docs-admin by words');
  });

  test('needs an address, and no token', async () => {
    const docs = await scriptedCli(() => ({}));
    const env = { DOCS_ADMIN_TOKEN: '' };
    expect((await docs('mcp --dry-run', { env })).code).toBe(0);
    const run = await docs('mcp --dry-run', { env: { DOCS_ADMIN_BASE_URL: '' } });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('no address of the service given');
  });
});

describe('--print-config', () => {
  const start = { command: 'docs-admin', args: ['mcp', '--profile', 'sandbox'] };

  test.each([
    ['claude', { mcpServers: { 'docs-admin': start } }],
    ['vscode', { servers: { 'docs-admin': { type: 'stdio', ...start } } }],
    ['cursor', { mcpServers: { 'docs-admin': start } }],
    ['zed', { context_servers: { 'docs-admin': { ...start, env: {} } } }],
  ])('%s', async (client, config) => {
    const docs = await sandboxCli();
    const { code, stdout, stderr, requests } = await docs(`mcp --print-config ${client}`);
    expect({ code, stderr, requests }).toEqual({ code: 0, stderr: '', requests: [] });
    expect(JSON.parse(stdout)).toEqual(config);
  });

  test('has what the shell gives, because a client starts no shell, and no token', async () => {
    const docs = await scriptedCli(() => ({}));
    const { stdout } = await docs('mcp --print-config claude --allow teams,members');
    expect(JSON.parse(stdout).mcpServers['docs-admin'].args).toEqual([
      'mcp',
      '--base-url',
      'https://docs.example',
      '--org',
      'org_acme',
      '--allow',
      'teams,members',
    ]);
    expect(stdout).not.toContain('token-of-the-test');
  });

  test('has --allow all as it was given', async () => {
    const docs = await sandboxCli();
    const { stdout } = await docs('mcp --print-config cursor', { env: { DOCS_ADMIN_MCP_ALLOW: 'all' } });
    expect(stdout).toContain('"--allow",\n        "all"');
  });

  test('needs no organization and no address', async () => {
    const docs = await scriptedCli(() => ({}));
    const env = { DOCS_ADMIN_ORG: '', DOCS_ADMIN_BASE_URL: '', DOCS_ADMIN_TOKEN: '' };
    const run = await docs('mcp --print-config claude --allow teams', { env });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout).mcpServers['docs-admin'].args).toEqual(['mcp', '--allow', 'teams']);
  });

  test('is refused without an organization where a protected profile has the address', async () => {
    const docs = await sandboxCli();
    const address = { 'base-url': 'https://api.example.com' };
    docs.home.settings = {
      activeProfile: 'other',
      profiles: { other: address, production: { ...address, org: 'org_acme', protected: 'true' } },
    };
    const run = await docs('mcp --print-config zed --allow teams', { env: { DOCS_ADMIN_PROFILE: 'other' } });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('the profile production is protected, and has the same address');
  });

  test.each(['emacs', '', 'Claude', '__proto__'])('%j is no client', async (client) => {
    const docs = await sandboxCli();
    const { code, stdout, stderr } = await docs(['mcp', '--print-config', client]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: .*--print-config/);
  });
});

describe('a setting that every call would refuse ends the start', () => {
  const remote = { DOCS_ADMIN_PROFILE: 'default', DOCS_ADMIN_BASE_URL: 'https://api.example.com' };

  test.each([
    [{ DOCS_ADMIN_TIMEOUT: 'soon' }, 'DOCS_ADMIN_TIMEOUT'],
    [{ DOCS_ADMIN_MAX_RETRIES: 'often' }, 'DOCS_ADMIN_MAX_RETRIES'],
    [{ DOCS_ADMIN_MAX_WAIT: '-1' }, 'DOCS_ADMIN_MAX_WAIT'],
    [{ DOCS_ADMIN_ORG: 'org/other' }, 'DOCS_ADMIN_ORG'],
    [{ ...remote, DOCS_ADMIN_CA_FILE: '/nowhere/ca.pem' }, '/nowhere/ca.pem'],
    [{ ...remote, DOCS_ADMIN_CA_FILE: import.meta.filename }, 'contains no usable certificates'],
    [{ ...remote, DOCS_ADMIN_TOKEN: 'two words' }, 'the token contains characters'],
  ])('%j', async (env, message) => {
    const docs = await sandboxCli();
    const run = await docs('mcp', { env });
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toMatch(/^error: /);
    expect(run.stderr).toContain(message);
  });

  test('also in a profile that was edited by hand', async () => {
    const docs = await sandboxCli();
    docs.home.settings = { activeProfile: 'default', profiles: { sandbox: { timeout: 'soon' } } };
    const run = await docs('mcp');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('profile sandbox');
  });
});
