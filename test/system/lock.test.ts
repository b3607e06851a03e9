import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acquireLock, withLock } from '../../src/system/lock.ts';
import { startChild, useChildren } from './children.ts';
import { temporaryFolder } from './temporary-folder.ts';

useChildren();

const noWait = { wait: 0 };
const since = '2026-06-01T12:00:00.000Z';

function lockOf(holder: object): string {
  const path = join(temporaryFolder(), 'lock');
  writeFileSync(path, JSON.stringify({ host: hostname(), start: null, since, ...holder }));
  return path;
}

async function deadPid(): Promise<number> {
  const { process, ended } = startChild();
  await ended;
  return process.pid as number;
}

test('a lock is there while the action runs, and then no more', async () => {
  const path = join(temporaryFolder(), 'lock');
  await withLock(path, () => expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid));
  expect(existsSync(path)).toBe(false);
});

test('a failing action gives the lock back', async () => {
  const path = join(temporaryFolder(), 'lock');
  const failing = withLock(path, () => {
    throw new Error('broken');
  });
  await expect(failing).rejects.toThrow('broken');
  expect(existsSync(path)).toBe(false);
});

test('what a living process holds is left alone, and the process named', async () => {
  const path = join(temporaryFolder(), 'lock');
  const holder = startChild('hold', path);
  await holder.says('held');
  await expect(acquireLock(path, noWait)).rejects.toMatchObject({
    name: 'LocalStateError',
    message: expect.stringMatching(`^${path} is in use by pid ${holder.process.pid} since 20`),
    hint: `if no such process runs, delete ${path}`,
  });
});

test('the lock of a killed process is taken over', async () => {
  const path = join(temporaryFolder(), 'lock');
  const holder = startChild('hold', path);
  await holder.says('held');
  holder.process.kill('SIGKILL');
  await holder.ended;
  expect(existsSync(path)).toBe(true);
  const release = await acquireLock(path, noWait);
  release();
  expect(existsSync(path)).toBe(false);
});

test('a lock whose pid belongs to a later process is taken over', async () => {
  const path = lockOf({ pid: process.pid, start: '1' });
  const release = await acquireLock(path, noWait);
  expect(JSON.parse(readFileSync(path, 'utf8')).start).not.toBe('1');
  release();
});

test('nobody can tell whether a process on another machine lives', async () => {
  const path = lockOf({ pid: await deadPid(), host: 'elsewhere' });
  await expect(acquireLock(path, noWait)).rejects.toThrow(
    / is in use by pid \d+ on elsewhere since 2026-06-01/,
  );
});

test('a lock without a holder is waited for while it is new, since it may be in the making', async () => {
  const path = join(temporaryFolder(), 'lock');
  writeFileSync(path, '');
  await expect(acquireLock(path, noWait)).rejects.toThrow(`${path} is in use by another process`);
  utimesSync(path, 0, 0);
  (await acquireLock(path, noWait))();
});

test('a takeover that was itself killed does not stand in the way', async () => {
  const path = lockOf({ pid: await deadPid() });
  writeFileSync(`${path}.takeover`, '');
  utimesSync(`${path}.takeover`, 0, 0);
  (await acquireLock(path, noWait))();
  expect(existsSync(`${path}.takeover`)).toBe(false);
});

test('many takers of a dead lock come one after the other', async () => {
  const path = lockOf({ pid: await deadPid() });
  let inside = 0;
  let most = 0;
  const taker = async () => {
    const release = await acquireLock(path, { wait: 60_000 });
    most = Math.max(most, ++inside);
    await new Promise(setImmediate);
    inside--;
    release();
  };
  await Promise.all(Array.from({ length: 30 }, taker));
  expect(most).toBe(1);
});

test('only its own lock is given back', async () => {
  const path = join(temporaryFolder(), 'lock');
  const release = await acquireLock(path);
  writeFileSync(path, 'another one');
  release();
  expect(readFileSync(path, 'utf8')).toBe('another one');
});

test('a place where nothing can be written is named', async () => {
  await expect(acquireLock('/proc/lock')).rejects.toMatchObject({
    name: 'LocalStateError',
    message: expect.stringContaining('cannot lock /proc/lock: '),
  });
});
