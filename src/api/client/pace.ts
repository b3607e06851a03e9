/** What a request must wait for before it may leave. */
export type Hold =
  /** the service asked for a pause that has not ended */
  | { readonly until: number; readonly asked: true }
  /** its turn has not come */
  | { readonly until: number; readonly asked: false }
  /** the service has as many open requests as it is trusted to take */
  | 'answers';

/** One request that has left. The caller calls exactly one of the three functions when it has ended. */
export interface Departure {
  accepted(): void;
  /** At `now`, the service asked for a wait of `told` milliseconds. `spread` milliseconds are added to it. */
  refused(now: number, told: number, spread: number): void;
  /** It ended in a way that says nothing about the rate. */
  ended(): void;
}

/**
 * The pace at which a service takes requests, learned from its answers. All times are milliseconds of a clock that is
 * never set back.
 *
 * Until the first refusal everything may leave. What follows a pause is a search: one request, then one more at once
 * for each that is accepted, until the service refuses again. The requests that it took in that time, and the pause that
 * it asked for, are its rate. Requests then leave at that rate, which grows again after a while. A refusal begins the
 * next search, so that a rate that has changed is found in either direction.
 */
export interface Pace {
  /** Returns what to wait for at `now`; `undefined` if a request may leave. */
  hold(now: number): Hold | undefined;
  leave(now: number): Departure;
  /** Returns the requests in a second that the service takes; `undefined` while no limit is known. */
  rate(): number | undefined;
}

type Mode =
  | { readonly is: 'free' }
  | { readonly is: 'search' }
  | { readonly is: 'steady'; readonly rate: number; readonly growsFrom: number; readonly doublesIn: number };

/** The time from one reopening to the next. */
interface Cycle {
  start: number | undefined;
  accepted: number;
  underWay: number;
}

/**
 * The factor by which requests leave more slowly than the rate that was found. A service that took one request alone
 * refuses the next one if it comes a moment early, which late timers and the network can cause.
 */
const caution = { one: 0.97, several: 0.99 };
/**
 * Timers are late by a millisecond or two. At a high rate the next requests catch up, by this many milliseconds at
 * most.
 */
const catchUp = 10;
const often = 1 / 100;

// A refusal and the search after it cost about one pause: one pause in thirty costs a thirtieth of the rate.
const steadyPauses = 30;
const longestSteady = 300_000;
const doublingPauses = 10;
const shortestPause = 1000;

export function createPace(): Pace {
  let mode: Mode = { is: 'free' };
  let cycle: Cycle = { start: undefined, accepted: 0, underWay: 0 };
  let pause: { from: number; told: number; until: number } | undefined;
  let next = 0;

  function reopen({ from, told, until }: NonNullable<typeof pause>): void {
    const { start = from, accepted } = cycle;
    const found = mode.is === 'search' && accepted > 0;
    const length = Math.max(told, shortestPause);
    mode = found
      ? {
          is: 'steady',
          rate:
            ((accepted === 1 ? caution.one : caution.several) * accepted) /
            (told + gathering(from - start, told)),
          growsFrom: until + Math.min(steadyPauses * length, longestSteady),
          doublesIn: doublingPauses * length,
        }
      : { is: 'search' };
    cycle = { start: undefined, accepted: 0, underWay: 0 };
    pause = undefined;
    next = until;
  }

  return {
    hold(now) {
      if (pause && now < pause.until) return { until: pause.until, asked: true };
      if (pause) reopen(pause);
      if (mode.is === 'search' && cycle.underWay > cycle.accepted) return 'answers';
      return mode.is === 'steady' && now < next ? { until: next, asked: false } : undefined;
    },
    leave(now) {
      const own = cycle;
      own.start ??= now;
      own.underWay++;
      if (mode.is === 'steady') {
        const rate = rateAt(mode, now);
        next = Math.max(next, now - (rate > often ? catchUp : 0)) + 1 / rate;
      }
      return {
        accepted() {
          own.underWay--;
          own.accepted++;
        },
        refused(time, told, spread) {
          own.underWay--;
          pause = {
            from: pause?.from ?? time,
            told: Math.max(pause?.told ?? 0, told),
            until: Math.max(pause?.until ?? 0, time + told + spread),
          };
        },
        ended() {
          own.underWay--;
        },
      };
    },
    rate: () => (mode.is === 'steady' ? mode.rate * 1000 : undefined),
  };
}

/**
 * Returns how much of a search's time counts. Requests that were accepted faster than in one pause had been saved up
 * before, and are saved up again in one pause: services give pauses in whole seconds, usually longer than needed.
 */
function gathering(duration: number, told: number): number {
  return duration < told ? 0 : duration;
}

/** Returns requests per millisecond. */
function rateAt({ rate, growsFrom, doublesIn }: Extract<Mode, { is: 'steady' }>, now: number): number {
  return rate * 2 ** (Math.max(0, now - growsFrom) / doublesIn);
}
