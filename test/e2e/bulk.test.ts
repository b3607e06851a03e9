import { statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { freshHome, type Running, runInstalled, runShell, startInstalled } from '../support/installed.ts';
import { runHere } from '../support/run-here.ts';
import { type ServedSandbox, servedSandbox } from '../support/served-sandbox.ts';

/** Who is in each team: role by user. */
type Memberships = Map<string, Map<string, string>>;

interface TeamMember {
  organization: { id: string };
  team: { role: string };
}

async function memberships(service: ServedSandbox, teams: readonly string[]): Promise<Memberships> {
  const lists = teams.map(async (team) => {
    const members = await service.list<TeamMember>(`/teams/${team}/members`);
    return [
      team,
      new Map(members.map(({ organization, team: { role } }) => [organization.id, role])),
    ] as const;
  });
  return new Map(await Promise.all(lists));
}

const ids = async (service: ServedSandbox, path: string) =>
  (await service.list<{ id: string }>(path)).map(({ id }) => id);

/** Other members for each team, by a pattern that differs in each round. */
function wanted(
  teams: readonly string[],
  users: readonly string[],
  size: number,
  round: number,
): Memberships {
  return new Map(
    teams.map((team, at) => {
      const start = (at * 37 + round * 101) % users.length;
      const roles = Array.from({ length: size }, (_, n) => {
        return [
          users[(start + n * 3) % users.length] as string,
          n % 5 === round % 5 ? 'owner' : 'member',
        ] as const;
      });
      return [team, new Map(roles)];
    }),
  );
}

function asCsv(memberships: Memberships): string {
  const lines = [...memberships].flatMap(([team, roles]) =>
    [...roles].map(([user, role]) => `${team},${user},${role}`),
  );
  return `team,user,role\n${lines.join('\n')}\n`;
}

const sync = [
  'teams',
  'members',
  'sync',
  '--file',
  'roster.csv',
  '--prune',
  '--max-removals',
  '100%',
  '--allow-ownerless',
  '--allow-opening',
  'administrators',
  '--yes',
];
const isPut = ({ method }: { method: string }) => method === 'PUT';

test('10,000 changes over 100 teams are 100 writes, a second run none, and undo brings all back', async () => {
  const service = await servedSandbox({ members: 1000, teams: 100 });
  const teams = await ids(service, '/teams');
  const users = await ids(service, '/members');
  const before = await memberships(service, teams);
  const target = wanted(teams, users, 100, 0);
  const home = freshHome();
  await writeFile(join(home, 'roster.csv'), asCsv(target));
  service.requests();

  const first = await runInstalled([...sync, '-o', 'jsonl'], { home, env: service.env });
  expect(first.code, first.stderr).toBe(0);
  expect(service.requests().filter(isPut)).toHaveLength(100);
  expect(await memberships(service, teams)).toEqual(target);
  expect(first.stdout.split('\n').filter((line) => line.includes('"done"')).length).toBeGreaterThan(10_000);

  service.requests();
  const second = await runInstalled([...sync, '-o', 'jsonl'], { home, env: service.env });
  expect(second.code).toBe(0);
  expect(service.requests().filter(isPut)).toEqual([]);

  const { stdout } = await runHere(['runs', 'list', '-o', 'id'], { home, env: service.env });
  const [run = ''] = stdout.split('\n');
  const flags = ['--max-removals', '100%', '--allow-ownerless', '--allow-opening', 'administrators'];
  const undo = ['runs', 'undo', run, ...flags, '--yes', '-q'];
  const undone = await runHere(undo, { home, env: service.env });
  expect(undone.code, undone.stderr).toBe(0);
  expect(await memberships(service, teams)).toEqual(before);
});

test('100,000 rows are planned in less than 300 MB', async () => {
  const service = await servedSandbox({ members: 1000, teams: 100 });
  const target = wanted(await ids(service, '/teams'), await ids(service, '/members'), 1000, 0);
  const home = freshHome();
  await writeFile(join(home, 'roster.csv'), asCsv(target));
  // The peak is looked at until the process is gone.
  const line = `docs-admin ${sync.join(' ')} --dry-run -q -o jsonl > out & pid=$!
    while grep VmHWM /proc/$pid/status >> peaks 2> /dev/null; do sleep 0.05; done
    wait $pid && wc -l < out && sort -n -k 2 peaks | tail -n 1`;
  const run = await runShell(line, { home, env: service.env });
  expect(run, run.stderr).toMatchObject({ code: 0 });
  const [rows, peak] = run.stdout.trim().split('\n');
  expect(Number(rows)).toBeGreaterThanOrEqual(100_000);
  expect(Number(/(\d+) kB/.exec(peak ?? '')?.[1])).toBeLessThan(300 * 1024);
});

/** How often each kind of end is tried; a longer trial: `DOCS_ADMIN_TEST_ROUNDS=50`. */
const rounds = Number(process.env.DOCS_ADMIN_TEST_ROUNDS ?? 3);

describe.each([
  ['a service that works', {}],
  ['a service that fails and drops answers', { fail: 0.1, drop: 0.05 }],
])('killed at any moment, with %s', (_, faults) => {
  test('a run is finished by resuming it, and nothing takes effect twice', async () => {
    const service = await servedSandbox({ members: 60, teams: 20 }, { latency: 10, ...faults });
    const teams = await ids(service, '/teams');
    const users = await ids(service, '/members');
    for (let round = 1; round <= rounds; round++) {
      const home = freshHome();
      const target = wanted(teams, users, 12, round);
      await writeFile(join(home, 'roster.csv'), asCsv(target));
      service.requests();
      const options = { home, env: service.env };
      const journal = join(home, 'run.jsonl');
      await killAfterStart(() => startInstalled([...sync, '-q', '--journal', journal], options), journal);
      let resumed = await runHere(['runs', 'resume', journal, '-q'], options);
      for (let turn = 0; resumed.code !== 0 && turn < 5; turn++)
        resumed = await runHere(['runs', 'resume', journal, '-q'], options);
      expect(resumed.code, resumed.stderr).toBe(0);
      const puts = service.requests().filter((request) => isPut(request) && request.status < 300);
      expect(await memberships(service, teams)).toEqual(target);
      // An answer that was dropped is asked for again; without such, each team is written exactly once.
      if (!('drop' in faults)) expect(new Set(puts.map(({ path }) => path)).size).toBe(puts.length);
    }
  });
});

/** Kills a process at some moment after its journal has begun; one that ends before, as its reads failed, is started again. */
async function killAfterStart(start: () => Running, journal: string): Promise<void> {
  const { process: child, ended } = start();
  const hasBegun = () => (statSync(journal, { throwIfNoEntry: false })?.size ?? 0) > 0;
  while (child.exitCode === null && !hasBegun()) await pause(2);
  await pause(Math.random() * 80);
  child.kill('SIGKILL');
  await ended;
  if (!hasBegun()) await killAfterStart(start, journal);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when a text has been printed. Rejects if the stream ends before. */
async function prints(stream: Readable, text: string): Promise<void> {
  let printed = '';
  stream.on('data', (part) => (printed += part));
  while (!printed.includes(text)) {
    if (stream.readableEnded) throw new Error(`expected ${text}; printed is: ${printed}`);
    await pause(5);
  }
}

/** Makes a service that never answers what changes something, and calls `arrived` instead. */
const withoutWrites =
  (arrived: () => void) => (fetch: (request: Request) => Promise<Response>) => (request: Request) => {
    if (request.method === 'GET') return fetch(request);
    arrived();
    return new Promise<never>(() => {});
  };

describe('a signal', () => {
  test.concurrent.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    '%s: nothing new begins, what is in flight ends, and the run can be resumed',
    async ([signal, code], { expect, onTestFinished }) => {
      const service = await servedSandbox({ members: 60, teams: 20 }, { latency: 300 }, onTestFinished);
      const teams = await ids(service, '/teams');
      const target = wanted(teams, await ids(service, '/members'), 12, 1);
      const home = freshHome(onTestFinished);
      await writeFile(join(home, 'roster.csv'), asCsv(target));
      const options = { home, env: service.env };
      const journal = join(home, 'run.jsonl');
      const started = startInstalled([...sync, '--journal', journal, '-o', 'jsonl'], options);
      while (!(await readFile(journal, 'utf8').catch(() => '')).includes('"done"')) await pause(20);
      started.process.kill(signal);
      const run = await started.ended;
      expect(run.code).toBe(code);
      const [, done, inFlight] = /stopping: (\d+) done, (\d+) in flight/.exec(run.stderr) ?? [];
      const puts = service.requests().filter(isPut).length;
      // What is in flight may wait for its turn to be sent.
      expect(puts).toBeGreaterThanOrEqual(Number(done));
      expect(puts).toBeLessThanOrEqual(Number(done) + Number(inFlight));
      expect(run.stderr).toContain(`resume with \`docs-admin runs resume ${journal}\``);
      expect(run.stdout).toContain('"not-attempted"');
      const resumed = await runHere(['runs', 'resume', journal, '-q'], options);
      expect(resumed.code, resumed.stderr).toBe(0);
      expect(await memberships(service, teams)).toEqual(target);
    },
  );

  test('twice ends at once, with the journal intact', async () => {
    let arrived = () => {};
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    const through = withoutWrites(() => arrived());
    const service = await servedSandbox({ members: 60, teams: 20 }, { through });
    const teams = await ids(service, '/teams');
    const target = wanted(teams, await ids(service, '/members'), 5, 2);
    const home = freshHome();
    await writeFile(join(home, 'roster.csv'), asCsv(target));
    const options = { home, env: service.env };
    const journal = join(home, 'run.jsonl');
    const started = startInstalled([...sync, '--journal', journal, '--concurrency', '16'], options);
    const told = prints(started.process.stderr as Readable, 'stopping: ');
    await hasArrived;
    started.process.kill('SIGINT');
    await told;
    started.process.kill('SIGINT');
    expect((await started.ended).code).toBe(130);
    const shown = await runHere(['runs', 'show', journal, '--json'], options);
    expect(JSON.parse(shown.stdout)).toMatchObject({ state: 'cut-off' });
  });
});

test('no one reads the results: the work goes on, and its code is told', async () => {
  const service = await servedSandbox({ members: 300, teams: 30 });
  const teams = await ids(service, '/teams');
  const target = wanted(teams, await ids(service, '/members'), 20, 3);
  const home = freshHome();
  await writeFile(join(home, 'roster.csv'), asCsv(target));
  const run = await runShell(`docs-admin ${sync.join(' ')} -q -o jsonl | head -n 1`, {
    home,
    env: service.env,
  });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(await memberships(service, teams)).toEqual(target);
});

test('a disk that is full ends the work, and the message names the way on', async () => {
  const service = await servedSandbox({ members: 100, teams: 4 });
  const home = freshHome();
  const users = (await ids(service, '/members')).slice(0, 30);
  await writeFile(join(home, 'users.csv'), `user\n${users.join('\n')}\n`);
  const batch =
    'batch --file users.csv --yes --journal run.jsonl -q -o id -- members update {user} --role comment';
  // No file may be longer than 3 KiB: that leaves room for some of the rows.
  const options = { home, env: service.env };
  const run = await runShell(`trap '' XFSZ; ulimit -f 3; docs-admin ${batch}`, options);
  expect(run.code, run.stderr).toBe(3);
  expect(run.stderr).toMatch(/cannot write \S*run\.jsonl: .*; \d+ of 30 rows done, .* not attempted/);
  expect(run.stderr).toContain('resume with `docs-admin runs resume run.jsonl`');
  expect(run.stderr).toContain('the journal may lack the outcome of the last requests');
  service.requests();
  const resumed = await runHere(['runs', 'resume', join(home, 'run.jsonl'), '-q'], options);
  expect(resumed.code, resumed.stderr).toBe(0);
});

test('--deadline begins nothing new, and says how to go on', async () => {
  const service = await servedSandbox({ members: 60, teams: 40 }, { latency: 80 });
  const teams = await ids(service, '/teams');
  const target = wanted(teams, await ids(service, '/members'), 12, 1);
  const home = freshHome();
  await writeFile(join(home, 'roster.csv'), asCsv(target));
  const run = await runInstalled([...sync, '--deadline', '1', '--concurrency', '1', '-o', 'id'], {
    home,
    env: service.env,
  });
  expect(run.code).toBe(7);
  expect(run.stderr).toMatch(/the deadline of 1 s has passed; \d+ of 40 requests done, \d+ not attempted/);
});

test('all workers wait for a rate limit together, and everything is done', async () => {
  const service = await servedSandbox({ members: 300, teams: 40 }, { rateLimit: 15 });
  const home = freshHome();
  const users = (
    await runHere(['members', 'list', '--limit', '30', '-o', 'id'], { home, env: service.env })
  ).stdout
    .trim()
    .split('\n');
  await writeFile(join(home, 'users.csv'), `user\n${users.join('\n')}\n`);
  const line = [
    'batch',
    '--file',
    'users.csv',
    '--yes',
    '--concurrency',
    '8',
    '--',
    'members',
    'update',
    '{user}',
    '--role',
    'comment',
  ];
  const run = await runInstalled(line, { home, env: service.env });
  expect(run.code, run.stderr).toBe(0);
  const seen = service.requests();
  // One of eight workers meets the limit, and a few that were under way; without the gate each of them would, again and again.
  expect(seen.filter(({ status }) => status === 429).length).toBeLessThan(24);
});
