import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LocalStateError } from '../../src/errors.ts';
import { openSandbox } from '../../src/sandbox/open-seeded.ts';
import { migrations } from '../../src/sandbox/store/migrations.ts';
import { assertSqliteVersion, openStore, type Store } from '../../src/sandbox/store/store.ts';
import { temporaryFolder, token } from './test-sandbox.ts';

const step = 'ALTER TABLE teams ADD COLUMN colour TEXT';

/** A file of the present version, with the demo data. */
function demoFile(): string {
  const path = join(temporaryFolder(), 'sandbox.db');
  openSandbox({ path, token, now: () => 0 }).close();
  return path;
}

function open(path: string, steps = migrations): Store {
  const store = openStore(path, { steps });
  onTestFinished(() => store.close());
  return store;
}

const versionOf = (store: Store) => store.get<{ user_version: number }>('PRAGMA user_version')?.user_version;
const memberCount = (store: Store) => store.get<{ n: number }>('SELECT count(*) AS n FROM members')?.n;

/** What files of people were made with: the hash of each step. A new step adds one; the others stay. */
const released = ['b7ce1b5c2284d70670ef1d804313701a183cf95faa32f5a5e360860435809983'];

test('no step is edited once files were made with it: a change of tables is a new step', () => {
  const hashes = migrations.map((step) => createHash('sha256').update(step).digest('hex'));
  expect(hashes).toEqual(released);
});

test('an older file is brought to the present version with what is in it, and the copy goes', () => {
  const path = demoFile();
  const before = memberCount(open(path));
  const store = open(path, [...migrations, step, "UPDATE teams SET colour = 'red'"]);
  expect([versionOf(store), memberCount(store)]).toEqual([migrations.length + 2, before]);
  expect(store.all('SELECT DISTINCT colour FROM teams')).toEqual([{ colour: 'red' }]);
  expect(readdirSync(dirname(path))).toEqual(['sandbox.db']);
});

test('a new file needs no copy', () => {
  const path = join(temporaryFolder(), 'sandbox.db');
  expect(() => open(path, [...migrations, 'nonsense'])).toThrow(LocalStateError);
  expect(existsSync(`${path}.backup`)).toBe(false);
});

test('a step that fails leaves the file as the step before made it, and the copy beside it', () => {
  const path = demoFile();
  const before = memberCount(open(path));
  // What an earlier failure left is replaced.
  writeFileSync(`${path}.backup`, 'left over', { mode: 0o644 });
  expect(() => open(path, [...migrations, step, 'DELETE FROM members; nonsense'])).toThrow(LocalStateError);
  const store = open(path, [...migrations, step]);
  expect([versionOf(store), memberCount(store)]).toEqual([migrations.length + 1, before]);
  const backup = `${path}.backup`;
  expect((statSync(backup).mode & 0o777).toString(8)).toBe('600');
  const copy = open(backup);
  expect([versionOf(copy), memberCount(copy)]).toEqual([migrations.length, before]);
  expect(copy.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
});

test.each(['3.38.0', '3.45.1', '3.100.0', '4.0.0'])('SQLite %s is new enough', (version) => {
  expect(() => assertSqliteVersion(version)).not.toThrow();
});

test.each(['3.37.2', '3.7.17', '2.8.17'])('SQLite %s is refused by its number', (version) => {
  expect(() => assertSqliteVersion(version)).toThrow(LocalStateError);
  expect(() => assertSqliteVersion(version)).toThrow(version);
});

describe('a process that is killed while it migrates', () => {
  const root = join(import.meta.dirname, '../..');
  /** Beside the packages, so that the child finds the driver. */
  const program = join(root, 'node_modules', `.sandbox-migrator-${process.pid}.mjs`);

  beforeAll(async () => {
    const input = join(import.meta.dirname, 'migrator.ts');
    const bundle = await rolldown({ input, platform: 'node', external: ['libsql'] });
    await bundle.write({ file: program, format: 'esm', codeSplitting: false });
    await bundle.close();
  });
  afterAll(() => rmSync(program, { force: true }));

  test.each([0, 50, 150, 400])('%i ms after the copy leaves the old version whole', async (delay) => {
    const path = demoFile();
    const before = memberCount(open(path));
    const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'inherit', 'inherit'] });
    await copyOf(path, child);
    await new Promise((resolve) => setTimeout(resolve, delay));
    child.kill('SIGKILL');
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    const store = open(path);
    expect([versionOf(store), memberCount(store)]).toEqual([migrations.length, before]);
    expect(store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(versionOf(open(path, [...migrations, step]))).toBe(migrations.length + 1);
    expect(existsSync(`${path}.backup`)).toBe(false);
  });

  async function copyOf(path: string, child: ChildProcess): Promise<void> {
    while (!existsSync(`${path}.backup`)) {
      if (child.exitCode !== null) throw new Error('it ended before it made a copy');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
});
