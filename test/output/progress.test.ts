import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createProgress, type ProgressOptions } from '../../src/output/progress.ts';

/** A progress whose time passes only when the test says so. */
function watched(options: Partial<ProgressOptions> & { columns?: number } = {}) {
  const { columns = 100, ...rest } = options;
  let now = 0;
  let ticking: (() => void) | undefined;
  let written: string[] = [];
  const intervals: number[] = [];
  const progress = createProgress({
    stderr: {
      isTerminal: true,
      columns,
      write: async (text) => {
        written.push(text);
      },
    },
    now: () => now,
    every: (ms, tick) => {
      intervals.push(ms);
      ticking = tick;
      return () => {
        ticking = undefined;
      };
    },
    shows: 'line',
    unicode: true,
    ...rest,
  });
  /** What is drawn when `ms` more have passed; the sign that turns is left out. */
  async function after(ms: number): Promise<string> {
    written = [];
    now += ms;
    await ticking?.();
    return stripVTControlCharacters(written.join('')).replace(/^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏\-\\|/] /, '');
  }
  return {
    progress,
    after,
    intervals,
    isTicking: () => ticking !== undefined,
    written: () => written.join(''),
  };
}

test('nothing is shown of a wait of less than 300 ms, and its time after 5 seconds', async () => {
  const { progress, after } = watched();
  progress.waitFor('docs.example');
  expect(await after(299)).toBe('');
  expect(await after(1)).toBe('waiting for docs.example');
  expect(await after(6000)).toBe('waiting for docs.example, 6 s');
});

test('a count has its speed and what is left, once they can be known', async () => {
  const { progress, after } = watched({ columns: 60 });
  progress.start('memberships');
  progress.update({ done: 10, total: 10_000 });
  expect(await after(500)).toBe('10 of 10,000 memberships');
  progress.update({ done: 1200, total: 10_000 });
  expect(await after(1500)).toBe('1,200 of 10,000 memberships, 600/s, 15 s left');
  progress.update({ done: 10_000, total: 10_000 });
  expect(await after(0)).toBe('10,000 of 10,000 memberships, 5,000/s');
});

test('what failed is told', async () => {
  const { progress, after } = watched({ columns: 60 });
  progress.start('done');
  progress.update({ done: 50, failed: 2, total: 100 });
  expect(await after(500)).toBe('50 of 100 done, 2 failed');
});

test('work that is not counted has a name and its time', async () => {
  const { progress, after } = watched();
  progress.start('processing invoices');
  progress.waitFor('docs.example');
  expect(await after(300)).toBe('processing invoices');
  expect(await after(5000)).toBe('processing invoices, 5 s');
});

test.each([
  [true, '██████████░░░░░░░░░░ 50 of 100 rows'],
  [false, '##########---------- 50 of 100 rows'],
])('a wide terminal gets a bar; with more than ASCII: %s', async (unicode, line) => {
  const { progress, after } = watched({ unicode });
  progress.start('rows');
  progress.update({ done: 50, total: 100 });
  expect(await after(300)).toBe(line);
});

test('a list whose length is not known is counted from its first page on', async () => {
  const { progress, after } = watched();
  progress.listed('members', { done: 1000 });
  expect(await after(1000)).toBe('1,000 members');
  progress.listed('members', { done: 3000 });
  expect(await after(1000)).toBe('3,000 members, 1,000/s');
});

test('a list that has ended is not shown any more', async () => {
  const { progress, after, isTicking } = watched();
  progress.listed('members', { done: 1000, total: 2000 });
  progress.listed('teams', undefined);
  expect(isTicking()).toBe(true);
  progress.listed('members', undefined);
  expect(isTicking()).toBe(false);
  expect(await after(1000)).toBe('');
});

test('work that was started is not hidden by the lists that it reads', async () => {
  const { progress, after } = watched();
  progress.start('teams');
  progress.update({ done: 1 });
  progress.listed('members', { done: 1000 });
  expect(await after(500)).toBe('1 teams');
});

test('the line is taken away for other text and at the end, when nothing ticks any more', async () => {
  const { progress, after, isTicking, written } = watched();
  progress.waitFor('docs.example');
  await after(400);
  progress.clear();
  expect(written().endsWith('\u001b[1G\u001b[K')).toBe(true);
  expect(await after(80)).toBe('waiting for docs.example');
  progress.stop();
  expect(written().endsWith('\u001b[1G\u001b[K')).toBe(true);
  expect(isTicking()).toBe(false);
});

test('what ends while the spinner is loaded draws nothing', async () => {
  const { progress, after, written } = watched();
  progress.waitFor('docs.example');
  const drawn = after(400);
  progress.waitFor(undefined);
  await drawn;
  expect(written()).toBe('');
});

test('a log gets whole lines, of work that is logged only', async () => {
  const { progress, after } = watched({ shows: 'log' });
  progress.listed('members', { done: 1000, total: 5000 });
  expect(await after(5000)).toBe('');
  progress.start('memberships', { logged: true });
  expect(await after(5000)).toBe('memberships, 5 s\n');
  progress.update({ done: 200, total: 1000 });
  expect(await after(5000)).toBe('200 of 1,000 memberships, 20/s, 40 s left\n');
});

test('for a person who listens, any work has a whole line every 30 seconds, also across pauses', async () => {
  const { progress, after, intervals } = watched({ shows: 'steady' });
  progress.listed('members', { done: 1000, total: 10_000 });
  expect(await after(30_000)).toBe('1,000 of 10,000 members\n');
  progress.listed('members', { done: 4000, total: 10_000 });
  expect(await after(30_000)).toBe('4,000 of 10,000 members, 50/s, 2 min left\n');
  progress.listed('members', undefined);
  expect(await after(30_000)).toBe('');
  progress.waitFor('docs.example');
  expect(await after(30_000)).toBe('waiting for docs.example, 30 s\n');
  progress.waitFor(undefined);
  progress.start('memberships');
  progress.update({ done: 42, total: 600, failed: 1 });
  expect(await after(30_000)).toBe('42 of 600 memberships, 1 failed, 1/s, 7 min left\n');
  expect(intervals).toEqual([30_000]);
  progress.stop();
  expect(await after(30_000)).toBe('');
});

test('where nothing is to be shown, nothing ticks', () => {
  const { progress, isTicking } = watched({ shows: 'nothing' });
  progress.start('memberships', { logged: true });
  progress.waitFor('docs.example');
  expect(isTicking()).toBe(false);
});
