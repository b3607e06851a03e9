import { describe, expect, test } from 'vitest';
import type { Transport } from '../../src/ports.ts';
import { granting, refusing } from '../support/access.ts';
import { sandboxCli } from '../support/cli.ts';
import { answer } from '../support/scripted-transport.ts';

/** The sandbox, but two members have the same name. */
const twins =
  (sandbox: Transport): Transport =>
  async (request, signal) => {
    if (!new URL(request.url).searchParams.has('search')) return sandbox(request, signal);
    const items = ['user_one', 'user_two'].map((id) => ({
      object: 'member',
      id,
      role: 'read',
      user: { object: 'user', id, displayName: 'Sam Same', email: `${id}@acme.example` },
    }));
    return answer(200, { items });
  };

const questions = [
  'access explain kim@acme.example --space space_runbooks',
  'access check kim@acme.example read --space space_runbooks',
  'access what-can kim@acme.example',
  'access who-can admin --space space_runbooks',
  'access report',
  'access diff live live',
];

describe('--redact', () => {
  test('every question of access has it, and is asked here', async () => {
    const docs = await sandboxCli();
    const commands = JSON.parse((await docs('commands --json')).stdout) as {
      readonly command: string;
      readonly flags: readonly { readonly name: string }[];
    }[];
    const isHeld = ({ command, flags }: (typeof commands)[number]) =>
      flags.some(({ name }) => name === '--redact') &&
      questions.some((line) => `docs-admin ${line} `.startsWith(`${command} `));
    // A review is redacted where it is opened, in all its files; a calibration is about the rules.
    const others = /^docs-admin access (calibrate|review )/;
    const asked = commands.filter(
      ({ command }) => command.startsWith('docs-admin access ') && !others.test(command),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((one) => !isHeld(one)).map(({ command }) => command)).toEqual([]);
  });

  test.each(questions)('%s: a refused token names no one', async (line) => {
    const docs = await sandboxCli({}, refusing(/members\/user_kim\/spaces/, 401));
    const named = await docs(`${line} --json`);
    expect(named.code).toBe(4);
    expect(named.stderr).toContain('user_kim');
    const run = await docs(`${line} --redact --json`);
    expect(run.code).toBe(4);
    expect(run.stderr).toContain('"status":401');
    expect(run.stdout + run.stderr).not.toMatch(/user_kim|kim@|Kim|not yours/);
  });

  test('an answer that cannot be used names no one', async () => {
    const broken =
      (sandbox: Transport): Transport =>
      async (request, signal) => ({
        ...(await sandbox(request, signal)),
        ...(request.url.includes('user_kim/spaces') && { body: new TextEncoder().encode('<html>') }),
      });
    const docs = await sandboxCli({}, broken);
    const run = await docs('access explain kim@acme.example --space space_runbooks --redact --json');
    expect(run.code).not.toBe(0);
    expect(run.stdout + run.stderr).not.toMatch(/user_kim|kim@|Kim/);
  });

  test('a name of two members names neither', async () => {
    const docs = await sandboxCli({}, twins);
    const named = await docs(['access', 'what-can', 'name:Sam Same']);
    expect(named.stderr).toContain('user_one  Sam Same');
    const run = await docs(['access', 'what-can', 'name:Sam Same', '--redact']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toBe(
      'error: invalid <userId>: 2 of them have this name\nhint: give the id of the member that you mean\n',
    );
  });

  test.each([
    ['gone@acme.example', 5, 'error: <userId> not found: no member has this address\n'],
    ['name:Sam "Q" Same', 5, 'error: <userId> not found: no member has this title\n'],
  ])('what the user has given for a member is not repeated: %s', async (given, code, words) => {
    const docs = await sandboxCli();
    for (const line of [['what-can'], ['check', 'read', '--space', 'space_hr']]) {
      const run = await docs(['access', line[0] as string, given, ...line.slice(1), '--redact']);
      expect(run).toMatchObject({ code, stdout: '' });
      expect(run.stderr.startsWith(words)).toBe(true);
      expect(run.stderr).not.toMatch(/gone|Sam|Same/);
    }
  });
});

describe('a line that cannot be read repeats nothing of itself with --redact', () => {
  test.each([
    ['access kimble --redact', 'unknown command "***"', 'unknown command "kimble"'],
    ['access who-can read kimble --redact', 'too many arguments: "***"', 'too many arguments: "kimble"'],
    ['access what-can x --kimble --redact', 'unknown flag --***', 'unknown flag --kimble'],
    ['access what-can x --kimble=3 --redact', 'unknown flag --***', 'unknown flag --kimble'],
    ['access what-can x --timeout kimble --redact', 'invalid --timeout "***"', 'invalid --timeout "kimble"'],
    ['access report -o kimble --redact', 'unknown output format "***"', 'unknown output format "kimble"'],
    ['access report --fields kimble --redact', '***', 'kimble'],
    ['access report --query "kimble]" --redact', '***', 'kimble'],
    [
      'access who-can kimble --space space_hr --redact',
      'invalid <level>: expected',
      '<level> "kimble": expected',
    ],
  ])('%s', async (line, shown, named) => {
    const docs = await sandboxCli();
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(shown);
    expect(run.stderr).not.toContain('kimble');
    expect((await docs(line.replace(' --redact', ''))).stderr).toContain(named);
    expect((await docs(`${line} --json`)).stderr).not.toContain('kimble');
  });
});

describe('a word of the tool names no one, and stays with --redact', () => {
  test.each([
    ['org audit --redact', 'error: unknown flag --redact\n'],
    ['access what-can x --guests=kimble --redact', 'error: unknown flag --guests\n'],
    ['access report --limit kimble --redact', 'error: unknown flag --limit\n'],
    ['access report -o markdown --redact', 'error: unknown output format "markdown" (from --output)\n'],
    ['access report --output=sarif --redact', 'error: unknown output format "sarif" (from --output)\n'],
    ['access list kimble --redact', 'error: unknown command "list"\n'],
  ])('%s', async (line, words) => {
    const docs = await sandboxCli();
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain(words);
    expect(run.stderr).not.toContain('kimble');
  });

  test.each([
    ['access who-can read list --redact', 'too many arguments: "***"'],
    ['access what-can x --timeout markdown --redact', 'invalid --timeout "***"'],
  ])('but not in the place of something else: %s', async (line, words) => {
    const run = await (await sandboxCli())(line);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
  });
});

describe('access check', () => {
  test('says what is unknown', async () => {
    const docs = await sandboxCli({}, refusing(/members\/user_kim\/spaces/));
    const run = await docs('access check user_kim edit --space space_runbooks');
    expect(run).toMatchObject({ code: 12, stdout: '' });
    expect(run.stderr).toBe(
      [
        'error: it is unknown whether Kim "Q" Nguyễn (user_kim) has at least edit in space "Runbooks" (space_runbooks)',
        '  the spaces of member user_kim cannot be read (403): not yours',
        '',
      ].join('\n'),
    );
  });

  test('names only flags that it has', async () => {
    const run = await (await sandboxCli())('access check user_kim read');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('--space');
    expect(run.stderr).not.toContain('collection');
  });
});

describe('the service disagrees', () => {
  test('about a disabled member: the way is one that the interface does not show', async () => {
    const docs = await sandboxCli({}, granting('user_dee', 'space_hr', 'edit'));
    const { stdout } = await docs('access explain user_dee --space space_hr --json');
    expect(JSON.parse(stdout)).toMatchObject({
      level: 'edit',
      disagreement: { rules: null, service: 'edit' },
      ways: [
        { kind: 'not-shown', level: 'edit', deciding: true },
        { kind: 'collection-default', level: 'read', deciding: false },
      ],
    });
  });

  test('a level that it takes away is none, not unknown', async () => {
    const docs = await sandboxCli({}, granting('user_kim', 'space_rest', null));
    const { stdout } = await docs('access report', { terminal: true, columns: 200 });
    expect(stdout).toMatch(/user_kim +REST API +space_rest +none/);
  });
});

test('who-can and explain do not depend on the settings of single sign-on', async () => {
  const docs = await sandboxCli({}, refusing(/\/(saml|sso)$/));
  expect(await docs('access who-can read --space space_runbooks')).toMatchObject({ code: 0 });
  const run = await docs('access explain user_kim --space space_runbooks');
  expect(run.code).toBe(0);
  expect(run.requests.filter(({ path }) => /saml|sso/.test(path))).toEqual([]);
});
