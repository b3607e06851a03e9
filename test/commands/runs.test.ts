import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createJournals } from '../../src/system/journals.ts';
import { type Cli, type Run, sandboxCli, scriptedCli } from '../support/cli.ts';

const roster = 'team,user,role\nteam_docs,user_kim,owner\nteam_docs,user_gil,owner\nteam_empty,user_ada,\n';
const writes = ({ requests }: Run) => requests.filter(({ method }) => method !== 'GET');

async function inTeams(docs: Cli): Promise<string> {
  const lists = ['team_docs', 'team_empty'].map((team) => docs(`teams members list ${team} --json`));
  return (await Promise.all(lists)).map(({ stdout }) => stdout).join('');
}

const roles = async (docs: Cli) =>
  (await docs('teams members list team_docs --fields organization.id,team.role -o csv')).stdout
    .trim()
    .split('\n')
    .sort();

describe('a run that is done', () => {
  test('is listed, shown, and has nothing left', async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    await docs('teams members sync --file roster.csv --yes --allow-opening administrators');
    const id = (await docs('runs list -o id')).stdout.trim();
    expect(id).toMatch(/^\d{8}T\d{6}-[0-9a-f]{6}$/);
    const shown = JSON.parse((await docs(`runs show ${id} --json`)).stdout);
    expect(shown).toMatchObject({
      id,
      command: 'teams members sync',
      org: 'org_acme',
      state: 'finished',
      done: 2,
      failed: 0,
      unknown: 0,
      open: 0,
      notAttempted: 0,
      profile: 'sandbox',
      baseUrl: 'http://sandbox.localhost',
    });
    const again = await docs(`runs resume ${id}`);
    expect(again).toMatchObject({
      code: 0,
      stdout: '',
      requests: [],
      stderr: `run ${id} is finished: nothing to do\n`,
    });
  });

  test('can be taken back, roles included; taking back is a run of its own', async () => {
    const docs = await sandboxCli({ 'roster.csv': `${roster}team_docs,user_zoe,\n` });
    const before = await roles(docs);
    await docs(
      'teams members sync --file roster.csv --prune --max-removals 100% --yes --allow-opening administrators',
    );
    expect(await roles(docs)).not.toEqual(before);
    const [id] = (await docs('runs list -o id')).stdout.trim().split('\n');
    const dry = await docs(`runs undo ${id} --dry-run --json --allow-opening administrators`);
    expect(writes(dry)).toEqual([]);
    const undone = await docs(`runs undo ${id} --yes --allow-opening administrators`);
    expect(undone.code).toBe(0);
    expect(await roles(docs)).toEqual(before);
    const runs = JSON.parse((await docs('runs list --json')).stdout);
    expect(runs.map(({ command }: { command: string }) => command).sort()).toEqual([
      `runs undo ${id}`,
      'teams members sync',
    ]);
  });

  test('undo leaves alone what was changed since, and says so', async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    await docs(
      'teams members sync --file roster.csv --yes --journal run.jsonl --allow-opening administrators',
    );
    await docs('teams members set team_docs user_kim --role member --yes');
    const run = await docs('runs undo run.jsonl --yes');
    expect(run.stderr).toContain(
      'warning: Kim "Q" Nguyễn (user_kim) in team "Docs" (team_docs) stays as it is: it has been changed since',
    );
    expect(await roles(docs)).toContain('user_kim,member');
    expect(await roles(docs)).toContain('user_gil,member');
  });

  test('undo says what it cannot undo', async () => {
    const docs = await sandboxCli({ 'users.csv': 'u\nuser_pat\n' });
    await docs('batch --file users.csv --journal batch.jsonl -- members set-sso {u}');
    const run = await docs('runs undo batch.jsonl --yes');
    expect(run).toMatchObject({ code: 0, writes: [] });
    expect(run.stderr).toContain('sso: no operation of the service takes it back');
  });

  test('undo asks, and needs an answer', async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    await docs(
      'teams members sync --file roster.csv --yes --journal run.jsonl --allow-opening administrators',
    );
    const run = await docs('runs undo run.jsonl');
    expect(run).toMatchObject({ code: 2 });
    expect(run.stderr).toContain('undo 3 changes of run run.jsonl?');
    expect(writes(run)).toEqual([]);
  });
});

/** Returns a journal whose process was killed after this number of lines. */
async function cutOff(docs: Cli, keep: (line: string) => boolean): Promise<void> {
  const file = JSON.parse((await docs('runs show run.jsonl --json')).stdout).journal;
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  await writeFile(file, `${lines.filter(keep).join('\n')}\n{"type":"outc`);
}

describe('a run that was cut off', () => {
  const setUp = async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    await docs(
      'teams members sync --file roster.csv --yes --journal run.jsonl --allow-opening administrators',
    );
    return docs;
  };
  const isOf = (task: number) => (line: string) => line.includes(`"task":${task}`);

  test('after a request that arrived: it shows, and is not sent again', async () => {
    const docs = await setUp();
    const before = await inTeams(docs);
    await cutOff(docs, (line) => line.includes('"type":"run"') || (isOf(0)(line) && line.includes('intent')));
    expect(JSON.parse((await docs('runs show run.jsonl --json')).stdout)).toMatchObject({
      state: 'cut-off',
      open: 1,
    });
    const run = await docs('runs resume run.jsonl --json');
    expect(run.code).toBe(0);
    expect(writes(run)).toMatchObject([{ path: '/v1/orgs/org_acme/teams/team_empty/members' }]);
    expect(JSON.parse(run.stdout).map(({ status }: { status: string }) => status)).toEqual([
      'done',
      'done',
      'done',
    ]);
    expect(await inTeams(docs)).toBe(before);
  });

  test('before a request arrived: it is sent', async () => {
    const docs = await setUp();
    const before = await inTeams(docs);
    await docs('teams members remove team_empty user_ada --yes');
    await cutOff(docs, (line) => !line.includes('"end"') && !(isOf(1)(line) && !line.includes('intent')));
    const run = await docs('runs resume run.jsonl');
    expect(writes(run)).toEqual([
      { method: 'PUT', path: '/v1/orgs/org_acme/teams/team_empty/members', body: { add: ['user_ada'] } },
    ]);
    expect((await inTeams(docs)).length).toBe(before.length);
  });

  test.each([
    ['another input', { 'roster.csv': 'x' }, '', 'roster.csv has changed since the run read it'],
    ['another organization', {}, '--org org_globex', 'belongs to organization org_acme, not to org_globex'],
  ])('is refused with %s', async (_, files, flags, message) => {
    const docs = await setUp();
    await cutOff(docs, (line) => line.includes('"type":"run"'));
    const folder = JSON.parse((await docs('runs show run.jsonl --json')).stdout).journal.replace(
      /run\.jsonl$/,
      '',
    );
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const run = await docs(`runs resume run.jsonl ${flags}`.trim());
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain(message);
  });

  test('is refused where another process works on it, exit 3', async () => {
    const docs = await setUp();
    await cutOff(docs, (line) => line.includes('"type":"run"'));
    const { journal } = JSON.parse((await docs('runs show run.jsonl --json')).stdout);
    const held = await createJournals('/nowhere').open(journal);
    const run = await docs('runs resume run.jsonl');
    await held.close();
    expect(run).toMatchObject({ code: 3, requests: [] });
    expect(run.stderr).toContain(`in use by pid ${process.pid}`);
  });

  test('of a batch: what is done is not done again, what failed is tried again', async () => {
    const docs = await sandboxCli({ 'users.csv': 'u\nuser_pat\nuser_new\nuser_hana\n' });
    const first = await docs(
      'batch --file users.csv --journal run.jsonl --concurrency 1 -- members update {u} --role edit',
    );
    expect(first.code).toBe(9);
    await cutOff(docs, (line) => !isOf(2)(line) || line.includes('intent'));
    const run = await docs('runs resume run.jsonl --json');
    expect(run.code).toBe(9);
    // Guards judge the rest. The third has no outcome in the journal: its state is read, and shows the change.
    expect(run.requests.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`).sort()).toEqual([
      'GET members?limit=1000',
      'GET user_hana',
      'PATCH user_new',
    ]);
    expect(JSON.parse(run.stdout).map(({ status }: { status: string }) => status)).toEqual([
      'done',
      'failed',
      'done',
    ]);
  });

  test('shows for each row what its requests say', async () => {
    const docs = await sandboxCli({ 'users.csv': 'u\nuser_pat\nuser_new\nuser_hana\nuser_uma\n' });
    await docs(
      'batch --file users.csv --journal run.jsonl --concurrency 1 -- members update {u} --role edit',
    );
    const isLeft = (line: string) =>
      !/"type":"(task|end)"/.test(line) && !isOf(3)(line) && !(isOf(2)(line) && line.includes('outcome'));
    await cutOff(docs, isLeft);
    const shown = JSON.parse((await docs('runs show run.jsonl --json')).stdout);
    expect(shown).toMatchObject({
      state: 'cut-off',
      done: 1,
      failed: 0,
      unknown: 0,
      open: 1,
      notAttempted: 2,
    });
    expect(shown.rows.map(({ name }: { name: string | null }) => name)).toEqual([
      'users.csv:2',
      'users.csv:3',
      'users.csv:4',
      null,
    ]);
    expect(shown.rows.map(({ state }: { state: string }) => state)).toEqual([
      'done',
      'not-attempted',
      'open',
      'not-attempted',
    ]);
  });

  test('while a row was tried again: it is open, and what the second try has made counts', async () => {
    let tries = 0;
    const docs = await scriptedCli(
      () => (++tries === 1 ? { status: 422 } : { status: 201, json: { id: 'site_1', title: 'Alpha' } }),
      { 'titles.csv': 'title\nAlpha\n' },
    );
    const line = 'batch --file titles.csv --journal run.jsonl -- sites create --title {title}';
    expect((await docs(line)).code).toBe(9);
    expect((await docs('runs resume run.jsonl')).code).toBe(0);
    const { journal } = JSON.parse((await docs('runs show run.jsonl --json')).stdout);
    const lines = (await readFile(journal, 'utf8')).trim().split('\n');
    const lastIntent = lines.findLastIndex((one) => one.includes('"intent"'));

    await writeFile(journal, `${lines.slice(0, lastIntent + 1).join('\n')}\n`);
    const [row] = JSON.parse((await docs('runs show run.jsonl --json')).stdout).rows;
    expect(row).toMatchObject({ state: 'open', error: null });

    await writeFile(journal, `${lines.slice(0, lastIntent + 2).join('\n')}\n`);
    const run = await docs('runs resume run.jsonl -o csv --fields status,id --no-headers');
    expect(run).toMatchObject({ code: 0, requests: [], stdout: 'done,site_1\n' });
  });

  test('of several ids', async () => {
    const docs = await sandboxCli();
    await docs('members remove user_pat user_hana --yes');
    const [id] = (await docs('runs list -o id')).stdout.trim().split('\n');
    const file = JSON.parse((await docs(`runs show ${id} --json`)).stdout).journal;
    const lines = (await readFile(file, 'utf8'))
      .split('\n')
      .filter((line) => /"type":"(run|intent)"/.test(line));
    await writeFile(file, `${lines.join('\n')}\n`);
    const run = await docs(`runs resume ${id}`);
    expect(run).toMatchObject({ code: 0 });
    expect(writes(run)).toEqual([]);
  });
});

describe('an outcome that no one knows', () => {
  test('is never sent again by itself, exit 10', async () => {
    let answers = 0;
    const docs = await scriptedCli(
      ({ method }) => (method === 'POST' ? { status: ++answers && 500 } : { json: { items: [] } }),
      { 'titles.csv': 'title\nA\n' },
    );
    const first = await docs('batch --file titles.csv --journal run.jsonl -- sites create --title {title}A');
    expect(first).toMatchObject({ code: 10 });
    expect(first.stdout).toContain('\tunknown\t10\t');
    const again = await docs('runs resume run.jsonl');
    expect(again.code).toBe(10);
    expect(answers).toBe(1);
  });

  test('of many rows does not keep the rest from being done', async () => {
    let isDown = true;
    const titles = Array.from({ length: 12 }, (_, n) => `Site ${n}`);
    const docs = await scriptedCli(
      () => (isDown ? { status: 500 } : { status: 201, json: { id: 'site_1', title: 'x' } }),
      { 'titles.csv': `title\n${titles.join('\n')}\n` },
    );
    const first = await docs(
      'batch --file titles.csv --journal run.jsonl --concurrency 1 -- sites create --title {title}',
    );
    expect(first).toMatchObject({ code: 7 });
    isDown = false;
    const again = await docs('runs resume run.jsonl');
    expect(again.code).toBe(10);
    expect(again.requests.map(({ body }) => body)).toEqual([{ title: 'Site 10' }, { title: 'Site 11' }]);
  });
});

test('a creation whose outcome no one wrote down is looked for by its id, and not made again', async () => {
  const docs = await sandboxCli({ 'fields.csv': 'name\nlocale\nregion\n' });
  await docs('batch --file fields.csv --journal run.jsonl -- custom-fields create {name} --type text');
  await docs('custom-fields delete region --yes');
  await cutOff(docs, (line) => /"type":"(run|intent)"/.test(line));
  const run = await docs('runs resume run.jsonl --json');
  expect(run.code).toBe(0);
  expect(writes(run)).toMatchObject([{ method: 'POST', body: { name: 'region' } }]);
});

describe('prune', () => {
  test('deletes the journals of finished runs that are old enough', async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    await docs('teams members sync --file roster.csv --yes --allow-opening administrators');
    expect(await docs('runs prune --yes')).toMatchObject({ code: 0, stderr: 'deleted 0 runs\n' });
    expect(await docs('runs prune --older-than 0h')).toMatchObject({ code: 2 });
    expect(await docs('runs prune --older-than 0h --yes')).toMatchObject({
      code: 0,
      stderr: 'deleted 1 run\n',
    });
    expect((await docs('runs list -o id')).stdout).toBe('');
  });

  test.each([
    'runs prune --older-than 3',
    'runs prune --older-than x',
    'runs show gone',
    'runs resume gone',
    'runs undo roster.csv/x.jsonl',
  ])('%s is refused', async (line) => {
    const docs = await sandboxCli();
    expect([2, 3]).toContain((await docs(line)).code);
  });

  const header = { type: 'run', format: 3, id: 'x', started: 'x', baseUrl: 'x', command: 'x', tool: 'x' };

  test.each([
    { a: 1 },
    header,
    { ...header, work: { kind: 'changes', changes: 5 } },
    { ...header, work: { kind: 'rows', template: 'x', source: {} } },
    { ...header, work: { kind: 'rows', template: [] } },
    { ...header, work: { kind: 'other' } },
  ])('a file that is no journal: %j', async (line) => {
    const docs = await sandboxCli({ 'x.jsonl': `${JSON.stringify(line)}\n` });
    for (const verb of ['show', 'resume', 'undo']) {
      const run = await docs(`runs ${verb} x.jsonl`);
      expect(run).toMatchObject({ code: 3 });
      expect(run.stderr).toContain('x.jsonl is not the journal of a run');
    }
  });
});

describe('a stored plan', () => {
  const store = 'teams members sync --file roster.csv --out plan.json';

  test('is carried out exactly', async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    const stored = await docs(store);
    expect(stored).toMatchObject({ code: 0, stdout: '' });
    expect(stored.stderr).toContain(
      'stored the plan in plan.json; apply it with `docs-admin apply-plan plan.json`',
    );
    expect(writes(stored)).toEqual([]);
    const dry = await docs('apply-plan plan.json --dry-run --fields user,status --no-headers');
    expect(dry.stdout).toBe('user_kim\tplanned\nuser_gil\tplanned\nuser_ada\tplanned\n');
    const applied = await docs('apply-plan plan.json --yes');
    expect(applied.code).toBe(0);
    expect(writes(applied)).toHaveLength(2);
    expect(await roles(docs)).toContain('user_kim,owner');
  });

  test('is refused where memberships have changed since, exit 6', async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    await docs(store);
    await docs('teams members remove team_docs user_zoe --yes');
    const run = await docs('apply-plan plan.json --yes');
    expect(run).toMatchObject({ code: 6, stdout: '' });
    expect(run.stderr).toContain(
      'error: the plan is out of date: memberships have changed since it was made; nothing was sent\n' +
        '  no longer: team "Docs" (team_docs): member user_zoe (member)\n' +
        'hint: make a new plan\n',
    );
    expect(writes(run)).toEqual([]);
    await docs('teams members add team_docs user_zoe --role owner --yes --allow-opening administrators');
    await docs('teams members add team_docs user_hana --yes --allow-opening administrators');
    const again = await docs('apply-plan plan.json --yes');
    expect(again.stderr).toMatch(
      /^ {2}changed: team "Docs" \(team_docs\): member Zoë .* \(owner\) \(was: member\)$/m,
    );
    expect(again.stderr).toMatch(/^ {2}now also: team "Docs" \(team_docs\): member .*hana.* \(member\)$/m);
  });

  test('is refused for another organization, and where it is none', async () => {
    const docs = await sandboxCli({ 'roster.csv': roster });
    await docs(store);
    expect((await docs('apply-plan plan.json --org org_globex --yes')).stderr).toContain(
      'belongs to organization org_acme',
    );
    for (const name of ['roster.csv', 'gone.json'])
      expect(await docs(`apply-plan ${name} --yes`)).toMatchObject({
        code: 2,
        requests: [],
      });
  });
});
