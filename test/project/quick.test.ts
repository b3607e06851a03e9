import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listed, quickSeconds, riskiest, secondsOf, slowTests, testFiles } from '../support/test-times.ts';

const slow = slowTests();
const quick = testFiles().filter((path) => !slow.includes(path));
const isRisky = (path: string) => riskiest.some((place) => path.startsWith(place));

test('the quick tests have every file whose time is not known, as a new one', () => {
  expect(slow.filter((path) => !listed.has(path))).toEqual([]);
});

test('the times are those of files that are there; if not: npm run test:timed', () => {
  expect([...listed.keys()].filter((path) => !existsSync(path))).toEqual([]);
});

test('the quick tests fill their time, and have most files of what is at risk', () => {
  const seconds = quick.reduce((sum, path) => sum + secondsOf(path), 0);
  expect(seconds).toBeLessThanOrEqual(quickSeconds);
  expect(seconds).toBeGreaterThan(quickSeconds - 5);
  const risky = testFiles().filter(isRisky);
  expect(risky.filter((path) => quick.includes(path)).length).toBeGreaterThan(risky.length / 2);
  expect(riskiest.filter((place) => !testFiles().some((path) => path.startsWith(place)))).toEqual([]);
});
