/**
 * How many requests may be under way at once, between 1 and what the user allows: halved where the service asks for
 * a pause, one less after an error of the server, one more after 20 successes in a row.
 */
export interface Pressure {
  readonly limit: number;
  throttled(): void;
  serverFailed(): void;
  succeeded(): void;
}

const successesToGrow = 20;

export function createPressure(most: number): Pressure {
  let limit = most;
  let successes = 0;
  function shrink(to: number): void {
    limit = Math.max(1, to);
    successes = 0;
  }
  return {
    get limit() {
      return limit;
    },
    throttled: () => shrink(Math.floor(limit / 2)),
    serverFailed: () => shrink(limit - 1),
    succeeded() {
      successes++;
      if (successes < successesToGrow) return;
      limit = Math.min(most, limit + 1);
      successes = 0;
    },
  };
}
