import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CliInFolder, sandboxCli, scriptedCli } from '../support/cli.ts';

const on = { DOCS_ADMIN_HISTORY: 'on' };

/** The records of single commands, each with its lines. */
function linesIn(
  { folder }: CliInFolder,
  name = '20260601-001.jsonl',
): { run: string; records: Record<string, unknown>[] }[] {
  const text = readFileSync(join(folder, 'history', name), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function typesIn(docs: CliInFolder): string[] {
  return linesIn(docs).map(({ records }) => records.map(({ type }) => type).join(' '));
}

describe('a single command is recorded', () => {
  test('before its request leaves, with the values before, and its outcome afterwards', async () => {
    const docs = await sandboxCli();
    const run = await docs('sites update name:"Acme Docs" --title Handbook', { env: on });
    expect(run.writes).toEqual([
      { method: 'PATCH', path: '/v1/orgs/org_acme/sites/site_docs', body: { title: 'Handbook' } },
    ]);
    expect(typesIn(docs)).toEqual(['run intent', 'outcome']);
    const [first, second] = linesIn(docs);
    expect(first?.run).toMatch(/^20260601T120000-[0-9a-f]{6}$/);
    expect(first?.records).toMatchObject([
      {
        org: 'org_acme',
        profile: 'sandbox',
        command: 'sites update',
        work: { kind: 'single', what: 'sites update name:Acme Docs' },
      },
      {
        operation: 'sites.update',
        params: { org: 'org_acme', site: 'site_docs' },
        sent: { title: 'Handbook' },
        before: [{ kind: 'site', name: 'Acme Docs', value: { title: 'Acme Docs' } }],
      },
    ]);
    expect(second).toMatchObject({ run: first?.run, records: [{ state: 'done' }] });
    expect(statSync(join(docs.folder, 'history', '20260601-001.jsonl')).mode & 0o777).toBe(0o600);
  });

  test('and nothing is read for it that the guards have read', async () => {
    const docs = await sandboxCli();
    const { requests } = await docs('members remove user_gil --yes', { env: on });
    const gil = '/v1/orgs/org_acme/members/user_gil';
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET ${gil}`,
      `GET ${gil}/teams?limit=1000`,
      `DELETE ${gil}`,
    ]);
  });

  test('a refused request is recorded as failed, with its error', async () => {
    const docs = await sandboxCli();
    expect(await docs('teams update team_nobody --title New', { env: on })).toMatchObject({ code: 5 });
    expect(linesIn(docs)[1]?.records).toMatchObject([
      { type: 'outcome', state: 'failed' },
      { type: 'task', exitCode: 5, error: 'not found: team "team_nobody" not found' },
    ]);
    const { stdout } = await docs('runs list -o csv --fields what,state,changes,done,failed', { env: on });
    expect(stdout).toBe('what,state,changes,done,failed\nteams update team_nobody,finished,0,0,1\n');
  });

  test('what was made is listed with its title', async () => {
    const docs = await sandboxCli();
    await docs('teams create --title "Legal, EU"', { env: on });
    await docs('custom-fields create zone --type text', { env: on });
    const { stdout } = await docs('runs list --json', { env: on });
    expect(JSON.parse(stdout).map(({ what }: { what: string }) => what)).toEqual([
      'custom-fields create zone',
      'teams create "Legal, EU"',
    ]);
  });

  test('a dry run, a read and what is refused before it is sent leave no record', async () => {
    const docs = await sandboxCli();
    await docs('sites update site_docs --title New --dry-run', { env: on });
    await docs('sites list', { env: on });
    await docs('sites delete site_docs', { env: on });
    expect(readdirSync(docs.folder)).toEqual([]);
  });

  test('work of several keeps its own journal only', async () => {
    const docs = await sandboxCli();
    await docs('members update user_pat user_kim --role read --yes', { env: on });
    expect(readdirSync(docs.folder)).toEqual(['runs']);
  });

  test('an address of the contract is recorded as its operation, another one as it is', async () => {
    const docs = await sandboxCli();
    await docs('api PATCH /v1/orgs/org_acme/sites/site_docs -f title=Handbook', { env: on });
    await docs('api POST /v1/other?key=geheim-42 -f password=geheim-43', { env: on });
    const text = readFileSync(join(docs.folder, 'history', '20260601-001.jsonl'), 'utf8');
    expect(text).not.toContain('geheim');
    const intents = linesIn(docs).flatMap(({ records }) => records.filter(({ type }) => type === 'intent'));
    expect(intents).toMatchObject([
      { operation: 'sites.update', before: [{ kind: 'site', value: { title: 'Acme Docs' } }] },
      { operation: 'POST /v1/other', params: {}, sent: { password: '***' } },
    ]);
  });

  test.for([
    ['--no-history', {}],
    ['', { DOCS_ADMIN_HISTORY: 'off' }],
  ] as const)('not with %s %o', async ([flag, env]) => {
    const docs = await sandboxCli();
    const run = await docs(`sites update site_docs --title New ${flag}`, { env: { ...on, ...env } });
    expect(run).toMatchObject({ code: 0, stderr: '', requests: [{ method: 'PATCH' }] });
    expect(readdirSync(docs.folder)).toEqual([]);
  });

  test.for([
    ['the environment', 'maybe', 'invalid DOCS_ADMIN_HISTORY "maybe"'],
    ['the environment, in capital letters', 'OFF', 'invalid DOCS_ADMIN_HISTORY'],
    ['the profile', '', 'invalid history of profile sandbox "maybe"'],
  ] as const)('nor is anything sent with another value in %s', async ([, given, message]) => {
    const docs = await sandboxCli();
    docs.home.settings = { ...docs.home.settings, profiles: { sandbox: { history: 'maybe' } } };
    const stderr = `error: ${message}\nhint: use one of on, off\n`;
    for (const line of ['sites update site_docs --title New', 'undo --yes'])
      expect(await docs(line, { env: { DOCS_ADMIN_HISTORY: given } })).toMatchObject({
        code: 2,
        stderr,
        writes: [],
      });
  });

  test('not where the profile says history off', async () => {
    const docs = await sandboxCli();
    const env = { DOCS_ADMIN_HISTORY: '' };
    expect(await docs('config set history maybe', { env })).toMatchObject({ code: 2 });
    await docs('config set history off', { env });
    await docs('sites update site_docs --title New', { env });
    expect(readdirSync(docs.folder)).toEqual([]);
  });

  test('a value that may not be read is not known, and the change goes on', async () => {
    const docs = await scriptedCli(({ method }) =>
      method === 'GET' ? { status: 403, json: {} } : { json: { id: 'site_docs', title: 'New' } },
    );
    expect(await docs('sites update site_docs --title New', { env: on })).toMatchObject({ code: 0 });
    expect(linesIn(docs)[0]?.records[1]?.before).toMatchObject([
      { kind: 'site', unknown: expect.any(String) },
    ]);
  });

  test('an answer that never comes leaves no outcome: unclear, until the service is asked', async () => {
    let title = 'Old';
    let isDown = false;
    const docs = await scriptedCli(({ method, body }) => {
      if (method === 'PATCH') {
        title = (body as { title: string }).title;
        isDown = true;
      }
      return isDown ? { status: 500 } : { json: { id: 'site_docs', title } };
    });
    expect(await docs('sites update site_docs --title New', { env: on })).toMatchObject({ code: 7 });
    const list = await docs('runs list -o csv --fields what,state,done', { env: on });
    expect(list).toMatchObject({
      stdout: 'what,state,done\nsites update site_docs,unclear,0\n',
      requests: [],
    });
    isDown = false;
    const run = linesIn(docs)[0]?.run;
    const shown = await docs(['runs', 'show', run ?? '', '-o', 'csv'], { env: on });
    expect(shown.stdout).toBe('row,action,kind,name,state,id,error\n1,update,site,Old,done,site_docs,\n');
    expect(shown.requests).toMatchObject([{ method: 'GET' }]);
  });
});

test.for([
  'openapi create one --url https://user:hunter2@a.example/x',
  'saml create --label One --sso-url https://user:hunter2@a.example/x --yes',
  'git import --space space_guides --url https://user:hunter2@git.example/docs.git --ref main --yes',
  'api POST /v1/orgs/org_acme/saml -f label=One -f ssoURL=https://user:hunter2@a.example/x --yes',
  'api POST /v1/other/thing -f apiToken=hunter2 -f "nested[password]=hunter2"',
])('no record holds a secret: %s', async (line) => {
  const docs = await sandboxCli();
  await docs(line, { env: on });
  const text = readFileSync(join(docs.folder, 'history', '20260601-001.jsonl'), 'utf8');
  expect(text).toContain('"type":"intent"');
  for (const secret of [
    'hunter2',
    encodeURIComponent('user:hunter2'),
    btoa('user:hunter2').replace(/=+$/, ''),
  ])
    expect(text).not.toContain(secret);
});

describe('the files of single commands', () => {
  test('a line that was cut off or changed harms only itself, and is named', async () => {
    const docs = await sandboxCli();
    await docs('sites update site_docs --title One', { env: on });
    const file = join(docs.folder, 'history', '20260601-001.jsonl');
    appendFileSync(file, '\n{"run":"2026');
    await docs('sites update site_docs --title Two', { env: on });
    const { stdout, stderr } = await docs('runs list -o csv --fields state', { env: on });
    expect(stdout).toBe('state\nfinished\nfinished\n');
    expect(stderr).toBe(`warning: line 4 of ${file} cannot be read; it is left out\n`);
  });

  test('a record that cannot be written ends the command before anything is sent', async () => {
    const docs = await sandboxCli();
    const folder = join(docs.folder, 'history');
    writeFileSync(folder, '');
    const failed = await docs('sites update site_docs --title New', { env: on });
    expect(failed).toMatchObject({ code: 3, writes: [] });
    // Before version 24 of Node, the file is looked at first.
    expect(failed.stderr.replace(`${folder}/20260601-001.jsonl`, folder)).toBe(
      `error: cannot read ${folder}: not a directory (ENOTDIR); nothing was sent\n` +
        'hint: give --no-history to go on without a record: the change cannot be undone then\n',
    );
  });

  test('where there is no place for records, a command warns once and goes on', async () => {
    const docs = await sandboxCli();
    const folder = join(docs.folder, 'history');
    symlinkSync('/proc/nowhere', folder);
    const run = await docs('sites update site_docs --title New', { env: on });
    expect(run).toMatchObject({ code: 0, writes: [{ method: 'PATCH' }] });
    expect(run.stderr).toBe(
      `warning: cannot write ${folder}/20260601-001.jsonl: no such file or directory (ENOENT); this change is not recorded, and cannot be undone\n`,
    );
  });

  test('a file that is full goes on in a further one, and the oldest are deleted', async () => {
    const docs = await sandboxCli();
    const folder = join(docs.folder, 'history');
    mkdirSync(folder);
    const padding = `${' '.repeat(999)}\n`;
    writeFileSync(join(folder, '20260601-001.jsonl'), padding.repeat(1000));
    writeFileSync(join(folder, '20260531-001.jsonl'), padding.repeat(30_000));
    writeFileSync(join(folder, '20260530-001.jsonl'), padding.repeat(30_000));
    writeFileSync(join(folder, '20260201-001.jsonl'), padding);
    await docs('sites update site_docs --title New', { env: on });
    expect(readdirSync(folder)).toEqual(['20260531-001.jsonl', '20260601-001.jsonl', '20260601-002.jsonl']);
  });

  test('runs prune deletes files of which every command is old enough', async () => {
    const docs = await sandboxCli();
    await docs('sites update site_docs --title One', { env: on });
    expect(await docs('runs prune --older-than 1h --yes', { env: on })).toMatchObject({
      stderr: 'deleted 0 runs\n',
    });
    expect(await docs('runs prune --older-than 0h --yes', { env: on })).toMatchObject({
      stderr: 'deleted 1 run\n',
    });
    expect(readdirSync(join(docs.folder, 'history'))).toEqual([]);
  });
});

test('runs list and show tell single commands from others, in JSON too', async () => {
  const docs = await sandboxCli();
  await docs('sites update site_docs --title One', { env: on });
  const { stdout } = await docs('runs list -o json', { env: on });
  const [run] = JSON.parse(stdout);
  expect(run).toMatchObject({
    what: 'sites update site_docs',
    command: 'sites update',
    changes: 1,
    single: true,
    state: 'finished',
    done: 1,
    total: 1,
  });
  const shown = await docs(`runs show ${run.id} -o json`, { env: on });
  expect(JSON.parse(shown.stdout)).toMatchObject({
    single: true,
    changes: [
      {
        action: 'update',
        kind: 'site',
        name: 'Acme Docs',
        id: 'site_docs',
        fields: [{ field: 'title', before: 'Acme Docs', after: 'One' }],
        state: 'done',
      },
    ],
  });
});
