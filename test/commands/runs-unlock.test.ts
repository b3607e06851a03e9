import { readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createJournals } from '../../src/system/journals.ts';
import { type Cli, sandboxCli } from '../support/cli.ts';

const files = { 'users.csv': 'u\nuser_pat\n' };
const batch = 'batch --file users.csv --journal run.jsonl -- members update {u} --role edit';

async function setUp(): Promise<{ docs: Cli; journal: string }> {
  const docs = await sandboxCli(files);
  await docs(batch);
  const { journal } = JSON.parse((await docs('runs show run.jsonl --json')).stdout);
  return { docs, journal };
}

/** Leaves the lock of a process on another machine. */
async function lockElsewhere(journal: string): Promise<void> {
  const held = await createJournals('/nowhere').open(journal);
  const own = JSON.parse(await readFile(`${journal}.lock`, 'utf8'));
  await held.close();
  await writeFile(`${journal}.lock`, JSON.stringify({ ...own, pid: 4711, host: 'build-7', boot: 'other' }));
}

describe('runs unlock', () => {
  test('takes a run from a process on another machine, with a warning and a confirmation', async () => {
    const { docs, journal } = await setUp();
    await lockElsewhere(journal);
    const resumed = await docs('runs resume run.jsonl');
    expect(resumed).toMatchObject({ code: 3, writes: [] });
    expect(resumed.stderr).toMatch(/run\.jsonl\.lock is in use by pid 4711 on build-7 since /);
    expect(resumed.stderr).toMatch(/see `docs-admin runs unlock \S*run\.jsonl`/);
    expect(await docs('runs unlock run.jsonl')).toMatchObject({ code: 2 });
    const unlocked = await docs('runs unlock run.jsonl --yes');
    expect(unlocked).toMatchObject({ code: 0, stdout: '' });
    expect(unlocked.stderr).toMatch(
      /warning: run run\.jsonl is in use by pid 4711 on build-7 since \S+, lock last renewed 0 minutes ago; if that process still runs/,
    );
    expect(await docs('runs resume run.jsonl')).toMatchObject({ code: 0 });
  });

  test('takes no run from a process on this machine, exit 3', async () => {
    const { docs, journal } = await setUp();
    const held = await createJournals('/nowhere').open(journal);
    const run = await docs('runs unlock run.jsonl --yes');
    await held.add('{"type":"note"}');
    await held.close();
    expect(run).toMatchObject({ code: 3 });
    expect(run.stderr).toContain(`run run.jsonl is in use by pid ${process.pid} since `);
  });

  test('has nothing to do where no one holds it', async () => {
    const { docs } = await setUp();
    expect(await docs('runs unlock run.jsonl')).toMatchObject({
      code: 0,
      stderr: 'run run.jsonl is not locked\n',
    });
    expect(await docs('runs unlock gone')).toMatchObject({ code: 2 });
  });

  test('has nothing to do for a single command', async () => {
    const { docs } = await setUp();
    await docs('teams create --title Writers');
    const [id] = (await docs('runs list -o id')).stdout.split('\n');
    expect(await docs(`runs unlock ${id}`)).toMatchObject({ code: 0, stderr: `run ${id} is not locked\n` });
  });
});

test('a process that has lost its run writes no more into it', async () => {
  const { journal } = await setUp();
  const before = await readFile(journal, 'utf8');
  const held = await createJournals('/nowhere', { trust: 0 }).open(journal);
  await rm(`${journal}.lock`);
  await expect(held.add('{}')).rejects.toThrow('was taken by another process');
  await held.close().catch(() => {});
  expect(await readFile(journal, 'utf8')).toBe(before);
});

test.each([
  ['/dev/null/x.jsonl', 'not a directory (ENOTDIR)'],
  ['gone/x.jsonl', 'no such file or directory (ENOENT)'],
  ['/proc/x.jsonl', 'no such file or directory (ENOENT)'],
  [`${'x'.repeat(300)}.jsonl`, 'name too long (ENAMETOOLONG)'],
])('a journal cannot be at %s, exit 3', async (path, reason) => {
  const docs = await sandboxCli(files);
  const run = await docs(batch.replace('run.jsonl', path));
  expect(run).toMatchObject({ code: 3, writes: [] });
  expect(run.stderr).toContain(path);
  expect(run.stderr).toContain(reason);
});
