import type { Clock } from '../../ports.ts';
import { createPace, type Departure } from './pace.ts';

/** The gate that all requests to a service pass, in their order, at the pace that the service accepts. */
export interface RateGate {
  /**
   * Resolves with a departure when a request may leave; the caller tells it the result. Rejects with the reason of
   * `stop`, and with anything that `onPause` throws.
   */
  pass(entry: GateEntry): Promise<Departure>;
  /** Returns the requests in a second that the service takes; `undefined` while no limit is known. */
  rate(): number | undefined;
  /**
   * Returns how many milliseconds it takes to send requests, of which some run at once, by the time that those so far took
   * and the rate; `undefined` before the first answer.
   */
  time(requests: number, atOnce: number): number | undefined;
}

export interface GateEntry {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly stop: AbortSignal;
  /** The request was refused before, and goes ahead of requests that have not left yet. */
  readonly again: boolean;
  /** Called before the wait, with the milliseconds that the service asked for. */
  readonly onPause: (ms: number) => void;
}

export function createRateGate(): RateGate {
  const pace = createPace();
  /** The waiting requests. Only the first one asks the pace. */
  const queue: Waiter[] = [];
  let wake = () => {};
  const answered = { requests: 0, milliseconds: 0 };

  function enqueue(again: boolean): Waiter {
    const waiter = createWaiter(again);
    const others = queue.findIndex((other, at) => at > 0 && !other.again);
    if (again && others > 0) queue.splice(others, 0, waiter);
    else queue.push(waiter);
    queue[0]?.come();
    return waiter;
  }

  function dequeue(waiter: Waiter): void {
    queue.splice(queue.indexOf(waiter), 1);
    queue[0]?.come();
  }

  async function waitToLeave({ clock, stop, onPause }: GateEntry): Promise<void> {
    let announced: number | undefined;
    while (true) {
      stop.throwIfAborted();
      const now = clock.monotonic();
      const hold = pace.hold(now);
      if (hold === undefined) return;
      if (hold === 'answers') {
        await abortable(new Promise((resolve) => (wake = () => resolve())), stop);
        continue;
      }
      // A timer may end a moment early; the rest of the pause is waited for without another call of `onPause`.
      if (hold.asked && hold.until !== announced) onPause(hold.until - now);
      announced = hold.until;
      await clock.sleep(Math.ceil(hold.until - now), stop);
    }
  }

  return {
    async pass(entry) {
      entry.stop.throwIfAborted();
      const { clock } = entry;
      if (queue.length > 0 || pace.hold(clock.monotonic()) !== undefined) {
        const waiter = enqueue(entry.again);
        try {
          await abortable(waiter.turn, entry.stop);
          await waitToLeave(entry);
        } finally {
          dequeue(waiter);
        }
      }
      const left = clock.monotonic();
      const departure = told(pace.leave(left), () => wake());
      return {
        ...departure,
        accepted() {
          answered.requests++;
          answered.milliseconds += clock.monotonic() - left;
          departure.accepted();
        },
      };
    },
    rate: () => pace.rate(),
    time(requests, atOnce) {
      if (answered.requests === 0) return undefined;
      const each = answered.milliseconds / answered.requests / atOnce;
      return requests * Math.max(each, 1000 / (pace.rate() ?? Number.POSITIVE_INFINITY));
    },
  };
}

/** Wraps a departure so that `then` is called at its end. */
function told({ accepted, refused, ended }: Departure, then: () => void): Departure {
  return {
    accepted: () => {
      accepted();
      then();
    },
    refused: (...pause) => {
      refused(...pause);
      then();
    },
    ended: () => {
      ended();
      then();
    },
  };
}

interface Waiter {
  readonly again: boolean;
  /** Resolves when this is the first in the queue. */
  readonly turn: Promise<void>;
  come(): void;
}

function createWaiter(again: boolean): Waiter {
  let come = () => {};
  const turn = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { again, turn, come };
}

/** Returns `promise`, or a rejection with the signal's reason if that comes first. */
function abortable(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}
