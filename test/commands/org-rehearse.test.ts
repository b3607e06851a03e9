import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Clock, Transport } from '../../src/ports.ts';
import { openStore } from '../../src/sandbox/store/store.ts';
import { systemClock } from '../../src/system/clock.ts';
import { type CliInFolder, type Run, sandboxCli } from '../support/cli.ts';
import { demoStore } from '../support/demo-store.ts';
import { testNow } from '../support/test-system.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const csv = 'user_id,role\nuser_linus,read\nuser_kim,comment\nuser_dee,edit\n';
const batch = '-- batch --file users.csv -- members update {user_id} --role {role}';

/** Makes a command line on people and teams alone: a rehearsal reads the whole organization several times. */
function peopleCli(
  files: Record<string, string> = {},
  through?: (sandbox: Transport) => Transport,
): Promise<CliInFolder> {
  const store = demoStore();
  for (const table of ['sites', 'spaces', 'collections']) store.run(`DELETE FROM ${table}`);
  return sandboxCli(files, through, store);
}

/** Runs a rehearsal as JSON. */
async function rehearsed(docs: CliInFolder, line: string) {
  const run = await docs(`org rehearse --json ${line}`);
  expect(run).toMatchObject({ code: 0, writes: [], stderr: expect.not.stringContaining('error') });
  return JSON.parse(run.stdout);
}

/** A service on which the text of some answers is another one. */
const changing =
  (path: RegExp, from: string, to: string) =>
  (sandbox: Transport): Transport =>
  async (request, signal) => {
    const answer = await sandbox(request, signal);
    if (!path.test(request.url)) return answer;
    return { ...answer, body: Buffer.from(Buffer.from(answer.body).toString().replaceAll(from, to)) };
  };

const refusing =
  (path: RegExp) =>
  (sandbox: Transport): Transport =>
  async (request, signal) => {
    if (!path.test(request.url)) return sandbox(request, signal);
    const body = Buffer.from(JSON.stringify({ error: { code: 403, message: 'not yours' } }));
    return { status: 403, headers: { 'content-type': 'application/json' }, body };
  };

describe('a command', () => {
  test('is carried out in the copy alone, and the report says what it did', async () => {
    const docs = await sandboxCli();
    const report = await rehearsed(docs, '-- members update user_linus --role admin');
    expect(Object.keys(report)).toEqual(['plan', 'access', 'audit', 'requests', 'limits']);
    expect(report.plan.changes).toEqual([
      {
        action: 'update',
        kind: 'member',
        name: 'linus@acme.example',
        id: 'user_linus',
        fields: [{ field: 'role', before: 'create', after: 'admin' }],
      },
    ]);
    expect(report.access.gained).toEqual([]);
    const inEmpty = report.access.changed.find(
      (one: { target: { id: string } }) => one.target.id === 'col_empty',
    );
    expect(inEmpty).toMatchObject({
      user: { id: 'user_linus' },
      before: { level: 'create' },
      after: { level: 'admin' },
    });
    expect(report.requests).toEqual({ read: 0, written: 1 });
    expect(report.limits).toContainEqual(expect.stringContaining('no content, change requests'));
    expect((await docs('members get user_linus --fields role')).stdout).toContain('create');
  });

  test('names new and gone findings of the audit', async () => {
    const docs = await peopleCli();
    const report = await rehearsed(docs, '-- members update user_grace --role read');
    expect(report.audit.new).toMatchObject([{ before: null, after: { rule: 'DA201' } }]);
    expect(report.audit).toMatchObject({ changed: [], incomparable: [] });
  });

  test('of many rows is a run, whose journal stays in memory', async () => {
    const docs = await peopleCli({ 'users.csv': csv });
    const report = await rehearsed(docs, batch);
    expect(report.plan.counts).toMatchObject({ update: 3, grant: 0, delete: 0 });
    expect(report.requests.written).toBe(3);
    expect((await docs('runs list --json')).stdout.trim()).toBe('[]');
    expect(existsSync(join(docs.folder, 'runs'))).toBe(false);
  });

  test('that deletes is shown as a plan shows it', async () => {
    const docs = await sandboxCli();
    const report = await rehearsed(docs, '-- teams delete team_docs');
    expect(report.plan.changes).toContainEqual(
      expect.objectContaining({ action: 'delete', kind: 'team', id: 'team_docs' }),
    );
    expect(report.access.lost.length + report.access.changed.length).toBeGreaterThan(0);
  });

  test('reaches the copy, whatever address and profile it names', async () => {
    const docs = await peopleCli();
    for (const place of ['--profile default --base-url https://docs.example', '--profile other', '']) {
      docs.home.settings = {
        activeProfile: 'default',
        profiles: { other: { 'base-url': 'https://docs.example', protected: 'true' } },
      };
      const report = await rehearsed(docs, `-- members update user_linus --role admin ${place}`);
      expect([place, report.plan.counts.update]).toEqual([place, 1]);
    }
  });

  test('changes nothing on this machine', async () => {
    const docs = await peopleCli();
    const run = await docs('org rehearse -- org export --out export.yaml');
    expect(run.code).toBe(0);
    expect(existsSync(join(docs.folder, 'export.yaml'))).toBe(false);
    for (const line of ['config set org org_other', 'sandbox reset --yes', 'auth logout'])
      expect((await docs(`org rehearse -- ${line}`)).code).not.toBe(0);
    expect(docs.home.settings.profiles).toEqual({});
  });

  test.each([
    ['members get nobody', 5, 'not found'],
    ['members fly', 2, 'unknown command'],
    ['teams delete name:Nowhere', 5, 'Nowhere'],
  ])('that fails ends with its own exit code: %s', async (line, code, words) => {
    const docs = await peopleCli();
    const run = await docs(`org rehearse --json -- ${line}`);
    expect(run).toMatchObject({ code, writes: [] });
    expect(JSON.parse(run.stdout)).toMatchObject({ plan: null, access: null, audit: null });
    expect(run.stderr).toContain(words);
  });
});

describe('an organization file', () => {
  async function withFile(change: (text: string) => string): Promise<CliInFolder> {
    const docs = await sandboxCli();
    const { stdout } = await docs('org export');
    writeFileSync(join(docs.folder, 'acme.yaml'), change(stdout));
    return docs;
  }

  test('is planned and applied in the copy', async () => {
    const docs = await withFile((text) =>
      text.replace('linus@acme.example: create', 'linus@acme.example: admin'),
    );
    const report = await rehearsed(docs, '--file acme.yaml');
    expect(report.plan).toMatchObject({ format: 'docs-admin-plan/1', counts: { update: 1 } });
    expect(report.requests.written).toBe(1);
    expect(report.access.changed.length).toBeGreaterThan(0);
  });

  test('that is wrong is refused in words, as by org plan', async () => {
    const docs = await sandboxCli({ 'wrong.yaml': 'format: docs-admin-organization/1\nteams: []\n' });
    expect(await docs('org rehearse --file wrong.yaml --quiet')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'error: wrong.yaml:2:1: teams: must be an object; nothing was sent\n',
      requests: [],
    });
  });

  test('that changes nothing sends nothing', async () => {
    const docs = await withFile((text) => text);
    const report = await rehearsed(docs, '--file acme.yaml');
    expect(report.plan.changes).toEqual([]);
    expect(report.requests.written).toBe(0);
    expect(report.access).toEqual({ gained: [], lost: [], changed: [], way: [], incomparable: [] });
  });

  test('that the guards hold back shows its plan, and ends as apply does', async () => {
    const docs = await withFile((text) => text.replace(/: admin$/gm, ': read'));
    const run = await docs('org rehearse --json --file acme.yaml');
    expect(run).toMatchObject({ code: 2, writes: [] });
    const { plan, access } = JSON.parse(run.stdout);
    expect(plan.objections.length).toBeGreaterThan(0);
    expect(access).toBeNull();
  });

  test('with a mistake is refused', async () => {
    const docs = await withFile((text) => `${text}nonsense: 1\n`);
    const run = await docs('org rehearse --file acme.yaml');
    expect(run).toMatchObject({ code: 2, writes: [] });
    expect(run.stderr).toContain('nonsense');
  });
});

describe('a bad day', () => {
  /** A clock whose random numbers are as good as any, and the same each time. */
  function clock(): Clock {
    let state = 7;
    let now = testNow;
    return {
      ...systemClock,
      now: () => now,
      monotonic: () => now - testNow,
      sleep: async (ms) => {
        now += ms;
      },
      random: () => {
        state = (state * 16_807) % 2_147_483_647;
        return state / 2_147_483_647;
      },
    };
  }

  test.each([1, 2, 3])('killed after change %i, the run is resumed to the same end', async (count) => {
    const docs = await peopleCli({ 'users.csv': csv });
    const run = await docs(`org rehearse --kill-after ${count} ${batch}`);
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain('on a bad day the end is the same (resumed 1 time)');
  });

  test('requests that fail and answers that are lost lead to the same end', async () => {
    const docs = await peopleCli({ 'users.csv': csv });
    const run = await docs(`org rehearse --fail 0.3 --drop 0.2 ${batch}`, { clock: clock() });
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain('on a bad day the end is the same');
  });

  test('rows from standard input are there for every try', async () => {
    const docs = await peopleCli();
    const run = await docs(`org rehearse --kill-after 2 ${batch.replace('users.csv', '-')}`, { stdin: csv });
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain('the end is the same (resumed 1 time)');
  });

  test('a command without a journal is started again', async () => {
    const docs = await peopleCli();
    const run = await docs('org rehearse --kill-after 1 -- members update user_linus --role admin');
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain('started again 1 time: it keeps no journal');
  });

  test('another end is an error that names what differs', async () => {
    const docs = await peopleCli({ 'users.csv': csv });
    const run = await docs(`org rehearse --fail 1 ${batch}`);
    expect(run).toMatchObject({ code: 7, writes: [] });
    expect(run.stderr).toContain('not as on a good day');
    expect(run.stderr).toContain('after a good day: members."linus@acme.example": "read", not "create"');
  });
});

describe('the copy', () => {
  test('that is not like the organization stops the rehearsal', async () => {
    const docs = await sandboxCli({}, changing(/\/collections\?/, '"Product"', '"Pro\\u0000duct"'));
    const run = await docs('org rehearse -- members update user_linus --role admin');
    expect(run).toMatchObject({ code: 12, stdout: '', writes: [] });
    expect(run.stderr).toContain('the copy is not like the organization; nothing was rehearsed');
    expect(run.stderr).toContain('Product');
  });

  test('says which parts it does not have', async () => {
    const docs = await peopleCli({}, refusing(/\/saml/));
    const { limits } = await rehearsed(docs, '-- members update user_linus --role admin');
    expect(limits).toContainEqual(expect.stringMatching(/^not in the copy: .*403/));
  });

  test('makes up e-mail addresses, and is the same otherwise', async () => {
    const docs = await peopleCli({}, changing(/\/members\?/, '"linus@acme.example"', '""'));
    const { limits, plan } = await rehearsed(docs, '-- members update user_linus --role admin');
    expect(limits).toContainEqual(expect.stringContaining('without an e-mail address'));
    expect(plan.counts.update).toBe(1);
  });

  test('is kept where --keep says, with the change', async () => {
    const docs = await peopleCli();
    await docs('org rehearse --keep changed.db -- members update user_linus --role admin');
    const kept = await sandboxCli({}, undefined, openStore(join(docs.folder, 'changed.db')));
    expect((await kept('members get user_linus --fields role')).stdout).toContain('admin');
  });

  test('leaves no file, also after failures and interrupts', async () => {
    const folder = temporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const docs = await peopleCli();
    const before = readdirSync(folder);
    const interrupt = AbortSignal.abort(new Error('interrupted'));
    await docs('org rehearse -- members update user_linus --role admin');
    await docs('org rehearse -- members get nobody');
    await docs('org rehearse -- members update user_linus --role admin', { interrupt });
    expect(readdirSync(folder)).toEqual(before);
  });
});

test('a copy that cannot be written is an error that names the folder', async () => {
  const folder = join(temporaryFolder(), 'none');
  const docs = await peopleCli();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await docs('org rehearse -- members update user_linus --role admin')).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining(
      `error: cannot write the copy in ${folder}: no such file or directory (ENOENT)\n` +
        'hint: make room in this folder, or name another one with TMPDIR\n',
    ),
    writes: [],
  });
});

describe('the report', () => {
  const line = 'org rehearse -o markdown -- members update user_grace --role read';

  test('shows the plan, access, the audit and the requests, and beside it what a copy cannot tell', async () => {
    const docs = await sandboxCli();
    const run = await docs('org rehearse -- members update user_linus --role admin');
    expect(run.stdout).toContain('members\n  ~ member linus@acme.example, role: create → admin\n');
    expect(run.stdout).toContain('\naccess (changed: 1 person)\n  changed 1 person in ');
    expect(run.stdout).toContain('collection Empty, space Drafts');
    expect(run.stdout).toContain('\naudit\n  nothing\n');
    expect(run.stdout).toContain(
      '0 requests to read, 1 request to change; the service has shown no rate limit',
    );
    expect(run.stderr).toContain('a snapshot has no content');
    const plain = await docs('org rehearse --plain -- members update user_linus --role admin');
    expect(plain.stdout).not.toMatch(/[→~]/);
    const nothing = await docs('org rehearse -- members list');
    expect(nothing.stdout).toMatch(/^nothing becomes different\n\naccess\n {2}nothing\n/);
  });

  test('has one line of access for the people and places of one change', async () => {
    const docs = await sandboxCli();
    const change = 'collections permissions set col_internal team_platform --role admin';
    const run = await docs(`org rehearse -- ${change}`);
    const { access } = JSON.parse((await docs(`org rehearse --json -- ${change}`)).stdout);
    const people = new Set(access.changed.map(({ user }: { user: { id: string } }) => user.id)).size;
    expect(people).toBeGreaterThan(1);
    expect(access.changed.length).toBeGreaterThan(people);
    const lines = run.stdout.split('\n').filter((line) => line.startsWith('  changed '));
    expect(lines).toEqual([
      expect.stringMatching(
        `^  changed ${people} people in collection Internal 内部, space .*: read → admin: .*@acme.example`,
      ),
    ]);
    const markdown = await docs(`org rehearse -o markdown -- ${change}`);
    expect(markdown.stdout).toContain(`### Who gains or loses access (changed: ${people} people)\n`);
    expect(markdown.stdout).toContain(`- **changed** ${people} people in \`collection Internal 内部,`);
  });

  test('says how long the requests take at the rate limit of the service', async () => {
    let taken = 0;
    const docs = await sandboxCli({}, (sandbox) => async (request, signal) => {
      taken += 1;
      if (![10, 30].includes(taken)) return sandbox(request, signal);
      const headers = { 'content-type': 'application/json', 'retry-after': '1' };
      return { status: 429, headers, body: Buffer.from('{"error":{"code":429,"message":"slower"}}') };
    });
    const run = await docs('org rehearse -- members update user_linus --role admin');
    expect(run.stdout).toMatch(
      /1 request to change: about 1 second at the [\d.]+ a second that the service takes/,
    );
  });

  test('is Markdown for a comment, and no longer than a comment may be', async () => {
    const docs = await sandboxCli();
    const { stdout } = await docs(line);
    expect(stdout).toContain('- **update** member `grace@acme.example`, role: `admin` → `read`');
    expect(stdout).toContain('- **new** DA201 ');
    expect(stdout).toContain('<summary>What a copy cannot tell</summary>');
    const short = (await docs(line.replace('-o', '--max-chars 1000 -o'))).stdout;
    expect(short.length).toBeLessThanOrEqual(1001);
    expect(short).toMatch(/_\d+ of \d+ lines left out\._/);
    expect(short).toContain('_What a copy cannot tell is left out._');
  });

  test('shows losses first, and hostile names as code', async () => {
    const docs = await sandboxCli();
    await docs(['teams', 'update', 'team_docs', '--title', '`<b>@all</b>\u202e']);
    const { stdout } = await docs('org rehearse -o markdown -- teams delete team_docs');
    expect(stdout).toMatch(/### Deletions and revocations\n\n- \*\*delete\*\* team `` `<b>@all<\/b>/);
    expect(stdout).not.toContain('\u202e');
  });
});

test.each([
  ['org rehearse', 'nothing to rehearse\nhint: give --file'],
  ['org rehearse --file acme.yaml -- members list', '--file does not go with a command'],
  [
    'org rehearse acme.yaml',
    'does not begin with a command\nhint: give an organization file, or its folder, with --file',
  ],
  ['org rehearse -- org rehearse -- members list', 'a rehearsal cannot be rehearsed'],
  [
    'org rehearse -- collections transfer col_api --to-org org_globex',
    'a transfer cannot be rehearsed: a copy holds one organization only',
  ],
  ['org rehearse -- --quiet org rehearse -- members list', 'a rehearsal cannot be rehearsed'],
  ...['undo', 'runs undo --last', 'runs undo x.jsonl', 'runs resume x.jsonl'].map(
    (words): [string, string] => {
      const command = words.replace(/ (?:--last|x.jsonl)$/, '');
      return [
        `org rehearse -- --org org_acme ${words} --yes`,
        `error: a rehearsal has no history of runs, so \`docs-admin ${command}\` finds no run in it\n` +
          `hint: \`docs-admin ${command}\` with --dry-run shows what it changes, and only reads\n`,
      ];
    },
  ),
  ['org rehearse -- runs list', 'hint: run it by itself: it changes nothing in the organization'],
  ['org rehearse --fail 2 -- members list', 'invalid --fail'],
  ['org rehearse --kill-after 0 -- members list', 'invalid --kill-after'],
])('%s is refused before anything is sent', async (line, words) => {
  const docs = await sandboxCli();
  const run: Run = await docs(line);
  expect(run).toMatchObject({ code: 2, requests: [] });
  expect(run.stderr).toContain(words);
});

test('only GET requests reach the service', async () => {
  const docs = await peopleCli({ 'users.csv': csv });
  const { requests } = await docs(`org rehearse --drop 0.1 --kill-after 2 ${batch}`);
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(readFileSync(join(docs.folder, 'users.csv'), 'utf8')).toBe(csv);
});

test('a specification that is made from a text is a change like others', async () => {
  const docs = await peopleCli({
    'zz.yaml': 'openapi: 3.1.0\ninfo: { title: Z, version: "1" }\npaths: {}\n',
  });
  const run = await docs('org rehearse -- openapi create zz --file zz.yaml');
  expect(run).toMatchObject({ code: 0, writes: [] });
  expect(run.stdout).toMatch(
    /^openapi\n {2}\+ specification zz, file: its text\n|^openapi\n {2}\+ specification zz\n {6}file: its text\n/,
  );
});

test('a rehearsal changes no file, whatever its line writes', async () => {
  const docs = await sandboxCli();
  await docs('org export --only teams --out o.yaml');
  const before = readFileSync(join(docs.folder, 'o.yaml'), 'utf8');
  await docs('teams update team_docs --title Docs2');
  for (const line of ['org plan --file o.yaml --adopt', 'org export --out o.yaml', 'org export --split .'])
    await docs(`org rehearse -- ${line}`);
  expect(readFileSync(join(docs.folder, 'o.yaml'), 'utf8')).toBe(before);
  expect(readdirSync(docs.folder).filter((name) => name.endsWith('.yaml'))).toEqual(['o.yaml']);
});
