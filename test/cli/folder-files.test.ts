import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, scriptedCli } from '../support/cli.ts';
import type { SystemOptions } from '../support/test-system.ts';

const token = 'a-token-with-more-than-24-characters';
const none = {
  DOCS_ADMIN_TOKEN: undefined,
  DOCS_ADMIN_BASE_URL: undefined,
  DOCS_ADMIN_ORG: undefined,
};
const env = none as never;
const work = { 'base-url': 'https://work.example', org: 'org_work', site: 'site_work' };
const prod = { 'base-url': 'https://prod.example', org: 'org_prod', protected: 'true' };

/** A folder with a file, and the profiles `default`, `work` and `prod`, each with a token. */
async function inFolder(
  says: unknown = { profile: 'work' },
): Promise<CliInFolder & { path: string; rewrite: (says: unknown) => void }> {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const docs = await scriptedCli(() => ({ json: { items: [] } }), { '.docs-admin.json': text(says) });
  const address = 'https://default.example';
  docs.home.settings = {
    activeProfile: 'default',
    profiles: { default: { 'base-url': address, org: 'org_default' }, work, prod },
  };
  for (const [name, { 'base-url': baseUrl = '' }] of Object.entries(docs.home.settings.profiles))
    docs.tokens.set(name, { token, baseUrl });
  const path = join(docs.folder, '.docs-admin.json');
  return Object.assign(docs, { path, rewrite: (value: unknown) => writeFileSync(path, text(value)) });
}

async function trusted(says?: unknown) {
  const docs = await inFolder(says);
  expect(await docs('config trust --yes', { env })).toMatchObject({ code: 0 });
  return docs;
}

const list = (docs: CliInFolder, flags = '', options: SystemOptions = {}) =>
  docs(`sites list ${flags}`, { env, ...options });
const sentTo = (org: string) => [{ path: `/v1/orgs/${org}/sites?limit=1000` }];

/** The settings in force, each with its source. */
async function settingsOf(docs: CliInFolder, flags = '', options: SystemOptions = {}) {
  const { stdout } = await docs(`config list --json ${flags}`, { env, ...options });
  const rows = JSON.parse(stdout) as { key: string; value: string; source: string }[];
  return Object.fromEntries(rows.map(({ key, value, source }) => [key, `${value} (${source})`]));
}

describe('a file that no one has trusted', () => {
  test('does not count, and one line says so', async () => {
    const docs = await inFolder();
    const told = `${docs.path} does not count, because you have not trusted it; \`docs-admin config trust\` shows what it says\n`;
    const run = await list(docs);
    expect(run).toMatchObject({ code: 0, stderr: told, requests: sentTo('org_default') });
    expect(await list(docs, '--quiet')).toMatchObject({ code: 0, stderr: '' });
    const rows = 'batch --dry-run -- sites delete {id}';
    const bulk = await docs(rows, { env, stdin: 'id\nsite_a\nsite_b\n' });
    expect(bulk.stderr.split(told)).toHaveLength(2);
  });

  test.for(['version', 'completion zsh', 'help config', 'config path', 'commands --json'])(
    'is not mentioned by %s',
    async (line) => {
      const docs = await inFolder();
      expect(await docs(line, { env })).toMatchObject({ code: 0, stderr: '' });
    },
  );

  test('is not even read', async () => {
    const docs = await inFolder('{ "token": ');
    chmodSync(docs.path, 0o666);
    expect(await list(docs)).toMatchObject({ code: 0, requests: sentTo('org_default') });
  });

  test('shows what it says and where it leads, and asks', async () => {
    const docs = await inFolder({ profile: 'prod', org: 'org_x' });
    const question =
      `${docs.path} says: profile prod, org org_x. Commands in its folder and below it will use ` +
      'profile prod, https://prod.example, protected. Trust it until it changes?';
    const no = await docs('config trust', { env, terminal: true, answers: [false] });
    expect(no).toMatchObject({ code: 2, questions: [question] });
    expect(await docs('config trust', { env })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `error: this needs a confirmation: ${question}\nhint: give --yes (or DOCS_ADMIN_YES=1) to go ahead\n`,
    });
    expect(await list(docs)).toMatchObject({ requests: sentTo('org_default') });
    const yes = await docs('config trust', { env, terminal: true, answers: [true] });
    expect(yes).toMatchObject({ code: 0, questions: [question] });
    expect(await list(docs)).toMatchObject({ code: 0, stderr: '', requests: sentTo('org_x') });
  });

  test('cannot be trusted in a dry run', async () => {
    const docs = await inFolder();
    expect(await docs('config trust --yes --dry-run', { env })).toMatchObject({ code: 2 });
  });
});

describe('a trusted file', () => {
  test('chooses the profile, its organization and its site, in its folder and below', async () => {
    const docs = await trusted({ profile: 'work', org: 'org_x', site: 'site_x' });
    mkdirSync(join(docs.folder, 'a/b'), { recursive: true });
    const source = `folder ${docs.path}`;
    expect(await settingsOf(docs, '', { folder: 'a/b' })).toEqual({
      profile: `work (${source})`,
      'base-url': 'https://work.example (profile work)',
      org: `org_x (${source})`,
      site: `site_x (${source})`,
      history: 'off (DOCS_ADMIN_HISTORY)',
    });
    expect(await list(docs, '', { folder: 'a/b' })).toMatchObject({ stderr: '', requests: sentTo('org_x') });
  });

  test('goes before the profile, and after flags and the environment', async () => {
    const docs = await trusted({ profile: 'work', org: 'org_x' });
    expect(await list(docs, '--org org_flag')).toMatchObject({ requests: sentTo('org_flag') });
    const inEnv = { env: { ...none, DOCS_ADMIN_ORG: 'org_env' } as never };
    expect(await list(docs, '', inEnv)).toMatchObject({ requests: sentTo('org_env') });
    expect((await settingsOf(docs)).site).toBe('site_work (profile work)');
  });

  test.for([
    ['--profile prod', {}],
    ['', { DOCS_ADMIN_PROFILE: 'prod' }],
  ] as const)('gives its organization to its own profile only: %j', async ([flags, more]) => {
    const docs = await trusted({ profile: 'work', org: 'org_x', site: 'site_x' });
    const settings = await settingsOf(docs, flags, { env: { ...none, ...more } as never });
    expect(settings.org).toBe('org_prod (profile prod)');
    expect(settings).not.toHaveProperty('site');
    expect((await settingsOf(docs, '--profile work')).org).toBe(`org_x (folder ${docs.path})`);
  });

  test('without a profile is for any', async () => {
    const docs = await trusted({ org: 'org_x' });
    expect((await settingsOf(docs)).profile).toBe('default (settings)');
    expect((await settingsOf(docs, '--profile work')).org).toBe(`org_x (folder ${docs.path})`);
  });

  test('the nearest one wins, also if it is not trusted', async () => {
    const docs = await trusted();
    mkdirSync(join(docs.folder, 'a'));
    writeFileSync(join(docs.folder, 'a/.docs-admin.json'), '{"profile": "prod"}');
    const run = await list(docs, '', { folder: 'a' });
    expect(run).toMatchObject({ requests: sentTo('org_default') });
    expect(run.stderr).toContain(`${join(docs.folder, 'a')}/.docs-admin.json does not count`);
  });

  test('does not count after any change, until it is trusted again', async () => {
    const docs = await trusted();
    docs.rewrite('{"profile": "work" }');
    expect(await list(docs)).toMatchObject({
      code: 0,
      stderr: `${docs.path} has changed since you trusted it, and does not count; \`docs-admin config trust\` shows what it says\n`,
      requests: sentTo('org_default'),
    });
    expect((await docs('config trust --yes', { env })).stderr).toBe(
      `trusted ${docs.path}: profile work, https://work.example\n`,
    );
    expect(await list(docs)).toMatchObject({ stderr: '', requests: sentTo('org_work') });
    expect(await docs('config trust', { env })).toMatchObject({
      code: 0,
      stderr: `${docs.path} is trusted already; nothing to do\n`,
    });
  });

  test('is no longer trusted after `config untrust`, also where it was deleted', async () => {
    const docs = await trusted();
    const text = readFileSync(docs.path, 'utf8');
    rmSync(docs.path);
    expect(await docs('config untrust', { env })).toMatchObject({
      code: 0,
      stderr: `${docs.path} no longer counts\n`,
    });
    docs.rewrite(text);
    expect(await list(docs)).toMatchObject({ requests: sentTo('org_default') });
    expect((await docs('config untrust', { env })).stderr).toBe(
      'no .docs-admin.json in this folder or above it is trusted; nothing to do\n',
    );
  });

  test('is remembered in a file of its owner', async () => {
    const docs = await trusted();
    const store = join(docs.folder, 'config/trusted.json');
    expect(statSync(store).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(store, 'utf8'))).toEqual({
      version: 1,
      folders: { [docs.path]: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test('is named where a change goes', async () => {
    const docs = await trusted({ profile: 'prod' });
    const where = `profile prod from folder ${docs.path}, https://prod.example`;
    const asked = await docs('teams create --title Two', { env, terminal: true, answers: ['prod'] });
    expect(asked.questions[0]).toBe(`This is protected: ${where}. Type the profile's name to go ahead`);
    const piped = await docs('teams create --title Two --yes', { env });
    expect(piped).toMatchObject({ code: 2, requests: [] });
    expect(piped.stderr).toContain('hint: give both --yes and --profile prod to change something there\n');
    const open = await trusted();
    const told = await open('teams create --title Two', { env, terminal: true });
    // A long path begins a line of its own.
    expect(told.stderr.replaceAll('\n', ' ')).toContain(
      `using profile work from folder ${open.path}, https://work.example`,
    );
  });

  test('goes before the profile that `profiles use` chooses', async () => {
    const docs = await trusted();
    expect((await docs('profiles use prod', { env })).stderr).toBe(
      `using profile prod\nthe folder ${docs.path} goes first: commands there still use profile work\n`,
    );
  });

  test('gives the profile that `auth login` fills', async () => {
    const docs = await trusted();
    const run = await docs('auth login --with-token', { env, stdin: `${token}2` });
    expect(run.stderr).toBe('signed in to https://work.example (profile work, org_work)\n');
  });
});

describe('a file that cannot be used', () => {
  const correct =
    'hint: it is a JSON object with profile, org and site, or some of them; the profile has the address and the token\n';

  test.for<[says: unknown, reason: string]>([
    [{ profile: 'work', token: 'secret-of-a-file' }, 'it cannot have the key "token"'],
    [{ 'base-url': 'https://evil.example' }, 'it cannot have the key "base-url"'],
    ['{"__proto__": {"profile": "work"}}', 'it cannot have the key "__proto__"'],
    [{ org: 7 }, 'its org must be a text'],
    [{ site: '' }, 'its site must be a text'],
    [{}, 'it says nothing'],
    ['', 'it is not a JSON object'],
    ['[]', 'it is not a JSON object'],
    ['profile: work', 'it is not a JSON object'],
  ])('%j', async ([says, reason]) => {
    const docs = await inFolder(says);
    expect(await docs('config trust --yes', { env })).toMatchObject({
      code: 3,
      stdout: '',
      stderr: `error: cannot use ${docs.path}: ${reason}\n${correct}`,
    });
  });

  test('because no request could have its ids', async () => {
    const docs = await inFolder({ site: 'a/../b' });
    expect(await docs('config trust --yes', { env })).toMatchObject({
      code: 2,
      stderr: `error: invalid site in ${docs.path}: contains "/"\n`,
    });
  });

  test('because it is no short regular file', async () => {
    const docs = await inFolder(`{"profile": "work"${' '.repeat(5000)}}`);
    expect((await docs('config trust --yes', { env })).stderr).toBe(
      `error: cannot read ${docs.path}: larger than 4 KiB\n`,
    );
    for (const [target, reason] of [
      ['/dev/zero', 'not a regular file'],
      [docs.folder, 'it is a folder'],
      ['/nowhere/at/all', 'no such file or directory (ENOENT)'],
    ] as const) {
      mkdirSync(join(docs.folder, reason));
      symlinkSync(target, join(docs.folder, reason, '.docs-admin.json'));
      const run = await docs('config trust --yes', { env, folder: reason });
      expect(run).toMatchObject({ code: 3, stderr: expect.stringContaining(`: ${reason}\n`) });
    }
  });

  test('because it names a profile that does not exist', async () => {
    const docs = await inFolder({ profile: 'wrok' });
    const unknown = {
      code: 2,
      stderr: expect.stringContaining(
        `error: no profile "wrok" (from folder ${docs.path})\nhint: there are default`,
      ),
      requests: [],
    };
    expect(await docs('config trust --yes', { env })).toMatchObject(unknown);
    const later = await trusted();
    await later('profiles delete work --yes', { env });
    const run = await list(later);
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(`error: no profile "work" (from folder ${later.path})\n`);
  });

  test.for([0o660, 0o606])('because others can write to it: %i', async (mode) => {
    const docs = await trusted();
    chmodSync(docs.path, mode);
    const refused = {
      code: 3,
      stderr: `error: cannot use ${docs.path}: others can write to it\nhint: take their right with \`chmod go-w ${docs.path}\`\n`,
      requests: [],
    };
    expect(await list(docs)).toMatchObject(refused);
    expect(await docs('config trust --yes', { env })).toMatchObject(refused);
    expect(await docs('version', { env })).toMatchObject({ code: 0, stderr: '' });
    const elsewhere = {
      DOCS_ADMIN_BASE_URL: 'https://ci.example',
      DOCS_ADMIN_TOKEN: token,
      DOCS_ADMIN_ORG: 'org_ci',
    };
    expect(await list(docs, '', { env: elsewhere })).toMatchObject({ code: 0, requests: sentTo('org_ci') });
    expect(await docs('config untrust', { env })).toMatchObject({ code: 0 });
  });

  test.runIf(process.getuid?.() === 0)('because it belongs to another user', async () => {
    const docs = await trusted();
    chownSync(docs.path, 12_345, 12_345);
    expect(await list(docs)).toMatchObject({
      code: 3,
      stderr:
        `error: cannot use ${docs.path}: it belongs to another user\n` +
        'hint: only a file of your own counts: make it again, or take your trust back with `docs-admin config untrust`\n',
      requests: [],
    });
  });

  test('because what is trusted cannot be read', async () => {
    const docs = await trusted();
    const store = join(docs.folder, 'config/trusted.json');
    writeFileSync(store, '{"version": 1, "folders": {"a": 7}}');
    expect(await list(docs)).toMatchObject({
      code: 3,
      stderr: `error: cannot use ${store}: its folders are not what docs-admin stores\nhint: move it away and create it again\n`,
      requests: [],
    });
  });

  test('because there is none', async () => {
    const docs = await scriptedCli(() => ({}), {});
    expect(await docs('config trust', { env })).toMatchObject({
      code: 2,
      stderr:
        'error: there is no .docs-admin.json in this folder or above it\n' +
        'hint: write one, such as {"profile": "work", "org": "org_acme"}\n',
    });
  });
});

describe('doctor', () => {
  const finding = async (docs: CliInFolder) => {
    const { code, stdout } = await docs('doctor --json', { env });
    const rows = JSON.parse(stdout) as { check: string }[];
    return { code, folder: rows.find(({ check }) => check === 'folder'), rows };
  };

  test('says what a trusted file chooses, and warns of another one', async () => {
    const docs = await inFolder({ profile: 'work', org: 'org_x' });
    expect((await finding(docs)).folder).toMatchObject({
      status: 'warning',
      detail: `${docs.path} does not count, because you have not trusted it`,
      hint: '`docs-admin config trust` shows what it says',
    });
    await docs('config trust --yes', { env });
    expect((await finding(docs)).folder).toMatchObject({
      status: 'ok',
      detail: `${docs.path} is trusted: profile work, org org_x`,
    });
  });

  test('looks at no address after a file that cannot be used', async () => {
    const docs = await trusted();
    chmodSync(docs.path, 0o666);
    const { code, rows } = await finding(docs);
    expect(code).toBe(3);
    expect(rows).toContainEqual(expect.objectContaining({ check: 'folder', status: 'failed' }));
    expect(rows).toContainEqual({
      check: 'address',
      status: 'skipped',
      detail: 'folder comes first',
      hint: null,
    });
  });
});

describe('assistants', () => {
  test('get the profile, the organization and the site of the folder in which the server starts', async () => {
    const docs = await trusted({ profile: 'work', org: 'org_x', site: 'site_x' });
    const run = await docs('mcp --print-config vscode', { env });
    expect(run.stdout).toContain(
      '"mcp",\n        "--profile",\n        "work",\n        "--org",\n        "org_x"',
    );
    expect((await docs('mcp --dry-run --json', { env })).stdout).toContain('https://work.example');
  });
});
