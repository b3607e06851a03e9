import { expect, test } from 'vitest';
import { systemClock } from '../../src/system/clock.ts';

test('sleeping takes its time', async () => {
  const start = systemClock.now();
  await systemClock.sleep(20, new AbortController().signal);
  expect(systemClock.now() - start).toBeGreaterThanOrEqual(19);
});

test('an abort ends a sleep at once, with its reason', async () => {
  const controller = new AbortController();
  const sleeping = systemClock.sleep(3_600_000, controller.signal);
  const reason = new Error('asked to end');
  controller.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(systemClock.sleep(3_600_000, controller.signal)).rejects.toBe(reason);
});
