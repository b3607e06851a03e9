import { setImmediate } from 'node:timers/promises';
import { randomNumbers } from '../../src/sandbox/http/fault-injection.ts';

/** Something that happens at a moment of the simulated time. */
interface Happening {
  readonly at: number;
  readonly order: number;
  /** Whether the simulation goes on for it. A renewed lock or a progress bar keeps no process running. */
  readonly isWeak: boolean;
  readonly happen: () => void;
}

/**
 * The time of a history. Nothing happens by itself: processes wait for happenings, and one happening follows another in
 * the order of their times. One seed therefore gives one order, whatever the machine.
 */
export interface Clockwork {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Returns a number from 0 (included) to 1 (excluded). */
  random(): number;
  /** Returns one of the numbers from 0 to `count - 1`. */
  pick(count: number): number;
  /** Calls `happen` after `ms` milliseconds. Returns what calls it off. */
  after(ms: number, happen: () => void, options?: { readonly isWeak?: boolean }): () => void;
  /** Lets things happen until `isOver`, or until nothing is left. Throws after very many: something does not end. */
  run(isOver: () => boolean): Promise<void>;
}

/** No history needs so many happenings. */
const most = 20_000;

/** Makes a clockwork. `start` is its first time; the seed gives its random numbers. */
export function createClockwork(seed: number, start: number): Clockwork {
  const random = randomNumbers(seed);
  const waiting = new Set<Happening>();
  let now = start;
  let made = 0;

  function next(): Happening | undefined {
    let first: Happening | undefined;
    let isAlive = false;
    for (const one of waiting) {
      isAlive ||= !one.isWeak;
      if (!first || one.at < first.at || (one.at === first.at && one.order < first.order)) first = one;
    }
    return isAlive ? first : undefined;
  }

  return {
    now: () => Math.floor(now),
    random,
    pick: (count) => Math.floor(random() * count),
    after(ms, happen, { isWeak = false } = {}) {
      const one = { at: now + Math.max(0, ms), order: made++, isWeak, happen };
      waiting.add(one);
      return () => void waiting.delete(one);
    },
    async run(isOver) {
      for (let count = 0; ; count++) {
        // All promises that can go on have gone on when this turn comes.
        await setImmediate();
        const one = isOver() ? undefined : next();
        if (!one) return;
        if (count >= most) throw new Error(`does not end: ${most} happenings`);
        waiting.delete(one);
        now = Math.max(now, one.at);
        one.happen();
      }
    },
  };
}
