import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Disk } from '../../src/disk/disk.ts';
import { acquireLock, withLock } from '../../src/system/lock.ts';
import { monotonic, thisProcess } from '../../src/system/lock-holder.ts';
import { thisMachine } from '../../src/system/machine.ts';
import { fakeDisk } from '../disk/fake-disk.ts';
import { childScript, startChild, startShell, useChildren } from './children.ts';
import { octal, temporaryFolder } from './temporary-folder.ts';

useChildren();

const noWait = { wait: 0 };
const since = '2026-06-01T12:00:00.000Z';

function lockOf(holder: object): string {
  const path = join(temporaryFolder(), 'lock');
  writeFileSync(path, JSON.stringify({ ...thisProcess(), start: null, since, ...holder }));
  return path;
}

async function deadPid(): Promise<number> {
  const { process, ended } = startChild();
  await ended;
  return process.pid as number;
}

test('a lock is there while the action runs, and then no more', async () => {
  const path = join(temporaryFolder(), 'lock');
  await withLock(path, () => {
    expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid);
    expect(octal(statSync(path).mode)).toBe('0600');
  });
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
    hint: { code: 'delete-lock', data: { path } },
  });
});

test('the lock of a killed process is taken over', async () => {
  const path = join(temporaryFolder(), 'lock');
  const holder = startChild('hold', path);
  await holder.says('held');
  holder.process.kill('SIGKILL');
  await holder.ended;
  expect(existsSync(path)).toBe(true);
  const lock = await acquireLock(path, noWait);
  lock.release();
  expect(existsSync(path)).toBe(false);
});

test('who takes a lock over learns which process has ended, and how long ago at least', async () => {
  const ended = async (changes: object) => {
    const { left, release } = await acquireLock(lockOf({ pid: await deadPid(), ...changes }), noWait);
    release();
    return left;
  };
  const renewed = String(monotonic(thisMachine) - 90_000);
  const [left, later] = [await ended({ start: '1' }), await ended({ start: '2', renewed })];
  expect(left?.ago).toBe(0);
  expect(later?.ago).toBeGreaterThanOrEqual(30_000);
  expect(later?.ago).toBeLessThan(60_000);
  expect(later?.process).not.toBe(left?.process);
  const pid = await deadPid();
  const [one, other] = [await ended({ pid, start: '1' }), await ended({ pid, start: '1', token: 'another' })];
  expect(one?.process).toBe(other?.process);
  const first = await acquireLock(join(temporaryFolder(), 'lock'));
  first.release();
  expect(first.left).toBeUndefined();
});

test('a lock whose pid belongs to a later process is taken over', async () => {
  const path = lockOf({ pid: process.pid, start: '1' });
  const lock = await acquireLock(path, noWait);
  expect(JSON.parse(readFileSync(path, 'utf8')).start).not.toBe('1');
  lock.release();
});

/** The lock of another process, as this version writes it. */
async function foreignLock(changes: object = {}): Promise<string> {
  const path = join(temporaryFolder(), 'lock');
  const lock = await acquireLock(path);
  const own = JSON.parse(readFileSync(path, 'utf8'));
  lock.release();
  writeFileSync(path, JSON.stringify({ ...own, since, ...changes }));
  return path;
}

const halfAnHour = 30 * 60_000;
/** What `renewed` was so many milliseconds ago. */
const ago = (ms: number) => String(Number(process.hrtime.bigint() / 1_000_000n) - ms);

test.each([
  ['on another machine', { boot: 'other-boot', host: 'elsewhere' }, 'elsewhere'],
  ['in another container of this machine', { namespace: 'pid:[1]' }, `${hostname()}, in another container`],
  ['of an earlier start of this machine', { boot: 'other-boot' }, `${hostname()}, before its restart`],
])('no one can tell whether a process %s lives', async (_, holder, where) => {
  const path = await foreignLock({ pid: await deadPid(), ...holder });
  await expect(acquireLock(path, noWait)).rejects.toThrow(
    new RegExp(` is in use by pid \\d+ on ${where}.* since 2026-06-01`),
  );
});

test.each([
  ['in another container', { namespace: 'pid:[1]', renewed: ago(halfAnHour + 60_000) }, 0],
  ['on another machine', { boot: 'other-boot', host: 'elsewhere' }, halfAnHour + 60_000],
])('a process %s that has not renewed its lock for half an hour has lost it', async (_, holder, age) => {
  const path = await foreignLock(holder);
  const changed = (Date.now() - age) / 1000;
  utimesSync(path, changed, changed);
  (await acquireLock(path, noWait)).release();
});

test.each([
  ['in another container', { namespace: 'pid:[1]', renewed: ago(halfAnHour - 60_000) }, 1e9],
  ['on another machine', { boot: 'other-boot', host: 'elsewhere' }, halfAnHour - 60_000],
  ['that sleeps on this one', { renewed: ago(1e9) }, 1e9],
])('a process %s keeps its lock as long as that, whatever the age of the file', async (_, holder, age) => {
  const path = await foreignLock(holder);
  const changed = (Date.now() - age) / 1000;
  utimesSync(path, changed, changed);
  await expect(acquireLock(path, noWait)).rejects.toThrow(' is in use by pid ');
});

test('the lock of a zombie is taken over', async () => {
  const path = join(temporaryFolder(), 'lock');
  // The shell becomes a process that never asks how its child has ended.
  const parent = startShell(`child hold ${path} & exec sleep 1000`);
  await parent.says('held');
  process.kill(JSON.parse(readFileSync(path, 'utf8')).pid, 'SIGKILL');
  (await acquireLock(path, { wait: 10_000 })).release();
});

test('a process that has lost its lock finds out', async () => {
  const path = join(temporaryFolder(), 'lock');
  const lock = await acquireLock(path, { trust: 0 });
  lock.assertHeld();
  // A later lock of this process, made in the same millisecond.
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), token: 'other' }));
  expect(() => lock.assertHeld()).toThrow('was taken by another process');
  lock.release();
  expect(existsSync(path)).toBe(true);
});

test('a lock is renewed every minute, in its own file', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'hrtime'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(temporaryFolder(), 'lock');
  const lock = await acquireLock(path);
  const before = readFileSync(path, 'utf8');
  vi.advanceTimersByTime(60_000);
  const after = readFileSync(path, 'utf8');
  expect(Number(JSON.parse(after).renewed) - Number(JSON.parse(before).renewed)).toBe(60_000);
  expect({ ...JSON.parse(after), renewed: '' }).toEqual({ ...JSON.parse(before), renewed: '' });
  writeFileSync(path, 'another one');
  vi.advanceTimersByTime(60_000);
  expect(readFileSync(path, 'utf8')).toBe('another one');
  expect(() => lock.assertHeld()).toThrow('was taken by another process');
  lock.release();
});

/** How often two processes come one after the other; a longer trial: `DOCS_ADMIN_TEST_ROUNDS=50`. */
const rounds = Number(process.env.DOCS_ADMIN_TEST_ROUNDS ?? 8);

test.each([
  ['which see each other', ''],
  ['in containers of their own, where the system lets us make some', 'unshare -r -p -f --mount-proc'],
])('two processes over one folder, %s, are never at work at once', async (_, container) => {
  const path = join(temporaryFolder(), 'lock');
  const log = `${path}.log`;
  const prefix = container && spawnSync('bash', ['-c', `${container} true`]).status === 0 ? container : '';
  const line = `${prefix} ${process.execPath} ${childScript()} take ${path} ${log} ${rounds}`;
  const ends = await Promise.all([startShell(line).ended, startShell(line).ended]);
  expect(ends).toMatchObject([{ code: 0 }, { code: 0 }]);
  const words = readFileSync(log, 'utf8').trim().split('\n');
  expect(words).toEqual(Array.from({ length: 2 * rounds }, () => ['in', 'out']).flat());
});

test('a lock without a holder is taken when it has stood for a while, whatever the clock on the wall says', async () => {
  const path = join(temporaryFolder(), 'lock');
  writeFileSync(path, '');
  const inFuture = Date.now() / 1000 + 1e6;
  utimesSync(path, inFuture, inFuture);
  (await acquireLock(path, { ...noWait, settle: 50 })).release();
});

test('locks that are being made one after the other are no lock that stands', async () => {
  const path = join(temporaryFolder(), 'lock');
  writeFileSync(path, '');
  let made = 0;
  const remade = 20;
  // Each attempt meets another lock without a holder: the next process has just made it.
  const openSync: typeof fs.openSync = (opened, ...rest) => {
    if (opened === path && rest[0] === 'wx' && made < remade) {
      expect(existsSync(path)).toBe(true);
      utimesSync(path, ++made, made);
    }
    return fs.openSync(opened, ...rest);
  };
  const disk = { ...fakeDisk('linux'), fs: { ...fs, openSync } };
  (await acquireLock(path, { ...noWait, settle: 1, disk })).release();
  expect(made).toBe(remade);
});

test('a takeover that was itself killed does not stand in the way', async () => {
  const path = lockOf({ pid: await deadPid() });
  writeFileSync(`${path}.takeover`, '');
  (await acquireLock(path, { ...noWait, settle: 50 })).release();
  expect(existsSync(`${path}.takeover`)).toBe(false);
});

/** The disk, on which `act` happens each time when a file with this ending was opened. */
function diskOn(ending: string, act: (path: string) => void): Disk {
  const disk = fakeDisk('linux');
  const openSync: typeof fs.openSync = (path, ...rest) => {
    const file = disk.fs.openSync(path, ...rest);
    if (String(path).endsWith(ending)) act(String(path));
    return file;
  };
  return { ...disk, fs: { ...fs, openSync } };
}

test('a dead lock that another user has just replaced is not removed', async () => {
  const living = await foreignLock();
  const path = lockOf({ pid: await deadPid() });
  const disk = diskOn('.takeover', () => copyFileSync(living, path));
  await expect(acquireLock(path, { ...noWait, disk })).rejects.toThrow(`is in use by pid ${process.pid}`);
  expect(readFileSync(path, 'utf8')).toBe(readFileSync(living, 'utf8'));
});

test('only one process at a time removes a dead lock', async () => {
  const path = lockOf({ pid: await deadPid() });
  let isRemoving = true;
  const removing = setTimeout(() => {
    isRemoving = false;
    rmSync(`${path}.takeover`);
  }, 200);
  onTestFinished(() => clearTimeout(removing));
  writeFileSync(`${path}.takeover`, 'of another process');
  const lock = await acquireLock(path, noWait);
  expect(isRemoving).toBe(false);
  lock.release();
});

test('many takers of a dead lock come one after the other', async () => {
  const path = lockOf({ pid: await deadPid() });
  let inside = 0;
  let most = 0;
  const taker = async () => {
    const lock = await acquireLock(path, { wait: 60_000 });
    most = Math.max(most, ++inside);
    await new Promise(setImmediate);
    inside--;
    lock.release();
  };
  await Promise.all(Array.from({ length: 30 }, taker));
  expect(most).toBe(1);
});

describe('a lock file that another process is just deleting', () => {
  const refused = { openSync: ['EPERM', 'EBUSY'], readFileSync: ['EACCES'] };

  test('can refuse every call on Windows for a moment', async () => {
    const path = lockOf({ pid: await deadPid() });
    const lock = await acquireLock(path, { ...noWait, disk: fakeDisk('win32', refused) });
    lock.assertHeld();
    lock.release();
    expect(existsSync(path)).toBe(false);
  });

  test('is an error at once on other systems', async () => {
    const path = join(temporaryFolder(), 'lock');
    await expect(acquireLock(path, { ...noWait, disk: fakeDisk('linux', refused) })).rejects.toThrow(
      `cannot lock ${path}: EPERM`,
    );
  });
});

test('only its own lock is given back', async () => {
  const path = join(temporaryFolder(), 'lock');
  const lock = await acquireLock(path);
  writeFileSync(path, 'another one');
  lock.release();
  expect(readFileSync(path, 'utf8')).toBe('another one');
});

test.each([
  [
    'a broken link',
    (path: string) => symlinkSync('nowhere', path),
    'cannot lock PATH: it is a link to something that does not exist',
  ],
  ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'cannot read PATH: not a regular file'],
  ['a folder', (path: string) => mkdirSync(path), 'cannot read PATH: it is a folder'],
  [
    'a large file',
    (path: string) => writeFileSync(path, ' '.repeat(4097)),
    'cannot read PATH: larger than 4 KiB',
  ],
])('%s in place of a lock is refused, and nothing waits for it', async (_, make, message) => {
  const path = join(temporaryFolder(), 'lock');
  make(path);
  await expect(acquireLock(path)).rejects.toThrow(message.replace('PATH', path));
});

test('a place where nothing can be written is named', async () => {
  await expect(acquireLock('/proc/lock')).rejects.toMatchObject({
    name: 'LocalStateError',
    message: expect.stringContaining('cannot lock /proc/lock: '),
  });
});
