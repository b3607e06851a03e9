import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCache, createPrintedPlans } from '../../src/system/cache.ts';
import { octal, temporaryFolder } from './temporary-folder.ts';

const minute = 60_000;

/** A folder that is not there yet. */
const newFolder = () => join(temporaryFolder(), 'docs-admin');

test('what was written is read for its time, by its own key only', async () => {
  let now = Date.now();
  const cache = createCache(newFolder(), minute, () => now);
  await cache.write('teams', 'Docs');
  expect(cache.read('teams')).toBe('Docs');
  expect(cache.read('sites')).toBeUndefined();
  now += minute + 1000;
  expect(cache.read('teams')).toBeUndefined();
});

test('a file from the future, as after a change of the clock, is not believed', async () => {
  const cache = createCache(newFolder(), minute, () => Date.now() - 2 * minute);
  await cache.write('teams', 'Docs');
  expect(cache.read('teams')).toBeUndefined();
});

test('no one else can read the files, and their names tell nothing', async () => {
  const folder = newFolder();
  mkdirSync(folder, { mode: 0o777 });
  await createCache(folder, minute, Date.now).write('https://docs.example org_acme', 'Docs');
  const [file] = readdirSync(folder) as [string];
  expect(file).toMatch(/^[0-9a-f]{64}$/);
  expect(octal(statSync(join(folder, file)).mode)).toBe('0600');
  expect(octal(statSync(folder).mode)).toBe('0700');
});

test('folders beside the files stay', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'compile'), { recursive: true });
  const cache = createCache(folder, -1, Date.now);
  await cache.write('teams', 'Docs');
  await cache.write('sites', 'Guide');
  expect(readdirSync(folder)).toHaveLength(2);
});

test('old files go when a new one is written', async () => {
  const folder = newFolder();
  const cache = createCache(folder, minute, Date.now);
  await cache.write('old', 'x');
  const [old] = readdirSync(folder) as [string];
  utimesSync(join(folder, old), new Date(0), new Date(0));
  await cache.write('new', 'y');
  expect(readdirSync(folder)).toHaveLength(1);
  expect(cache.read('new')).toBe('y');
});

test('where no folder can be made, nothing is kept, and nothing fails', async () => {
  const path = newFolder();
  writeFileSync(path, 'a file in its place');
  const cache = createCache(path, minute, Date.now);
  await cache.write('teams', 'Docs');
  expect(cache.read('teams')).toBeUndefined();
});

test.each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a link to a device', (path: string) => symlinkSync('/dev/zero', path)],
  ['a large file', (path: string) => writeFileSync(path, ' '.repeat(3_000_001))],
])('%s in place of a file counts as nothing', async (_, make) => {
  const folder = newFolder();
  const cache = createCache(folder, Number.POSITIVE_INFINITY, Date.now);
  await cache.write('teams', 'Docs');
  const path = join(folder, readdirSync(folder)[0] as string);
  rmSync(path);
  make(path);
  expect(cache.read('teams')).toBeUndefined();
});

test('it stays small: a long text is not kept, nor more than 100', async () => {
  const folder = newFolder();
  const cache = createCache(folder, minute, Date.now);
  await cache.write('long', 'x'.repeat(1_000_001));
  expect(cache.read('long')).toBeUndefined();
  for (let i = 0; i < 105; i++) await cache.write(`text ${i}`, 'x');
  expect(readdirSync(folder)).toHaveLength(100);
});

test('a printed plan is found by the beginning of its digest for 90 days, and no one else can read it', async () => {
  const folder = newFolder();
  let now = Date.now();
  const plans = createPrintedPlans(folder, () => now);
  const digest = 'a'.repeat(64);
  await plans.keep(digest, 'the plan');
  expect(plans.find('a'.repeat(12))).toBe('the plan');
  expect(plans.find('b'.repeat(12))).toBeUndefined();
  expect(octal(statSync(join(folder, digest)).mode)).toBe('0600');
  now += 91 * 86_400_000;
  expect(plans.find(digest)).toBeUndefined();
  await plans.keep('b'.repeat(64), 'another plan');
  expect(readdirSync(folder)).toEqual(['b'.repeat(64)]);
  await plans.prune(0);
  expect(readdirSync(folder)).toEqual([]);
});

test('where the place of printed plans cannot be written, none is kept, and nothing fails', async () => {
  const path = newFolder();
  writeFileSync(path, 'a file in its place');
  const plans = createPrintedPlans(path, Date.now);
  await plans.keep('a'.repeat(64), 'the plan');
  expect(plans.find('a'.repeat(64))).toBeUndefined();
});
