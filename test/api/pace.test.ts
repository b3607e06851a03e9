import { expect, test } from 'vitest';
import { createPace, type Pace } from '../../src/api/client/pace.ts';

/** Lets as many requests leave at `now` as may, each accepted at once. */
function leaveAll(pace: Pace, now: number, most = 1000): number {
  let left = 0;
  for (; left < most && !pace.hold(now); left++) pace.leave(now).accepted();
  return left;
}

/** A pace that has found out that the service takes ten requests a second. */
function steadyAt10(): Pace {
  const pace = createPace();
  pace.leave(0).refused(0, 1000, 0);
  leaveAll(pace, 1000, 10);
  pace.leave(1000).refused(1000, 1000, 50);
  return pace;
}

test('before the first refusal everything may leave', () => {
  const pace = createPace();
  for (let sent = 0; sent < 100; sent++) pace.leave(0);
  expect(pace.hold(0)).toBeUndefined();
});

test('after a refusal nothing leaves before the time that was told', () => {
  const pace = createPace();
  const [one, other] = [pace.leave(0), pace.leave(0)];
  one.refused(0, 2000, 100);
  other.refused(50, 1000, 0);
  expect(pace.hold(2099)).toEqual({ until: 2100, asked: true });
  expect(pace.hold(2100)).toBeUndefined();
});

test('one request goes ahead, and each that is accepted lets one more be under way', () => {
  const pace = createPace();
  pace.leave(0).refused(0, 1000, 0);
  pace.hold(1000);
  const first = pace.leave(1000);
  expect(pace.hold(1000)).toBe('answers');
  first.accepted();
  expect(pace.hold(1010)).toBeUndefined();
  pace.leave(1010);
  expect(pace.hold(1010)).toBeUndefined();
  pace.leave(1010);
  expect(pace.hold(1010)).toBe('answers');
});

test('where the first one gets no answer, the next one goes ahead', () => {
  const pace = createPace();
  pace.leave(0).refused(0, 1000, 0);
  pace.hold(1000);
  pace.leave(1000).ended();
  expect(pace.hold(1000)).toBeUndefined();
});

test('where the first one is refused again, all wait again', () => {
  const pace = createPace();
  pace.leave(0).refused(0, 1000, 0);
  pace.hold(1000);
  pace.leave(1000).refused(1010, 5000, 0);
  expect(pace.hold(1010)).toEqual({ until: 6010, asked: true });
});

test('what left before the pause opens nothing', () => {
  const pace = createPace();
  const early = pace.leave(0);
  pace.leave(0).refused(0, 1000, 0);
  early.accepted();
  expect(pace.hold(10)).toEqual({ until: 1000, asked: true });
});

test('what the service took in one search is its rate', () => {
  const pace = steadyAt10();
  expect(pace.hold(2050)).toBeUndefined();
  pace.leave(2050).accepted();
  const hold = pace.hold(2050);
  expect(hold).toEqual({ until: expect.closeTo(2050 + 100 / 0.99), asked: false });
});

test('the rate grows after thirty pauses, and doubles in ten more', () => {
  const pace = steadyAt10();
  pace.hold(2050);
  const intervalAt = (now: number) => {
    pace.leave(now).accepted();
    const hold = pace.hold(now);
    return typeof hold === 'object' ? hold.until - now : 0;
  };
  expect(intervalAt(32_000)).toBeCloseTo(101, 0);
  expect(intervalAt(42_050)).toBeCloseTo(50.5 - 10, 0);
  expect(intervalAt(52_050)).toBeCloseTo(25.25 - 10, 0);
});

test('a refusal begins the next search', () => {
  const pace = steadyAt10();
  pace.hold(2050);
  pace.leave(2050).refused(2060, 1000, 0);
  pace.hold(3060);
  expect(leaveAll(pace, 3060)).toBe(1000);
});

test('after a pause in the work, it goes on one after the other', () => {
  const pace = steadyAt10();
  expect(leaveAll(pace, 20_000)).toBe(1);
});
