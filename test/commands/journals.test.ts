import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sandboxCli, scriptedCli } from '../support/cli.ts';

const roster = { 'roster.csv': 'team,user\nteam_empty,user_ada\n' };
const failing = { 'users.csv': 'u\nuser_nobody\n' };

describe('hints name a journal so that the command works', () => {
  test('where its name has no ending', async () => {
    const docs = await sandboxCli(roster);
    const run = await docs('teams members sync --file roster.csv --yes --journal monday');
    expect(run.stderr).toContain('undo with `docs-admin runs undo monday`');
    expect(await docs('runs undo monday --yes')).toMatchObject({ code: 0 });
    expect(await docs('runs undo tuesday --yes')).toMatchObject({ code: 2 });
  });

  test('where its name has spaces', async () => {
    const docs = await sandboxCli({ ...roster, ...failing });
    const sync = await docs([
      'teams',
      'members',
      'sync',
      '--file',
      'roster.csv',
      '--yes',
      '--journal',
      'my run.jsonl',
    ]);
    expect(sync.stderr).toContain("`docs-admin runs undo 'my run.jsonl'`");
    const batch = 'batch --file users.csv --journal'.split(' ');
    const words = [...batch, "it's.jsonl", '--', 'members', 'update', '{u}', '--role', 'read'];
    expect((await docs(words)).stderr).toContain("`docs-admin runs resume 'it'\\''s.jsonl'`");
  });

  test('where the command contained a secret, they name no command that refuses', async () => {
    const docs = await scriptedCli(() => ({ status: 404 }), { 'spaces.csv': 's\nspace_a\n' });
    const url = 'https://user:s3cret-word@git.example/repo.git';
    const line = `batch --file spaces.csv --yes --journal run.jsonl -- git import --space {s} --ref main --url ${url}`;
    const run = await docs(line);
    expect(run.code).toBe(9);
    expect(run.stderr).not.toContain('runs resume');
    expect(run.stderr).toContain(
      'hint: the command contained a secret, which the journal does not store: run it again',
    );
    expect(await docs('runs resume run.jsonl')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('cannot resume run run.jsonl: its command contained a secret'),
      requests: [],
    });
  });
});

test('resume --dry-run asks nothing, on a protected profile either', async () => {
  const docs = await scriptedCli(
    ({ method }) => ({ status: method === 'GET' ? 200 : 422, json: { id: 'user_a', items: [] } }),
    {
      'users.csv': 'u\nuser_a\n',
    },
  );
  await docs('config set protected true');
  const given = '--yes --profile default';
  await docs(`batch --file users.csv --journal run.jsonl ${given} -- members update {u} --role read`);
  for (const options of [{}, { terminal: true }]) {
    const run = await docs('runs resume run.jsonl --dry-run --json', options);
    expect(run).toMatchObject({ code: 0, questions: [] });
    expect(run.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(JSON.parse(run.stdout)).toMatchObject({ changes: [{ method: 'PATCH' }] });
  }
});

test('journals of finished runs go after 90 days, those of other runs after a year', async () => {
  const docs = await sandboxCli({ ...roster, ...failing });
  await docs('teams members sync --file roster.csv --yes');
  const [id] = (await docs('runs list -o id')).stdout.trim().split('\n');
  const { journal } = JSON.parse((await docs(`runs show ${id} --json`)).stdout);
  const text = await readFile(journal, 'utf8');
  const folder = dirname(journal);
  const store = (name: string, started: string, content: string) =>
    writeFile(join(folder, `${name}.jsonl`), content.replace(/"started":"[^"]*"/, `"started":"${started}"`));
  const cutOff = text.split('\n').slice(0, 2).join('\n').concat('\n');
  await store('20260101T000000-000001', '2026-01-01T00:00:00.000Z', text);
  await store('20260101T000000-000002', '2026-01-01T00:00:00.000Z', cutOff);
  // 89 days ago.
  await store('20260304T130000-000003', '2026-03-04T13:00:00.000Z', text);
  await store('1', '2026-05-01T00:00:00.000Z', text);
  await store('20250501T000000-000005', '2025-05-01T00:00:00.000Z', cutOff);
  const broken = ['20260101T000000-000004.jsonl', '20250501T000000-000006.jsonl', '2025-notes.jsonl'];
  for (const name of broken) await writeFile(join(folder, name), 'no journal');
  await docs('members update user_pat user_hana --role edit');
  const left = (await docs('runs list --fields journal --no-headers')).stdout;
  expect(left).not.toContain('000001');
  expect(left).not.toContain('000005');
  for (const name of ['000002', '000003', '/1.jsonl', String(id)]) expect(left).toContain(name);
  const brokenLeft = (await readdir(folder)).filter((name) => broken.includes(name));
  expect(brokenLeft.sort()).toEqual(['2025-notes.jsonl', '20260101T000000-000004.jsonl']);
});

test('a run deletes 200 old journals at most, because it waits for that', async () => {
  const docs = await sandboxCli(roster);
  await docs('teams members sync --file roster.csv --yes');
  const [{ journal }] = JSON.parse((await docs('runs list --json')).stdout);
  const text = await readFile(journal, 'utf8');
  const old = text.replace(/"started":"[^"]*"/, '"started":"2025-05-01T00:00:00.000Z"');
  for (let n = 0; n < 210; n++)
    await writeFile(join(dirname(journal), `20250501T000000-${String(n).padStart(6, '0')}.jsonl`), old);
  const left = async () => {
    await docs('members update user_pat user_hana --role edit');
    return (await readdir(dirname(journal))).filter((name) => name.startsWith('2025')).length;
  };
  expect(await left()).toBe(10);
  expect(await left()).toBe(0);
});

test('a journal that ends within a character is resumed; one with a broken line before is neither resumed nor undone', async () => {
  const rows = ['teams create --title A', 'teams update team_docs --title 日本'];
  const docs = await sandboxCli({ 'rows.txt': rows.join('\n') });
  await docs('batch --file rows.txt --journal run.jsonl --concurrency 1');
  const path = join(docs.folder, 'run.jsonl');
  const whole = await readFile(path);
  await writeFile(path, whole.subarray(0, whole.lastIndexOf('日本') + 1));
  expect(await docs('runs resume run.jsonl')).toMatchObject({ code: 0, writes: [] });
  const lines = whole.toString().split('\n');
  lines[1] = String(lines[1]).slice(0, 40);
  await writeFile(path, lines.slice(0, 2).join('\n').concat('\n'));
  for (const line of ['runs resume run.jsonl', 'runs undo run.jsonl --yes']) {
    const run = await docs(line);
    expect([run.code, run.requests]).toEqual([3, []]);
    expect(run.stderr).toMatch(
      /^error: line 2 of \S+run\.jsonl cannot be read, .*; nothing was sent\nhint: /,
    );
  }
  const shown = await docs('runs show run.jsonl --json');
  expect([shown.code, JSON.parse(shown.stdout).rows.length]).toEqual([3, 2]);
});
