import type { FailureFacts } from '../../errors.ts';
import type { Clock, WireAnswer } from '../../ports.ts';
import type { Operation } from '../contract/operation.ts';

export interface RetryLimits {
  /** Retries after the first attempt. */
  readonly maxRetries: number;
  /** Longest pause that the service may ask for, in milliseconds. It counts all pauses of one request together. */
  readonly maxWait: number;
}

type Answer = Pick<WireAnswer, 'status' | 'headers'>;

export type SendAttempt = Answer | FailureFacts;

/** The state of a request after an attempt. */
export interface Standing {
  /** Number of the attempt that has ended, from 0. An attempt that got a 429 does not count. */
  readonly attempt: number;
  /** How often the request has got a 429 before. */
  readonly refusals: number;
  /** Whether sending the request twice has the same effect as sending it once. */
  readonly repeatable: boolean;
  /** Milliseconds that the service has asked the request to wait so far. */
  readonly waited: number;
  /** The tokens left in the process's {@link RetryBudget}. */
  readonly tokens: number;
}

export type Decision =
  /** the attempt is the result: an answer to read or a failure to report */
  | { readonly do: 'stop' }
  /** the outcome of a request that must not be repeated is unknown */
  | { readonly do: 'report-unknown' }
  /** `cost` is charged to the retry budget */
  | { readonly do: 'retry'; readonly wait: number; readonly cost: number }
  /** the service asks all requests to pause for `told` milliseconds; `spread` milliseconds are added */
  | { readonly do: 'pause'; readonly told: number; readonly spread: number; readonly cost: number }
  /** the service asks for a longer pause than allowed */
  | { readonly do: 'give-up-waiting'; readonly told: number };

const baseBackoff = 500;
const baseThrottledBackoff = 1000;
const minWait = 100;
const maxBackoff = 20_000;
const maxSpread = 2000;
const baseFloor = 250;
const maxFloor = 10_000;
/** A shorter pause than this one, in milliseconds, is no limit of requests in a second. */
const shortHint = 1000;

const retryCost = 14;
const unavailableCost = 5;

type Chance = Pick<Clock, 'now' | 'random'>;

/** Decides what to do after an attempt. Pure: time and random numbers come from `clock`. */
export function decide(
  standing: Standing,
  outcome: SendAttempt,
  limits: RetryLimits,
  clock: Chance,
): Decision {
  const { attempt, repeatable, tokens } = standing;
  if ('status' in outcome && isThrottled(outcome)) return pause(standing, outcome, limits, clock);
  const { mayHaveActed, mayBeRepeated } = factsOf(outcome, standing);
  if (mayHaveActed && !repeatable) return { do: 'report-unknown' };
  if (!mayBeRepeated || attempt >= limits.maxRetries || tokens < retryCost) return { do: 'stop' };
  return { do: 'retry', wait: backoff(attempt, baseBackoff, clock), cost: retryCost };
}

/** Returns whether the service may have accepted an attempt as work to do, so that its effect may exist. */
export function attemptMayHaveActed(outcome: SendAttempt): boolean {
  if (!('status' in outcome)) return outcome.mayHaveActed;
  return !isThrottled(outcome) && unclearStatuses.has(outcome.status);
}

/** Returns whether an answer says "not now": the request was not processed. */
function isThrottled({ status, headers }: Answer): boolean {
  return status === 429 || (status === 503 && retryAfter(headers, 0) !== undefined);
}

// Every other 5xx says by definition that the request was not carried out, and will not be.
const unclearStatuses = new Set([500, 502, 503, 504, 520, 521, 522, 523, 524]);
/** The service stopped reading the request, and did nothing. */
const unreadStatuses = new Set([408, 425]);

function factsOf(outcome: SendAttempt, { attempt, repeatable }: Standing): FailureFacts {
  if (!('status' in outcome)) return outcome;
  if (unreadStatuses.has(outcome.status))
    return { mayHaveActed: false, mayBeRepeated: repeatable || attempt === 0 };
  const isUnclear = unclearStatuses.has(outcome.status);
  return { mayHaveActed: isUnclear, mayBeRepeated: isUnclear };
}

function pause(standing: Standing, answer: Answer, limits: RetryLimits, clock: Chance): Decision {
  const { attempt, refusals, waited, tokens } = standing;
  const isAttempt = answer.status !== 429;
  const hint = toldWait(answer.headers, clock.now());
  const told =
    hint === undefined
      ? backoff(refusals, baseThrottledBackoff, clock)
      : Math.max(hint, hint < shortHint ? floor(refusals + attempt) : 0);
  const allowed = limits.maxWait - waited;
  if (told > allowed) return { do: 'give-up-waiting', told };
  if (isAttempt && (attempt >= limits.maxRetries || tokens < unavailableCost)) return { do: 'stop' };
  const spread = hint === undefined ? 0 : clock.random() * Math.min(told / 10, maxSpread);
  return {
    do: 'pause',
    told,
    spread: Math.min(spread, allowed - told),
    cost: isAttempt ? unavailableCost : 0,
  };
}

/** Returns the least wait after so many refusals, for a service that says again and again that it need not be long. */
function floor(before: number): number {
  return Math.min(maxFloor, baseFloor * 2 ** before);
}

/**
 * Returns a random wait up to the exponential one (full jitter), so that clients that failed together do not return
 * together.
 */
function backoff(before: number, base: number, clock: Chance): number {
  return Math.max(minWait, clock.random() * Math.min(maxBackoff, base * 2 ** before));
}

/** Limits the retries of a process against a service that is down: retries cost tokens, successes give them back. */
export interface RetryBudget {
  readonly tokens: number;
  spend(cost: number): void;
  /** A request succeeded: gives back the cost of its last retry, or one token if it needed none. */
  succeeded(lastCost: number): void;
}

const fullBudget = 500;

export function createRetryBudget(): RetryBudget {
  let tokens = fullBudget;
  return {
    get tokens() {
      return tokens;
    },
    spend(cost) {
      tokens = Math.max(0, tokens - cost);
    },
    succeeded(lastCost) {
      tokens = Math.min(fullBudget, tokens + (lastCost || 1));
    },
  };
}

/** Returns whether `op` may be sent again when the outcome of the first attempt is unknown. */
export function isRepeatable(op: Operation): boolean {
  return op.repeatable ?? op.method !== 'POST';
}

type Headers = Answer['headers'];

/**
 * Returns how long an answer asks to wait before the next request, in milliseconds; `undefined` if it does not say.
 * Reads `Retry-After`, else `RateLimit-Reset`, else `X-RateLimit-Reset`. Points in time are compared with the answer's
 * own `Date`, because the clock of this machine may be wrong, or with `now` if the answer has none.
 */
function toldWait(headers: Headers, now: number): number | undefined {
  const serverNow = httpDate(headers.date) ?? now;
  return (
    retryAfter(headers, serverNow) ??
    reset(headers['ratelimit-reset'], serverNow) ??
    reset(headers['x-ratelimit-reset'], serverNow)
  );
}

function retryAfter(headers: Headers, serverNow: number): number | undefined {
  const value = headers['retry-after'];
  const seconds = largestNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  const time = httpDate(value);
  return time === undefined ? undefined : Math.max(0, time - serverNow);
}

// No one pauses for thirty years: a number of that size is a point in time. The same holds for milliseconds.
const smallestEpochSeconds = 1e9;
const smallestEpochMilliseconds = 1e11;

function reset(value: string | undefined, serverNow: number): number | undefined {
  const number = largestNumber(value);
  if (number === undefined) return undefined;
  if (number < smallestEpochSeconds) return number * 1000;
  const time = number < smallestEpochMilliseconds ? number * 1000 : number;
  // The service may have cut off a fraction of the second.
  return Math.max(0, time + 1000 - serverNow);
}

/** Returns the largest number in a header. It has several if two proxies have each added one. */
function largestNumber(value = ''): number | undefined {
  const parts = value.split(',').map((part) => part.trim());
  return parts.every((part) => /^\d+(\.\d+)?$/.test(part)) ? Math.max(...parts.map(Number)) : undefined;
}

/** Parses an HTTP date in its one current form, `Sun, 06 Nov 1994 08:49:37 GMT`. */
function httpDate(value = ''): number | undefined {
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toUTCString() === value ? time : undefined;
}
