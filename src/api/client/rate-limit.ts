type Headers = Readonly<Record<string, string>>;

/**
 * Returns how long an answer asks to wait before the next request, in milliseconds; `undefined` if it does not say.
 * Reads `Retry-After`, else `RateLimit-Reset`, else `X-RateLimit-Reset`. Points in time are compared with the answer's
 * own `Date`, because the clock of this machine may be wrong, or with `now` if the answer has none.
 */
export function toldWait(headers: Headers, now: number): number | undefined {
  const serverNow = httpDate(headers.date) ?? now;
  return (
    retryAfter(headers, serverNow) ??
    reset(headers['ratelimit-reset'], serverNow) ??
    reset(headers['x-ratelimit-reset'], serverNow)
  );
}

/** Returns whether an answer has a `Retry-After` that can be read. */
export function hasRetryAfter(headers: Headers): boolean {
  return retryAfter(headers, 0) !== undefined;
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
