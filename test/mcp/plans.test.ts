import { expect, test } from 'vitest';
import type { Planned } from '../../src/mcp/plans/planned.ts';
import { createPlans } from '../../src/mcp/plans/store.ts';
import { systemClock } from '../../src/system/clock.ts';

const planned = { digest: 'one' } as Planned;

/** Plans with a clock that a test sets, in milliseconds. */
function withClock() {
  const clock = { now: 0, monotonic: () => clock.now, bytes: systemClock.bytes };
  return { clock, plans: createPlans(clock) };
}

const minute = 60_000;

test('a plan lasts ten minutes, and can be taken once', () => {
  const { clock, plans } = withClock();
  const [first, second] = [plans.keep(planned), plans.keep(planned)];
  expect(first).toMatch(/^[\w-]{32}$/);
  expect(second).not.toBe(first);
  clock.now = 10 * minute - 1;
  expect(plans.take(first)).toMatchObject({ id: first, planned });
  expect(plans.take(first)).toBeUndefined();
  expect(plans.find(second)).toBeDefined();
  clock.now = 10 * minute;
  expect(plans.find(second)).toBeUndefined();
  expect(plans.take(second)).toBeUndefined();
});

test('one form is open for a plan, for five minutes', () => {
  const { clock, plans } = withClock();
  const plan = plans.find(plans.keep(planned));
  if (!plan) throw new Error('no plan');
  const nonce = plans.show(plan);
  expect(nonce).toBe(plan.form?.nonce);
  clock.now = 5 * minute - 1;
  expect(plans.show(plan)).toBeUndefined();
  clock.now = 5 * minute;
  const next = plans.show(plan);
  expect(next).toBeDefined();
  expect(next).not.toBe(nonce);
});

test('keeps the newest fifty plans', () => {
  const { plans } = withClock();
  const ids = Array.from({ length: 51 }, () => plans.keep(planned));
  expect(plans.find(ids[0] as string)).toBeUndefined();
  expect(ids.slice(1).every((id) => plans.find(id))).toBe(true);
});
