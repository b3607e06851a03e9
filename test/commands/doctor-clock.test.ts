import { expect, test } from 'vitest';
import { clockProblem } from '../../src/commands/doctor.ts';

const minute = 60_000;

test.each([
  [0, undefined],
  [minute, undefined],
  [-minute, undefined],
  [62 * minute, '62 min ahead of the service'],
  [-90 * minute, '90 min behind the service'],
])('a clock that is %i ms ahead', (off, problem) => {
  const time = Date.parse('2026-06-01T12:00:00Z');
  expect(clockProblem(time + off, time)).toBe(problem);
});
