import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, sandboxCli, scriptedCli } from '../support/cli.ts';
import { exampleFiles } from '../support/example-files.ts';

const variable = { env: { DOCS_ADMIN_READ_ONLY: '1' } };
const refused = 'error: only reading is allowed (from profile sandbox): the change was not sent\n';
const lift =
  'hint: to allow changes, run `docs-admin config set read-only false --profile sandbox`; --dry-run shows the requests without sending them\n';
const update = 'teams update team_docs --title Two';
const csv = 'user_id,role\nuser_linus,admin\nuser_pat,read\n';
const batch =
  'batch --yes --allow-opening administrators --file users.csv -- members update {user_id} --role {role}';

/** A command line on the sandbox whose profile is read-only. */
async function readOnlyCli(files: Record<string, string> = {}): Promise<CliInFolder> {
  const docs = await sandboxCli({ ...exampleFiles, 'users.csv': csv, ...files });
  expect(await docs('config set read-only true')).toMatchObject({ code: 0 });
  return docs;
}

/** A command line with a profile `prod`, which `profiles create` has made read-only, and which is in use. */
async function prodCli(flags = '--read-only'): Promise<CliInFolder> {
  const docs = await scriptedCli(({ method }) => ({
    json: method === 'GET' ? { id: 'team_docs', items: [] } : { id: 'team_docs' },
  }));
  await docs(`profiles create prod --base-url https://docs.example --org org_acme ${flags}`);
  expect(await docs('profiles use prod')).toMatchObject({ code: 0 });
  return docs;
}

describe('a read-only profile refuses', () => {
  test.each([
    update,
    `${update} --yes`,
    'teams update team_docs --input body.json',
    'teams create --title New',
    'teams delete team_docs --yes',
    'teams delete team_docs team_platform --yes',
    'members update ada@acme.example --role read --yes',
    'comments resolve c1 c2 --space space_guides',
    'api POST /v1/orgs/org_acme/sites -f title=X',
    'api PUT /v1/orgs/org_acme/teams -f title=X',
    'api PATCH /v1/orgs/org_acme/sites/site_docs -f title=X',
    'api delete /v1/orgs/org_acme/sites/site_docs --yes',
    batch,
    `${batch} --yes`,
    'teams members sync --file wanted.csv --yes',
    'members offboard user_pat --yes',
  ])('%s', async (line) => {
    const docs = await readOnlyCli({
      'body.json': '{"title":"Two"}',
      'wanted.csv': 'team,user\nteam_docs,user_linus\nteam_docs,user_pat\n',
    });
    const run = await docs(line);
    expect(run).toMatchObject({ code: 2, stdout: '', writes: [] });
    expect(run.stderr).toContain(refused + lift);
    expect((await docs('runs list --json')).stdout.trim()).toBe('[]');
    expect(existsSync(join(docs.folder, 'runs'))).toBe(false);
  });

  test('on a terminal, without a question', async () => {
    const docs = await readOnlyCli();
    for (const line of ['teams delete team_docs', 'teams delete team_docs team_platform', batch])
      expect(await docs(line, { terminal: true, answers: ['sandbox', true] })).toMatchObject({
        code: 2,
        questions: [],
        writes: [],
      });
  });

  test('with an error that programs can read', async () => {
    const docs = await readOnlyCli();
    const { stderr } = await docs(`${update} --json`);
    expect(JSON.parse(stderr)).toMatchObject({ error: { kind: 'usage', exitCode: 2 } });
  });

  test('org apply and apply-plan, without a journal', async () => {
    const docs = await readOnlyCli();
    const { stdout } = await docs('org export');
    const changed = stdout.replace('linus@acme.example: create', 'linus@acme.example: admin');
    writeFileSync(join(docs.folder, 'acme.yaml'), changed);
    expect(await docs('org plan --file acme.yaml --out plan.json')).toMatchObject({ writes: [] });
    for (const line of ['org apply --file acme.yaml --yes', 'apply-plan plan.json --yes']) {
      const run = await docs(`${line} --journal run.jsonl`);
      expect(run).toMatchObject({ code: 2, writes: [] });
      expect(run.stderr).toContain(refused);
      expect(existsSync(join(docs.folder, 'run.jsonl'))).toBe(false);
    }
    expect(await docs('org apply --file acme.yaml --dry-run')).toMatchObject({ code: 0, writes: [] });
  });

  test('runs resume and runs undo, and leaves the journal as it is', async () => {
    const docs = await sandboxCli({ 'users.csv': csv });
    expect(await docs(batch.replace('batch', 'batch --journal run.jsonl'))).toMatchObject({ code: 0 });
    const journal = join(docs.folder, 'run.jsonl');
    const whole = readFileSync(journal, 'utf8');
    await docs('config set read-only true');
    const undo = await docs('runs undo run.jsonl --yes');
    expect(undo).toMatchObject({ code: 2, writes: [] });
    expect(undo.stderr).toContain(refused);
    expect(readFileSync(journal, 'utf8')).toBe(whole);
    expect(await docs('runs undo run.jsonl --dry-run')).toMatchObject({ code: 0, writes: [] });
    const begun = `${whole.split('\n')[0]}\n`;
    writeFileSync(journal, begun);
    const resumed = await docs('runs resume run.jsonl');
    expect(resumed).toMatchObject({ code: 2, writes: [] });
    expect(resumed.stderr).toContain(refused);
    expect(readFileSync(journal, 'utf8')).toBe(begun);
  });
});

describe('a read-only profile still', () => {
  test('reads, and downloads', async () => {
    const docs = await readOnlyCli();
    for (const line of [
      'teams list',
      'members get user_ada',
      'api GET /v1/orgs/org_acme/sites',
      'org export',
    ])
      expect(await docs(line)).toMatchObject({ code: 0, writes: [] });
    expect(await docs('batch --file users.csv -- members get {user_id}')).toMatchObject({ code: 0 });
  });

  test('shows with --dry-run what would be sent', async () => {
    const docs = await readOnlyCli();
    for (const line of [update, batch, 'teams delete team_docs', 'api POST /v1/x -f a=b']) {
      const run = await docs(
        `${line.replace('batch ', 'batch --dry-run ')}${line === batch ? '' : ' --dry-run'}`,
      );
      expect(run).toMatchObject({ code: 0, writes: [] });
      expect(run.stdout + run.stderr).toMatch(/PATCH|PUT|DELETE|POST/);
    }
  });

  test.each([{}, variable])('rehearses in a private copy: %j', async (options) => {
    const docs = await readOnlyCli();
    const run = await docs('org rehearse --json -- members update user_linus --role admin', options);
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(JSON.parse(run.stdout).requests.written).toBe(1);
  });
});

describe('the environment', () => {
  test('adds it to every profile', async () => {
    const docs = await sandboxCli();
    for (const word of ['1', 'true']) {
      expect(await docs(update, { env: { DOCS_ADMIN_READ_ONLY: word } })).toMatchObject({
        code: 2,
        stderr:
          'error: only reading is allowed (from DOCS_ADMIN_READ_ONLY): the change was not sent\n' +
          'hint: to allow changes, unset DOCS_ADMIN_READ_ONLY; --dry-run shows the requests without sending them\n',
        writes: [],
      });
    }
    expect((await docs('config get read-only', variable)).stdout).toBe('true\n');
  });

  test.each(['0', 'false', ''])('does not lift the profile with %j', async (word) => {
    const docs = await readOnlyCli();
    const env = { DOCS_ADMIN_READ_ONLY: word };
    expect(await docs(update, { env })).toMatchObject({ code: 2, stderr: refused + lift, writes: [] });
    expect((await docs('config get read-only', { env })).stdout).toBe('true\n');
    const open = await sandboxCli();
    expect(await open(update, { env })).toMatchObject({ code: 0 });
  });

  test('is named beside the profile', async () => {
    const docs = await readOnlyCli();
    const { stderr } = await docs(update, variable);
    expect(stderr).toContain('(from profile sandbox and DOCS_ADMIN_READ_ONLY)');
    expect(stderr).toContain('read-only false --profile sandbox` and unset DOCS_ADMIN_READ_ONLY;');
    expect((await docs('config list --json', variable)).stdout).toContain(
      '"source": "profile sandbox and DOCS_ADMIN_READ_ONLY"',
    );
  });

  test.each(['yes', 'on', 'TRUE', '2', ' 1', 'constructor'])(
    'that says %j ends with exit 2',
    async (word) => {
      const docs = await sandboxCli();
      for (const line of [update, 'teams list', `${update} --dry-run`, 'config list'])
        expect(await docs(line, { env: { DOCS_ADMIN_READ_ONLY: word } })).toMatchObject({
          code: 2,
          stdout: '',
          stderr:
            'error: invalid DOCS_ADMIN_READ_ONLY; nothing was sent\nhint: use 1 to refuse changes, or 0\n',
          requests: [],
        });
    },
  );

  test('another address and token do not lift the profile', async () => {
    const docs = await prodCli();
    const env = { DOCS_ADMIN_BASE_URL: 'https://other.example', DOCS_ADMIN_TOKEN: 'another' };
    for (const line of [update, `${update} --base-url https://third.example`])
      expect(await docs(line, { env })).toMatchObject({ code: 2, requests: [] });
  });
});

describe('the setting', () => {
  test('is made with the profile, and shown', async () => {
    const docs = await prodCli();
    expect(await docs(update)).toMatchObject({ code: 2, requests: [] });
    const { stdout } = await docs('profiles list --json --fields name,readOnly');
    expect(JSON.parse(stdout)).toContainEqual({ name: 'prod', readOnly: true });
    expect((await docs('doctor --json')).stdout).toContain('; only reading is allowed (from profile prod)"');
    docs.home.settings = {
      ...docs.home.settings,
      profiles: { prod: { ...docs.home.settings.profiles.prod, protected: 'true' } },
    };
    expect((await docs('doctor --json')).stdout).toContain(
      '; only reading is allowed (from profile prod); it is protected: changes ask for its name"',
    );
  });

  test.each(['config set read-only false', 'config unset read-only', 'profiles delete prod'])(
    '%s asks for the name of the profile',
    async (line) => {
      const docs = await prodCli();
      for (const more of ['', ' --yes', ' --profile prod']) {
        const run = await docs(line + more);
        expect(run).toMatchObject({
          code: 2,
          stderr:
            'error: the profile prod is read-only, and this needs a confirmation\n' +
            'hint: give both --yes and --profile prod to go ahead\n',
        });
      }
      const wrong = await docs(line, { terminal: true, answers: ['other'] });
      expect(wrong).toMatchObject({
        code: 2,
        questions: [expect.stringContaining('is read-only. Type its name')],
      });
      expect(await docs(update)).toMatchObject({ code: 2, writes: [] });
      expect(await docs(line, { terminal: true, answers: ['prod'] })).toMatchObject({ code: 0 });
      if (line.startsWith('config')) expect(await docs(update)).toMatchObject({ code: 0 });
    },
  );

  test('is lifted without a terminal with --yes and --profile', async () => {
    const docs = await prodCli();
    expect(await docs('config set read-only false --yes --profile prod')).toMatchObject({ code: 0 });
    expect(await docs(update)).toMatchObject({ code: 0, writes: [{ method: 'PATCH' }] });
  });

  test('holds as well for a profile that is protected', async () => {
    const docs = await prodCli('--read-only --protected');
    const run = await docs(`${update} --yes --profile prod`, { terminal: true, answers: ['prod'] });
    expect(run).toMatchObject({ code: 2, questions: [], requests: [] });
    await docs('config set read-only false --yes --profile prod');
    expect(await docs(update)).toMatchObject({ code: 2, stderr: expect.stringContaining('is protected') });
  });

  test('takes true or false, and anything else in the file counts as true', async () => {
    const docs = await prodCli('');
    expect(await docs('config set read-only perhaps')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('true, false'),
    });
    docs.home.settings = { activeProfile: 'prod', profiles: { prod: { 'read-only': 'no' } } };
    expect(await docs(update)).toMatchObject({ code: 2, requests: [] });
  });

  test.each(['--no-read-only', '--read-only', '--read-only=false'])('is no flag: %s', async (flag) => {
    const docs = await prodCli();
    expect(await docs(`${update} ${flag}`)).toMatchObject({ code: 2, requests: [] });
  });
});
