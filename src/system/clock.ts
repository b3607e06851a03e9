import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../api/retry.ts';

/** The machine's time and chance. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    sleep(ms, undefined, { signal }).catch(() => {
      throw signal.reason;
    }),
  random: () => Math.random(),
};
