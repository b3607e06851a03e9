import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../ports.ts';

/** The time of this machine, and random numbers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // Not `performance`: its first use loads twelve modules of Node.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (ms, signal) =>
    sleep(ms, undefined, { signal }).catch(() => {
      throw signal.reason;
    }),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
  random: () => Math.random(),
  digits: (count) =>
    Array.from({ length: count }, () => Math.floor(Math.random() * 16).toString(16)).join(''),
  // Loaded here, because few commands need it.
  bytes: (count) => process.getBuiltinModule('node:crypto').randomBytes(count),
};

/** Calls `tick` every `ms` milliseconds until the returned function is called. Does not keep the process running. */
export function every(ms: number, tick: () => void): () => void {
  const timer = setInterval(tick, ms).unref();
  return () => clearInterval(timer);
}
