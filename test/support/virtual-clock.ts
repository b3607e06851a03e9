import type { Clock } from '../../src/ports.ts';
import { systemClock } from '../../src/system/clock.ts';

export interface VirtualClock extends Clock {
  /** The requested lengths of all sleeps in milliseconds, in order. */
  readonly sleeps: readonly number[];
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * Makes a clock that jumps to the end of the next sleep as soon as nothing else is left to do, so that concurrent
 * sleeps end in the right order.
 */
export function virtualClock({
  start = Date.parse('2026-06-01T12:00:00Z'),
  random = (): number => 0.5,
} = {}): VirtualClock {
  let now = start;
  let sleepers: Sleeper[] = [];
  const sleeps: number[] = [];

  function wakeNext(): void {
    const [next] = sleepers.toSorted((one, other) => one.at - other.at);
    if (!next) return;
    sleepers = sleepers.filter((sleeper) => sleeper !== next);
    now = Math.max(now, next.at);
    next.wake();
  }

  return {
    ...systemClock,
    sleeps,
    now: () => now,
    monotonic: () => now - start,
    random,
    sleep(ms, signal) {
      sleeps.push(ms);
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const abort = () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          reject(signal.reason);
        };
        const wake = () => {
          signal.removeEventListener('abort', abort);
          resolve();
        };
        const sleeper = { at: now + ms, wake };
        signal.addEventListener('abort', abort);
        sleepers.push(sleeper);
        setImmediate(wakeNext);
      });
    },
  };
}
