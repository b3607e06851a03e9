/**
 * The number of requests that may run at once, between 1 and the user's limit: one less after an error of the server,
 * one more after 20 successes in a row. The rate gate handles rate limits.
 */
export interface ConcurrencyLimit {
  readonly limit: number;
  serverFailed(): void;
  succeeded(): void;
}

const successesToGrow = 20;

export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  let limit = most;
  let successes = 0;
  return {
    get limit() {
      return limit;
    },
    serverFailed() {
      limit = Math.max(1, limit - 1);
      successes = 0;
    },
    succeeded() {
      successes++;
      if (successes < successesToGrow) return;
      limit = Math.min(most, limit + 1);
      successes = 0;
    },
  };
}
