import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Cli, sandboxCli, scriptedCli } from '../support/cli.ts';

const shown = async (docs: Cli, run = 'run.jsonl') =>
  JSON.parse((await docs(`runs show ${run} --json`)).stdout);

const users = { 'users.csv': 'u\nuser_pat\nuser_nobody\nuser_hana\n' };
const batch = 'batch --file users.csv --journal run.jsonl --concurrency 1 -- members update {u} --role edit';

describe('runs show', () => {
  test('names the file of a resumed run in one way', async () => {
    const docs = await sandboxCli(users);
    expect((await docs(batch)).code).toBe(9);
    expect((await docs('runs resume run.jsonl')).code).toBe(9);
    const { rows } = await shown(docs);
    expect(rows.map(({ name }: { name: string }) => name)).toEqual([
      'users.csv:2',
      'users.csv:3',
      'users.csv:4',
    ]);
  });

  test('lists memberships with the role before and after', async () => {
    const docs = await sandboxCli({
      'roster.csv': 'team,user,role\nteam_docs,user_gil,owner\nteam_empty,user_nobody,\n',
    });
    await docs(
      'teams members sync --file roster.csv --yes --allow-opening administrators --journal run.jsonl',
    );
    expect((await shown(docs)).rows).toMatchObject([
      { team: 'team_docs', user: 'user_gil', change: 'role', from: 'member', to: 'owner', state: 'done' },
      { team: 'team_empty', user: 'user_nobody', change: 'add', from: null, to: 'member', state: 'failed' },
    ]);
    expect((await docs('runs show run.jsonl --query rows -o csv --fields user,from,to,state')).stdout).toBe(
      'user,from,to,state\nuser_gil,member,owner,done\nuser_nobody,,member,failed\n',
    );
  });

  test('lists other rows with what was sent, below the run on a terminal, alone in a pipe', async () => {
    const docs = await sandboxCli(users);
    await docs(batch);
    const { rows } = await shown(docs);
    expect(rows).toMatchObject([
      {
        row: 1,
        name: 'users.csv:2',
        state: 'done',
        id: 'user_pat',
        error: null,
        request: { operation: 'members.update', params: { user: 'user_pat' }, body: { role: 'edit' } },
      },
      { row: 2, id: 'user_nobody', state: 'failed', error: 'not found: member "user_nobody" not found' },
      { row: 3, state: 'done' },
    ]);
    const { stdout } = await docs('runs show run.jsonl -o table');
    expect(stdout).toContain('batch members update');
    expect(stdout).toMatch(/2 +users\.csv:3 +failed/);
    expect(stdout).toContain('members update -Pat +1 @work (user_pat): role edit');
    expect((await docs('runs show run.jsonl')).stdout).toMatch(
      /^row\t.*\n1\tusers\.csv:2\t.*\n2\t.*\n3\t.*\n$/,
    );
    const counts = await docs('runs show run.jsonl --fields done,failed -o csv');
    expect(counts.stdout).toBe('done,failed\n2,1\n');
    expect((await docs('runs show run.jsonl -o id')).stdout.trim().split('\n')).toHaveLength(1);
  });

  test('names the thing of a row, the things around it, and each field with its value', async () => {
    const docs = await sandboxCli({
      'lines.txt': [
        'teams members set team_docs user_zoe --role owner',
        'custom-fields values set --space space_guides tier=silver',
        'site-spaces update sitesp_guides --site site_docs --path start',
        'site-spaces create --site site_docs --space space_drafts --section section_api',
        'teams create --title New',
        'members list',
      ].join('\n'),
    });
    await docs('batch --file lines.txt --yes --journal run.jsonl --allow-opening public');
    expect((await shown(docs)).rows.map(({ what }: { what: string | null }) => what)).toEqual([
      'teams members set user_zoe in team team_docs: role owner',
      'custom-fields values set space_guides: values.tier.value silver',
      'site-spaces update Guides (sitesp_guides) in site site_docs: path start',
      'site-spaces create in site site_docs: spaceId space_drafts, sectionId section_api',
      'teams create: title New',
      null,
    ]);
  });

  test('counts what was never begun', async () => {
    const docs = await sandboxCli(users);
    await docs(batch);
    const { journal } = await shown(docs);
    const lines = (await readFile(journal, 'utf8'))
      .split('\n')
      .filter((line) => /"type":"run"|"task":0/.test(line));
    await writeFile(journal, `${lines.join('\n')}\n`);
    const { state, done, notAttempted, rows } = await shown(docs);
    expect({ state, done, notAttempted }).toEqual({ state: 'cut-off', done: 1, notAttempted: 2 });
    expect(rows.at(-1)).toMatchObject({ row: 3, name: null, state: 'not-attempted', request: null });
  });

  test('shows no secret that was sent, and no long text in full', async () => {
    const docs = await sandboxCli({ 'spaces.csv': 's\nspace_handbook\n' });
    const url = 'https://user:s3cret-word@git.example/repo.git';
    await docs(
      `batch --file spaces.csv --yes --journal run.jsonl -- git import --space {s} --ref main --url ${url}`,
    );
    const { journal, rows } = await shown(docs);
    expect(rows[0].request.body).toMatchObject({ ref: 'refs/heads/main' });
    expect(await readFile(journal, 'utf8')).not.toContain('s3cret-word');
  });
});

describe('the state of a run', () => {
  test('is finished where some rows failed and all were tried', async () => {
    const docs = await sandboxCli(users);
    expect(await docs(batch)).toMatchObject({ code: 9 });
    expect(await shown(docs)).toMatchObject({ state: 'finished', done: 2, failed: 1, notAttempted: 0 });
  });

  test('is unfinished where the outcome of one is unknown', async () => {
    const docs = await scriptedCli(
      ({ method }) => (method === 'POST' ? { status: 500 } : { json: { items: [] } }),
      {
        'titles.csv': 'title\nA\n',
      },
    );
    await docs('batch --file titles.csv --journal run.jsonl -- sites create --title {title}A');
    expect(await shown(docs)).toMatchObject({ state: 'unfinished', unknown: 1 });
  });

  test('is unfinished where a row was not tried', async () => {
    const docs = await sandboxCli({ 'users.csv': 'u\nuser_nobody\nuser_pat\n' });
    await docs(batch.replace('batch ', 'batch --fail-fast '));
    expect(await shown(docs)).toMatchObject({ state: 'unfinished', failed: 1, notAttempted: 1 });
  });
});

describe('runs list', () => {
  test('names commands in one way, with the profile and the address', async () => {
    const docs = await sandboxCli({ ...users, 'roster.csv': 'team,user\nteam_empty,user_ada\n' });
    await docs('teams members sync --file roster.csv --yes');
    const [sync] = (await docs('runs list -o id')).stdout.trim().split('\n');
    await docs('members update user_pat user_hana --role edit');
    await docs(batch.replace('--journal run.jsonl ', ''));
    await docs(`runs undo ${sync} --yes`);
    const { stdout } = await docs('runs list --fields command,profile,baseUrl,state --no-headers');
    const place = 'sandbox\thttp://sandbox.localhost';
    expect(stdout.trim().split('\n').sort()).toEqual([
      `batch members update\t${place}\tfinished`,
      `members update\t${place}\tfinished`,
      `runs undo ${sync}\t${place}\tfinished`,
      `teams members sync\t${place}\tundone`,
    ]);
  });

  test('has one line for each run on a terminal of 80 columns, with its rows', async () => {
    const docs = await sandboxCli(users);
    await docs(batch.replace('--journal run.jsonl ', ''));
    const { stdout } = await docs('runs list', { terminal: true, columns: 80, env: { NO_COLOR: '1' } });
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^ID +WHAT +STATE +DONE +TOTAL +FAILED$/),
      expect.stringMatching(/^\w+-\w+ +batch members update +finished +2 +3 +1$/),
    ]);
  });

  test('and prune go on where a file is broken, and name it', async () => {
    const docs = await sandboxCli(users);
    await docs(batch.replace('--journal run.jsonl ', ''));
    const [id] = (await docs('runs list -o id')).stdout.trim().split('\n');
    const folder = dirname((await shown(docs, id)).journal);
    await writeFile(join(folder, 'broken.jsonl'), '\u0000{"x');
    await writeFile(join(folder, 'odd.jsonl'), '{"type":"run","format":3,"id":"x"}\nnull\n');
    const list = await docs('runs list -o id');
    expect(list).toMatchObject({ code: 0, stdout: `${id}\n` });
    expect(list.stderr).toContain('broken.jsonl is not the journal of a run');
    expect(list.stderr).toContain('odd.jsonl is not the journal of a run');
    const prune = await docs('runs prune --older-than 0h --yes');
    expect(prune.stderr).toContain('deleted 1 run\n');
  });
});

test('a membership, a role and a value are the same changes whatever made them', async () => {
  const docs = await sandboxCli({
    'roster.csv': 'team,user,role\nteam_docs,user_gil,owner\nteam_docs,user_pat,\n',
  });
  const env = { DOCS_ADMIN_HISTORY: 'on' };
  const seen = new Set(['']);
  const last = () => [...seen].at(-1);
  const changes = async (line: string) => {
    expect(await docs(`${line} --yes`, { env }), line).toMatchObject({ code: 0 });
    const runs = (await docs('runs list -o id', { env })).stdout.split('\n');
    const run = runs.find((id) => !seen.has(id));
    seen.add(String(run));
    const shown = JSON.parse((await docs(`runs show ${run} --json`, { env })).stdout);
    return shown.changes.map(({ action, kind, id, fields }: Record<string, unknown>) => [
      `${action} ${kind} ${id}`,
      ...(fields as Record<string, unknown>[]).map(({ field, before, after }) => [field, before, after]),
    ]);
  };
  const freely = '--allow-opening administrators';
  const member = [
    ['grant team-member user_pat', ['role', null, 'member']],
    ['update team-member user_gil', ['role', 'member', 'owner']],
  ];
  expect(await changes(`teams members sync --file roster.csv ${freely}`)).toEqual(
    expect.arrayContaining(member),
  );
  expect(await changes('teams members remove team_docs user_pat')).toEqual([
    ['revoke team-member user_pat', ['role', 'member', null]],
  ]);
  expect(await changes(`runs undo ${last()} ${freely}`)).toEqual([member[0]]);
  expect(await changes('collections permissions set col_product team_docs --role edit')).toEqual([
    ['update collection-team team_docs', ['role', 'admin', 'edit']],
  ]);
  expect(await changes(`runs undo ${last()} ${freely}`)).toEqual([
    ['update collection-team team_docs', ['role', 'edit', 'admin']],
  ]);
  expect(await changes('custom-fields values set --space space_guides tier:=null')).toEqual([
    ['update space-field tier', ['value', 'gold', null]],
  ]);
  expect(await changes(`runs undo ${last()}`)).toEqual([
    ['update space-field tier', ['value', null, 'gold']],
  ]);
});
