import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/sandbox/store/store.ts';
import { sandboxInFile, temporaryFolder, testSandbox } from './test-sandbox.ts';

const root = join(import.meta.dirname, '../..');
/** Beside the packages, so that the child finds the driver. */
const program = join(root, 'node_modules', `.sandbox-writer-${process.pid}.mjs`);

beforeAll(async () => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'writer.ts'),
    platform: 'node',
    external: ['libsql'],
  });
  await bundle.write({ file: program, format: 'esm', codeSplitting: false });
  await bundle.close();
});

afterAll(() => rmSync(program, { force: true }));

interface Writer {
  readonly process: ChildProcess;
  readonly lines: string[];
  /** Resolves with the exit code, `null` where the process was killed. */
  readonly ended: Promise<number | null>;
  /** Resolves when `count` lines have come. */
  printed(count: number): Promise<void>;
}

function startWriter(...parameters: string[]): Writer {
  const child = spawn(process.execPath, [program, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  const waiting = new Set<() => void>();
  reader.on('line', (line) => {
    lines.push(line);
    for (const check of waiting) check();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    process: child,
    lines,
    ended,
    printed: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (lines.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}

async function teamsIn(
  path: string,
  title: string,
): Promise<{ id: string; title: string; members: number }[]> {
  const { json } = await sandboxInFile(path).get(`/v1/orgs/org_acme/teams?limit=1000&title=${title}`);
  return json.items;
}

test('eight processes that meet at a new file share it: every write is there, under its own id', async () => {
  const path = join(temporaryFolder(), 'new', 'sandbox.db');
  const writers = Array.from({ length: 8 }, (_, at) => startWriter(path, `Writer${at}`, '6', 'wanted'));
  expect(await Promise.all(writers.map((writer) => writer.ended))).toEqual(writers.map(() => 0));
  const ids = writers.flatMap((writer) => writer.lines.slice(0, 6));
  const teams = await teamsIn(path, 'writer');
  expect(teams.map((team) => team.id).sort()).toEqual(ids.sort());
  expect(new Set(teams.map((team) => team.title)).size).toBe(48);
  const statuses = writers.map((writer) => writer.lines[6]).sort();
  expect(statuses).toEqual(['200', ...Array(7).fill('409')]);
});

describe('a process that is killed while it writes', () => {
  test.each([1, 2, 3, 5, 8, 13, 21, 34])('after %i answers loses none of them', async (count) => {
    const path = join(temporaryFolder(), 'sandbox.db');
    const writer = startWriter(path, 'Writer', '100000');
    await writer.printed(count);
    writer.process.kill('SIGKILL');
    expect(await writer.ended).toBe(null);
    const teams = await teamsIn(path, 'writer');
    const ids = teams.map((team) => team.id);
    expect(ids.slice(0, writer.lines.length)).toEqual(writer.lines);
    // At most the one write under way has come through unanswered, and then as a whole.
    expect(ids.length - writer.lines.length).toBeLessThanOrEqual(1);
    expect(teams.every((team) => team.members === 1)).toBe(true);
    const store = openStore(path);
    expect(store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(store.all('PRAGMA foreign_key_check')).toEqual([]);
    store.close();
  });

  test.each([1, 2, 3, 4, 5, 6, 8, 10])(
    'at sign of life %i of a new file leaves one that works',
    async (last) => {
      const folder = temporaryFolder();
      const path = join(folder, 'sandbox.db');
      const writer = startWriter(path, 'Writer', '1');
      let signs = 0;
      const watcher = watch(folder, () => {
        signs += 1;
        if (signs === last) writer.process.kill('SIGKILL');
      });
      await writer.ended;
      watcher.close();
      const docs = sandboxInFile(path);
      const members = '/v1/orgs/org_acme/members';
      const { count } = (await testSandbox().get(members)).json;
      expect((await docs.get(members)).json.count).toBe(count);
    },
  );
});

test('a reader and a writer in two processes wait for each other', async () => {
  const docs = sandboxInFile();
  const writer = startWriter(docs.path, 'Writer', '40');
  let ended = false;
  writer.ended.then(() => {
    ended = true;
  });
  await writer.printed(1);
  while (!ended) {
    const { status, json } = await docs.get('/v1/orgs/org_acme/teams?limit=1000');
    expect(status).toBe(200);
    expect(json.items).toHaveLength(json.count);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await teamsIn(docs.path, 'writer')).toHaveLength(40);
});
