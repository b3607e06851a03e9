import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Faults } from '../../src/ports.ts';
import { type AtEnd, atEndOfBlock } from '../support/at-end.ts';
import { freshHome, type RunOptions, runInstalled, startInstalled } from '../support/installed.ts';
import { applyRestructured, restructuredFiles } from '../support/restructured.ts';
import { runHere } from '../support/run-here.ts';
import { servedSandbox } from '../support/served-sandbox.ts';

/** How often each service is tried; a longer trial: `DOCS_ADMIN_TEST_ROUNDS=50`. */
const rounds = Number(process.env.DOCS_ADMIN_TEST_ROUNDS ?? 1);

const apply = [...applyRestructured.split(' '), '--yes', '--quiet'];

interface Service {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Returns the writes that it has carried out. */
  writes(): Promise<string[]>;
}

/** Starts a service with the demo data, and makes a home with the file. */
async function start(faults: Faults, atEnd: AtEnd = onTestFinished): Promise<Service> {
  const service = await servedSandbox({}, faults, atEnd);
  const home = freshHome(atEnd);
  for (const [name, text] of Object.entries(restructuredFiles)) await writeFile(join(home, name), text);
  return {
    home,
    env: service.env,
    async writes() {
      const seen = service.requests();
      const done = seen.filter(({ method, status }) => method !== 'GET' && status < 300);
      // Things are made at once, so that their ids differ from run to run.
      return done.map(({ method, path }) => `${method} ${path.replace(/_\d+/g, '_1')}`).sort();
    },
  };
}

async function exported(options: RunOptions): Promise<string> {
  for (let turn = 0; turn < 10; turn++) {
    const run = await runHere(['org', 'export'], options);
    if (run.code === 0) return run.stdout;
  }
  throw new Error('the organization cannot be exported');
}

interface End {
  /** The organization after the file was carried out without any fault. */
  readonly organization: string;
  readonly writes: readonly string[];
}

let end: End;
const atEnd = atEndOfBlock();

beforeAll(async () => {
  const whole = await start({}, atEnd);
  expect(await runHere(apply, whole)).toMatchObject({ code: 0 });
  end = { organization: await exported(whole), writes: await whole.writes() };
});

// Most of the time is spent waiting for requests that the killed process may have sent.
test.concurrent.for<[string, Faults]>([
  ['a service that works', { latency: 10 }],
  ['a service that fails and drops answers', { latency: 10, fail: 0.1, drop: 0.05 }],
  ['a service with a rate limit', { rateLimit: 60 }],
])(
  'on %s, a file is carried out by a process that is killed again and again, and nothing takes effect twice',
  async ([, faults], { expect, onTestFinished }) => {
    for (let round = 1; round <= rounds; round++) {
      const service = await start({ ...faults, seed: round }, onTestFinished);
      const journal = join(service.home, 'run.jsonl');
      await killed([...apply, '--journal', journal], service, journal);
      const resume = ['runs', 'resume', journal, '--yes', '--quiet'];
      await killed(resume, service, journal);
      let resumed = await runInstalled(resume, service);
      for (let turn = 0; resumed.code !== 0 && turn < 10; turn++)
        resumed = await runInstalled(resume, service);
      expect(resumed.code, resumed.stderr).toBe(0);
      expect(await exported(service)).toBe(end.organization);
      const sent = await service.writes();
      // A write whose answer was dropped may be sent again where that is harmless.
      if (faults.drop) expect(new Set(sent)).toEqual(new Set(end.writes));
      else expect(sent).toEqual(end.writes);
    }
  },
);

test('two processes at once make nothing twice', async () => {
  const service = await start({ latency: 20 });
  const runs = await Promise.all([runInstalled(apply, service), runInstalled(apply, service)]);
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(await exported(service)).toBe(end.organization);
  expect(await service.writes()).toEqual(end.writes);
});

test('a file of 100 MB is refused, and nothing is sent', async () => {
  const { home, env, writes } = await start({});
  await writeFile(join(home, 'org.yaml'), `format: docs-admin-organization/1\n${' '.repeat(100_000_000)}`);
  const run = await runInstalled(apply, { home, env });
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain('cannot read org.yaml: larger than 64 MiB; nothing was sent');
  expect(await writes()).toEqual([]);
});

/** Kills a process at some moment after it has begun to write; one that ends before is started again. */
async function killed(args: readonly string[], options: RunOptions, journal: string): Promise<void> {
  const size = () => statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  const before = size();
  const { process: child, ended } = startInstalled(args, options);
  while (child.exitCode === null && size() === before) await pause(2);
  await pause(Math.random() * 150);
  child.kill('SIGKILL');
  const run = await ended;
  if (run.code !== 0 && size() === 0) await killed(args, options, journal);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
