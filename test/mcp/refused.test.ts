import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wholeProgram } from '../../src/build/help.ts';
import { describeProgram } from '../../src/cli/help/reference.ts';
import { exampleFiles } from '../support/example-files.ts';
import { assistant } from '../support/inner-assistant.ts';

const elsewhere = 'https://elsewhere.example';

describe('words that no line may have', async () => {
  test.each([
    ['teams', 'list', '--base-url', elsewhere],
    ['teams', 'list', `--base-url=${elsewhere}`],
    ['--base-url', elsewhere, 'teams', 'list'],
    [`--base-url=${elsewhere}`, 'teams', 'list'],
    ['teams', '--base-url', elsewhere, 'list'],
    ['teams', 'list', '--base', elsewhere],
    ['teams', 'list', '--base-ur', elsewhere],
    ['teams', 'list', '--BASE-URL', elsewhere],
    ['teams', 'list', '-base-url', elsewhere],
    ['teams', 'list', `--base-url ${elsewhere}`],
    [`teams list --base-url ${elsewhere}`],
    ['teams', 'list', '--', '--base-url', elsewhere],
    ['teams', 'list', '--title', 'x', '--base-url', elsewhere],
    ['teams', 'list', '--profile', 'other'],
    ['teams', 'list', '--profile=other'],
    ['--profile=other', 'teams', 'list'],
    ['teams', 'list', '--org', 'org_other'],
    ['teams', 'list', '--org=org_other'],
    ['teams', 'list', '--allow-http'],
    ['teams', 'list', '--ca-file', 'okta.pem'],
    ['teams', 'list', '--watch'],
    ['teams', 'list', '--watch=1'],
    ['teams', 'list', '--watch', '1'],
    ['teams', 'get', 'team_docs', '--web'],
    ['teams', 'get', 'team_docs', '-w'],
    ['teams', 'list', '-qw'],
    ['teams', 'list', '--yes'],
    ['teams', 'list', '-y'],
    ['teams', 'list', '-qy'],
    ['teams', 'list', '--no-input'],
    ['teams', 'list', '--dry-run'],
    ['teams', 'list', '-o', 'table'],
    ['teams', 'list', '-otable'],
    ['teams', 'list', '--output=csv'],
    ['teams', 'list', '--json'],
    ['teams', 'list', '--debug'],
    ['teams', 'list', '--color'],
    ['teams', 'list', '--pager'],
    ['teams', 'list', '--help'],
    ['teams', 'list', '-h'],
    ['--help'],
    ['--version'],
    ['-V'],
    ['teams', 'get', '-'],
    ['org', 'validate', '--file', '-'],
    ['org', 'validate', '--file=-'],
    ['org', 'validate', '--file', 'organization.yaml,-'],
    ['org', 'rehearse', '--file', '-'],
    ['access', 'diff', '-', 'live'],
    ['org', 'audit', '--exceptions', '-'],
    ['__complete', '--', 'teams'],
    ['teams', 'list', '\0--base-url'],
    ['help', 'teams'],
    ['org', 'rehearse', '--', 'teams', 'list', '--watch'],
    ['org', 'rehearse', 'teams', 'delete', 'team_docs', '--base-url', elsewhere],
    ['org', 'rehearse', '--', 'org', 'export', '--out', 'made.yaml'],
    ['org', 'rehearse', '--', 'teams', 'list', '--help'],
  ])('%j', async (...command) => {
    const { call, requests, recorded } = await assistant({ files: exampleFiles });
    const { isError, structured } = await call('read', { command });
    expect({ isError, exitCode: structured.exitCode }).toEqual({ isError: true, exitCode: 2 });
    expect(requests).toEqual([]);
    expect(recorded.opened).toEqual([]);
  });

  const writing = describeProgram(await wholeProgram()).flatMap(({ command, effect, flags }) =>
    flags
      .filter(({ writesFile }) => writesFile && effect === 'read')
      .map(({ name }) => ({ command: command.split(' ').slice(1), name })),
  );

  test.each(writing)('$name of $command, which writes a file', async ({ command, name }) => {
    const { call, requests, system } = await assistant();
    for (const flag of [[name, 'made.txt'], [`${name}=made.txt`]]) {
      const { isError, structured } = await call('read', { command: [...command, ...flag] });
      expect({ isError, exitCode: structured.exitCode }).toEqual({ isError: true, exitCode: 2 });
    }
    expect(requests).toEqual([]);
    expect(system.files.folder('.')).not.toContain('made.txt');
  });

  test('a command in one text, with the form that is meant', async () => {
    const { call, requests } = await assistant();
    const { isError, text } = await call('read', { command: ['teams list'] });
    expect({ isError, requests }).toEqual({ isError: true, requests: [] });
    expect(text).toContain('Give each word of the command as an item: ["teams", "list", "--limit=5"].');
  });

  test('flags in fields and queries stay values', async () => {
    const { call, requests } = await assistant();
    const inputs = [
      { limit: 1, query: `--base-url=${elsewhere}` },
      { fields: ['id', `--base-url=${elsewhere}`] },
    ];
    for (const input of inputs) await call('read', { command: ['teams', 'list'], ...input });
    expect(requests.every(({ path }) => path.startsWith('/v1/orgs/org_acme/teams'))).toBe(true);
  });

  test.each([
    ['explain_access', { person: '--base-url=https://elsewhere.example' }],
    ['explain_access', { person: 'user_ada', space: '--out' }],
    ['find', { text: `--base-url=${elsewhere}` }],
    ['runs', { run: '--journal' }],
    ['audit', { rules: ['--out=made.txt'] }],
  ])('%s %j takes them as values', async (tool, input) => {
    const { call, requests, system } = await assistant();
    await call(tool, input);
    expect(requests.every(({ method, path }) => method === 'GET' && path.startsWith('/v1/'))).toBe(true);
    expect(system.files.folder('.')).not.toContain('made.txt');
  });

  test.each([
    [{ command: ['teams', 'list'], limt: 1 }],
    [{ command: ['teams', 'list'], yes: true }],
    [{ command: 'teams list' }],
    [{ command: [] }],
    [{ command: ['teams', 'list'], limit: 0 }],
    [{ command: ['teams', 'list'], cursor: 'x.1' }],
    [{}],
  ])('an input that no tool has: %j', async (input) => {
    const { call, requests } = await assistant();
    expect((await call('read', input)).isError).toBe(true);
    expect(requests).toEqual([]);
  });
});

describe('what belongs to the person', () => {
  test.each(['profiles list', 'config path', 'doctor', 'sandbox path', 'org rehearse -- doctor'])(
    '%s is not shown',
    async (line) => {
      const { read, call } = await assistant();
      const { isError, text, data } = await read(line);
      expect(isError).toBe(true);
      expect(text).toContain('is about this machine and the settings of the person');
      expect(data).toBeUndefined();
      const command = line.replace(/^.*-- /, '');
      expect((await call('describe_command', { command })).structured.tool).toBeNull();
    },
  );

  test('the folders of journals and settings are in no answer', async () => {
    const { client, call, read, system } = await assistant({
      line: '--allow teams',
      client: { capabilities: { elicitation: { form: {} } } },
    });
    const accept = async () => ({ action: 'accept', content: { agree: true } }) as never;
    client.setRequestHandler('elicitation/create', accept);
    const { structured } = await call('plan_change', {
      commands: ['teams update team_docs --title Handbook'],
    });
    const { run } = (await call('apply_plan', { plan: structured.plan })).structured;
    for (const { text, isError } of [
      await call('runs'),
      await read('runs list'),
      await call('runs', { run }),
    ]) {
      expect({ text, isError }).toMatchObject({ isError: false, text: expect.stringContaining(String(run)) });
      expect(text).not.toContain(system.journals.folder);
    }
  });

  const publish =
    'integrations publish acme-x --title Notes --description Notes --script a.js --scope space:content:read';
  const secrets = {
    line: '--allow all',
    env: { GUIDE_KEY: 'canary-of-the-shell', DOCS_ADMIN_GIT_URL: 'https://git.example/steal.git' },
    files: { 'a.js': 'x', 'key.txt': 'canary-of-a-file' },
  };

  test.each(['GUIDE_KEY', 'DOCS_ADMIN_TOKEN', 'KEY=@key.txt,GUIDE_KEY'])(
    'no variable is a --secret: %s',
    async (word) => {
      const { call, requests } = await assistant(secrets);
      const { isError, text } = await call('plan_change', { commands: [`${publish} --secret ${word}`] });
      expect(isError).toBe(true);
      expect(text).toContain('--secret takes no variable of the environment here');
      expect(requests).toEqual([]);
    },
  );

  test('a file of the working folder is a --secret, and is shown nowhere', async () => {
    const { call } = await assistant(secrets);
    const { structured, text } = await call('plan_change', {
      commands: [`${publish} --secret KEY=@key.txt`],
    });
    expect(structured.plan, text).toBeDefined();
    expect(text).not.toContain('canary');
  });

  test('DOCS_ADMIN_GIT_URL does not stand in for --url', async () => {
    const { call } = await assistant(secrets);
    const commands = ['git export --space space_guides --ref main --message Export'];
    const { isError, text } = await call('plan_change', { commands });
    expect(isError).toBe(true);
    expect(text).toContain('--url is required');
  });
});

describe('files', () => {
  const secret = 'format: docs-admin-organization/1\nteams: { Hidden-team: {} }\n';

  async function withFiles(env: Record<string, string> = {}) {
    const found = await assistant({ files: { 'foreign.yaml': secret }, folder: 'work', env });
    const work = join(found.home.folder, 'work');
    await mkdir(join(work, '.hidden'), { recursive: true });
    await mkdir(join(work, 'sub'), { recursive: true });
    for (const name of ['own.yaml', '.env', '.hidden/a.yaml', 'sub/a.yaml'])
      await writeFile(join(work, name), secret);
    await symlink(join(found.home.folder, 'foreign.yaml'), join(work, 'link.yaml'));
    await symlink(join(work, '.env'), join(work, 'visible.yaml'));
    await symlink(found.home.folder, join(work, 'up'));
    return { ...found, work };
  }

  test.each(['own.yaml', './own.yaml', 'sub/a.yaml', 'sub/../own.yaml'])('%s is read', async (file) => {
    const { read } = await withFiles();
    const { isError, text } = await read(['org', 'validate', '--file', file]);
    expect(isError, text).toBe(false);
  });

  test.each([
    '../foreign.yaml',
    'sub/../../foreign.yaml',
    'link.yaml',
    'visible.yaml',
    'up/foreign.yaml',
    '.env',
    './.env',
    '.hidden/a.yaml',
    'sub/../.hidden/a.yaml',
    '/etc/passwd',
    '/proc/self/environ',
    '..',
    '/',
  ])('%s is not', async (file) => {
    const { read, requests } = await withFiles();
    const lines = [
      ['org', 'validate', '--file', file],
      ['org', 'plan', '--file', file],
      ['org', 'audit', '--exceptions', file],
      ['org', 'audit', '--baseline', file],
      ['org', 'audit', '--snapshot', file],
      ['access', 'diff', file, 'live'],
      ['runs', 'show', file.includes('/') ? file : `./${file}`],
    ];
    for (const line of lines) {
      const { isError, text } = await read(line);
      expect(isError, line.join(' ')).toBe(true);
      expect(text, line.join(' ')).toMatch(/not a file in the working folder|cannot be read/);
      expect(text).not.toContain('Hidden-team');
    }
    expect(requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('no file is read where the settings of the tool are', async () => {
    const { read, home, system } = await assistant({ files: { 'own.yaml': secret } });
    Object.assign(system.settings, { path: join(home.folder, '.config/docs-admin/config.json') });
    const { isError, text } = await read('org validate --file own.yaml');
    expect({ isError, text }).toEqual({
      isError: true,
      text: expect.stringContaining('own.yaml cannot be read: the server was started in the home folder'),
    });
  });
});
