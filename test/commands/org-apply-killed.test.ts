import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Clock, Transport, WireRequest } from '../../src/ports.ts';
import { systemClock } from '../../src/system/clock.ts';
import { thisProcess } from '../../src/system/lock-holder.ts';
import { type CliInFolder, sandboxCli } from '../support/cli.ts';
import { demoStore, fileOf, storeOf } from '../support/demo-store.ts';
import { killableRun } from '../support/killed.ts';
import { head } from '../support/planned.ts';
import { applyRestructured, restructuredFiles } from '../support/restructured.ts';
import { testNow } from '../support/test-system.ts';

/** Every n-th write is a moment to be killed at; every write with `DOCS_ADMIN_TEST_ROUNDS`. */
const step = process.env.DOCS_ADMIN_TEST_ROUNDS ? 1 : 3;

test('a run over all sections that is killed after any write ends in the same state, with no write twice', async () => {
  const run = await killableRun(restructuredFiles, `${applyRestructured} --yes`, step);
  const { writes, end, counts, killedAfter } = run;
  expect(writes.length).toBeGreaterThan(40);
  expect(counts).toHaveLength(Math.ceil(writes.length / step));
  for (const count of counts) {
    const left = await killedAfter(count);
    const resumed = await left.docs('runs resume run.jsonl --yes');
    expect([count, resumed.code, resumed.stderr]).toEqual([count, 0, resumed.stderr]);
    expect((await left.docs('org export')).stdout).toBe(end);
    expect([count, inAnyOrder(left.writes)]).toEqual([count, inAnyOrder(writes)]);
  }
});

/** Things are made at once, so that their ids differ from run to run. */
function inAnyOrder(writes: readonly string[]): string[] {
  return writes.map((write) => write.replace(/_\d+/g, '_1')).sort();
}

/** What is left if a process is killed when a request has left. */
interface Left {
  readonly request: WireRequest;
  readonly data: Uint8Array;
  readonly journal: string;
  readonly locks: readonly string[];
}

/** Runs a line once, and keeps what is left if its process is killed when one of the requests that `isLost` chooses has left: by their number among the writes. */
async function sending(
  files: Readonly<Record<string, string>>,
  line: string,
  isLost: (request: WireRequest, write: number) => boolean,
) {
  const store = demoStore();
  let writes = 0;
  const left: Left[] = [];
  const docs: CliInFolder = await sandboxCli(
    files,
    (sandbox): Transport =>
      (request, signal) => {
        if (isLost(request, request.method === 'GET' ? -1 : writes++)) {
          const runs = join(docs.folder, 'runs');
          left.push({
            request,
            data: fileOf(store),
            journal: readFileSync(join(docs.folder, 'run.jsonl'), 'utf8'),
            locks: existsSync(runs) ? readdirSync(runs).filter((name) => name.startsWith('place-')) : [],
          });
        }
        return sandbox(request, signal);
      },
    store,
  );
  expect(await docs(`${line} --journal run.jsonl --concurrency 1`)).toMatchObject({ code: 0 });
  return { left, end: async () => (await docs('org export')).stdout };
}

/**
 * Makes a command line on what is left. A slow service carries the request out only while a later command waits, or never. `set`
 * moves the clock of that command, in seconds after the request.
 */
async function after(
  files: Readonly<Record<string, string>>,
  { request, data, journal, locks }: Left,
  { lands = true, set = 0 } = {},
) {
  const writes: string[] = [];
  let service: Transport = () => Promise.reject(new Error('not there yet'));
  const docs = await sandboxCli(
    files,
    (sandbox): Transport => {
      service = sandbox;
      return (sent, signal) => {
        if (sent.method !== 'GET') writes.push(nameOf(sent));
        return sandbox(sent, signal);
      };
    },
    storeOf(data),
  );
  writeFileSync(join(docs.folder, 'run.jsonl'), journal);
  const waits: number[] = [];
  const start = testNow + set * 1000;
  const now = () => start + waits.reduce((sum, ms) => sum + ms, 0);
  const clock: Clock = {
    ...systemClock,
    now,
    monotonic: now,
    random: () => 0.5,
    async sleep(ms, signal) {
      waits.push(ms);
      if (lands && waits.length === 1) await service(request, signal);
    },
  };
  return { docs, clock, writes, waits, locks, name: nameOf(request) };
}

/** Runs a line whose process is killed when the first request that matches, or the write of this number, has left. */
async function killedWhileSending(
  files: Readonly<Record<string, string>>,
  line: string,
  lost: RegExp | number,
  options: Parameters<typeof after>[2] = {},
) {
  const isLost = (request: WireRequest, write: number) =>
    typeof lost === 'number' ? write === lost : lost.test(nameOf(request));
  const { left, end } = await sending(files, line, isLost);
  return { ...(await after(files, left[0] as Left, options)), end };
}

/** The lock of a process that has ended. */
function endedProcess(): string {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return JSON.stringify({ ...thisProcess(), pid, start: null });
}

const nameOf = ({ method, url }: WireRequest) => `${method} ${new URL(url).pathname}`;

const making = {
  'org.yaml': `${head}teams: { New: { members: { kim@acme.example: owner } } }
collections: { Books: { collections: { Old: {} } } }
sites: { New site: { spaces: [ { space: Runbooks, path: runs } ] } }
translations: { Later: {} }
`,
};

describe('a slow service carries out what was sent by a process that was killed', () => {
  const waiting = 'waiting 30 s: a request without an outcome may still be carried out\n';
  const apply = 'org apply --file org.yaml --yes --allow-opening public';

  test.each([
    ['a team', /^PUT .*\/teams$/],
    ['a collection', /^POST .*\/collections$/],
    ['a site', /^POST .*\/sites$/],
    ['a space of a site', /^POST .*\/site-spaces$/],
    ['a translation', /^POST .*\/translations$/],
  ])('resume waits, and does not make %s twice', async (_, pattern) => {
    const { docs, clock, writes, waits, end, name } = await killedWhileSending(making, apply, pattern);
    const resumed = await docs('runs resume run.jsonl', { clock });
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining(waiting)]);
    expect(waits).toEqual([30_000]);
    const again = writes.filter((write) => write === name);
    expect(again).toEqual(name.endsWith('/collections') ? [name] : []);
    expect((await docs('org export')).stdout).toBe(await end());
  });

  test('another process that carries out the file waits, and does not make it twice', async () => {
    const files = { 'org.yaml': `${head}teams: { New: {} }\n` };
    const { docs, clock, writes, waits, end, locks } = await killedWhileSending(
      files,
      apply,
      /^PUT .*\/teams$/,
    );
    mkdirSync(join(docs.folder, 'runs'));
    const holder = endedProcess();
    for (const lock of locks) writeFileSync(join(docs.folder, 'runs', lock), holder);
    const other = await docs(apply, { clock });
    expect([other.code, other.stderr]).toEqual([0, expect.stringContaining(waiting)]);
    expect(waits).toEqual([30_000]);
    expect(writes).toEqual([]);
    expect((await docs('org export')).stdout).toBe(await end());
  });

  test('resume waits for a request of another process that was killed, and not for its own one', async () => {
    const files = { 'org.yaml': `${head}teams: { New: {}, Other: {} }\n` };
    for (const isOther of [true, false]) {
      const killed = await killedWhileSending(files, apply, 0, { lands: false, set: 30 });
      const { docs, clock, writes, locks } = killed;
      const own = endedProcess();
      writeFileSync(join(docs.folder, 'run.jsonl.lock'), own);
      mkdirSync(join(docs.folder, 'runs'));
      for (const lock of locks)
        writeFileSync(join(docs.folder, 'runs', lock), isOther ? endedProcess() : own);
      const waits: number[] = [];
      const sleep = async (ms: number) => {
        waits.push(ms);
        await docs('teams create --title Other');
      };
      const { code, stderr } = await docs('runs resume run.jsonl', { clock: { ...clock, sleep } });
      const made = writes.filter((write) => write.startsWith('PUT')).length;
      expect([locks.length, waits, code, made]).toEqual([1, ...(isOther ? [[30_000], 6, 1] : [[], 0, 2])]);
      if (isOther) expect(stderr).toContain('another user has made what it was to make; nothing was sent');
    }
  });

  test.each([
    ['it is sent again after the wait if it was lost', 0, [30_000]],
    ['the wait counts from the request', 12, [18_000]],
    ['a clock that was set back makes the wait no longer', -3600, [30_000]],
    ['later nothing waits', 30, []],
  ])('%s', async (_, set, waits) => {
    const files = { 'org.yaml': `${head}teams: { New: {} }\n` };
    const killed = await killedWhileSending(files, apply, /^PUT .*\/teams$/, { lands: false, set });
    expect(await killed.docs('runs resume run.jsonl', killed)).toMatchObject({ code: 0 });
    expect(killed.waits).toEqual(waits);
    expect(killed.writes).toEqual([killed.name]);
    expect((await killed.docs('org export')).stdout).toBe(await killed.end());
  });

  test('resume waits before a later row that overwrites it, and not for any other row', async () => {
    const titles = ['A', 'B'].map((title) => `teams update team_docs --title ${title}`);
    for (const [rows, waits] of [
      [titles, [30_000]],
      [titles.slice(1), []],
    ] as const) {
      const files = { 'rows.txt': rows.join('\n') };
      const killed = await killedWhileSending(files, 'batch --file rows.txt', /^PATCH/);
      expect(await killed.docs('runs resume run.jsonl', killed)).toMatchObject({ code: 0 });
      expect(killed.waits).toEqual(waits);
      expect(killed.writes).toEqual([killed.name]);
      expect((await killed.docs('org export')).stdout).toBe(await killed.end());
    }
  });

  test('undo gives a site back as it was, whichever of its requests was lost', async () => {
    const sites = {
      'org.yaml': `${head}sites:
  Acme Docs:
    section-groups: [ { title: Build } ]
    sections:
      - { title: Guides, path: api, group: Build, spaces: [ { space: ドキュメント, path: tutorials }, { space: Tutorials, path: ja, default: true } ] }
      - { title: API reference, path: guides, spaces: [ { space: REST API, path: guides }, { space: Guides, path: rest, default: true } ] }
  Handbook 手册, “internal”: { spaces: [ { space: People & HR, path: handbook, default: true } ] }
`,
    };
    const line = `${apply} --delete --max-removals 100`;
    const undo = 'runs undo run.jsonl --yes --allow-opening public --max-removals 100';
    const { stdout: before } = await (await sandboxCli(sites))('org export --only sites');
    const { left } = await sending(sites, line, (_, write) => write > 0 && (write - 1) % step === 0);
    expect(left.length * step).toBeGreaterThanOrEqual(20);
    for (const one of left)
      for (const lands of [true, false]) {
        const { docs, clock, name } = await after(sites, one, { lands });
        const { code, stderr } = await docs(undo, { clock });
        expect([name, lands, code, stderr]).toEqual([name, lands, 0, stderr]);
        const { stdout } = await docs('org export --only sites');
        expect([name, lands, stdout]).toEqual([name, lands, before]);
      }
  });

  test.each([
    ['team "New" (team_1)', /^PUT .*\/teams$/],
    ['collection "Books" (col_1)', /^POST .*\/collections$/],
    ['site "New site" (site_1)', /^POST .*\/sites$/],
    ['translation settings "Later" (translation_1)', /^POST .*\/translations$/],
  ])('undo names %s if it is there, and nothing if it was not made', async (name, pattern) => {
    const undo = 'runs undo run.jsonl --yes --allow-delete sites,collections';
    const { stdout: before } = await (await sandboxCli(making))('org export');
    const lost = await killedWhileSending(making, apply, pattern, { lands: false });
    const undone = await lost.docs(undo, { clock: lost.clock });
    expect([undone.code, undone.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    expect((await lost.docs('org export')).stdout).toBe(before);
    const { docs, clock } = await killedWhileSending(making, apply, pattern);
    const { code, stderr } = await docs(undo, { clock });
    const warning = `warning: ${name} stays as it is: it is not known whether the run has made it\n`;
    expect([code, stderr]).toEqual([6, expect.stringContaining(warning)]);
  });

  test.each([
    ['members', 'teams: { New: { members: { kim@acme.example: owner } } }', /^PUT .*\/members$/],
    ['roles', 'collections: { Books: { teams: { Docs: edit } } }', /^PATCH .*\/teams\/team_docs$/],
    ['default level', 'collections: { Books: { default-level: read } }', /^PATCH .*\/col_1$/],
  ])('undo deletes what was made, though the request for its %s has no outcome', async (_, file, pattern) => {
    const files = { 'org.yaml': `${head}${file}\n` };
    const { stdout: before } = await (await sandboxCli(files))('org export');
    for (const lands of [true, false]) {
      const { docs, clock } = await killedWhileSending(files, apply, pattern, { lands });
      const undo = await docs('runs undo run.jsonl --yes --allow-delete collections', { clock });
      expect([undo.code, undo.stderr]).toEqual([0, expect.stringContaining(waiting)]);
      expect((await docs('org export')).stdout).toBe(before);
    }
  });

  test.each([
    ['team "Beta" (team_docs)', 'teams update team_docs', 'teams get team_docs'],
    [
      'section "Beta" (section_api)',
      'sections update section_api --site site_docs',
      'sections get section_api --site site_docs',
    ],
  ])(
    'undo takes back the first of two changes of %s, and knows that it may have made the second one',
    async (name, update, get) => {
      const files = { 'rows.txt': ['Alpha', 'Beta'].map((title) => `${update} --title ${title}`).join('\n') };
      const line = 'batch --file rows.txt';
      const title = `${get} --fields title`;
      const { stdout: before } = await (await sandboxCli())(title);
      const landed = await killedWhileSending(files, line, 1);
      const { code, stderr } = await landed.docs('runs undo run.jsonl --yes', landed);
      expect([code, landed.writes]).toEqual([6, []]);
      expect(stderr).toContain(
        `warning: ${name} stays as it is: it is not known whether the run has changed it\n`,
      );
      const lost = await killedWhileSending(files, line, 1, { lands: false });
      expect(await lost.docs('runs undo run.jsonl --yes', lost)).toMatchObject({ code: 0 });
      expect((await lost.docs(title)).stdout).toBe(before);
    },
  );

  test('undo waits, and says what it cannot be sure of', async () => {
    const files = { 'org.yaml': `${head}teams: { Writers: { previously: [ Docs ] } }\n` };
    const { docs, clock, writes } = await killedWhileSending(files, apply, /^PATCH/);
    const undo = await docs('runs undo run.jsonl --yes', { clock });
    expect(undo.stderr).toContain(waiting);
    expect(undo.stderr).toContain(
      'warning: team "Writers" (team_docs) stays as it is: it is not known whether the run has changed it',
    );
    expect([undo.code, writes]).toEqual([6, []]);
  });
});
