import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCredentials } from '../../src/system/credentials.ts';
import { createJournals } from '../../src/system/journals.ts';
import { acquireLock } from '../../src/system/lock.ts';
import { createSettings } from '../../src/system/settings.ts';
import { startChild, useChildren } from './children.ts';
import { temporaryFolder } from './temporary-folder.ts';

useChildren();

/** How often one of two processes is killed; a longer trial: `DOCS_ADMIN_TEST_ROUNDS=200`. */
const rounds = Number(process.env.DOCS_ADMIN_TEST_ROUNDS ?? 4);

const timeout = 300_000 + rounds * 10_000;

/** The longest time after the start of the work, in milliseconds, at which a process is killed. */
const longest = 250;

test(
  'two processes over one state folder, one of them killed: no lock is lost or taken twice, no file torn',
  async () => {
    const folder = temporaryFolder();
    const killed = new Set<string>();
    const told: string[] = ['line first'];
    const journal = await createJournals(join(folder, 'runs')).create(join(folder, 'runs', 'shared.jsonl'));
    await journal.add(JSON.stringify({ name: 'first' }));
    await journal.close();
    for (let round = 0; round < rounds; round++) {
      const names = [`${round}a`, `${round}b`] as const;
      const children = names.map((name) => startChild('work', folder, name, '6'));
      await Promise.all(children.map((child) => child.says('ready')));
      const victim = Math.random() < 0.5 ? 0 : 1;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
      children[victim]?.process.kill('SIGKILL');
      const ends = await Promise.all(children.map(({ ended }) => ended));
      if (ends[victim]?.signal) killed.add(names[victim]);
      expect(ends[1 - victim]).toMatchObject({ code: 0, stdout: expect.stringMatching(/done\n$/) });
      told.push(...ends.flatMap(({ stdout }) => stdout.split('\n').slice(0, -1)));
      await assertWhole(folder, told);
      assertInTurn(readFileSync(join(folder, 'log'), 'utf8').trim().split('\n'), killed);
    }
  },
  timeout,
);

/** Every change that a process has reported is there, and every lock can be taken at once. */
async function assertWhole(folder: string, told: readonly string[]): Promise<void> {
  const settings = createSettings(join(folder, 'config'), { wait: 0 });
  const credentials = createCredentials(join(folder, 'config'), { wait: 0, warn: expect.unreachable });
  const journals = createJournals(join(folder, 'runs'));
  (await acquireLock(join(folder, 'shared'), { wait: 0 })).release();
  await settings.change((old) => old);
  await credentials.forget('none');
  const path = journals.list()[0] as string;
  await (await journals.open(path)).close();

  const of = (what: string) =>
    told.filter((line) => line.startsWith(`${what} `)).map((line) => line.slice(what.length + 1));
  expect(Object.keys(settings.read().profiles)).toEqual(expect.arrayContaining(of('setting')));
  const { tokens } = JSON.parse(readFileSync(credentials.path, 'utf8'));
  expect(Object.keys(tokens)).toEqual(expect.arrayContaining(of('token')));
  const lines = readFileSync(path, 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(expect.arrayContaining(of('line')));
  expect(readdirSync(join(folder, 'config')).sort()).toEqual(['config.json', 'credentials.json']);
  expect(readdirSync(join(folder, 'runs'))).toEqual(['shared.jsonl']);
}

/** Nobody came in before the one inside had gone out or was killed. */
function assertInTurn(log: readonly string[], killed: ReadonlySet<string>): void {
  let inside: string | undefined;
  for (const line of log) {
    const [way, name] = line.split(' ') as [string, string];
    if (way === 'out') expect(name).toBe(inside);
    else if (inside !== undefined) expect(killed).toContain(inside);
    inside = way === 'in' ? name : undefined;
  }
}
