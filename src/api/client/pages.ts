import type { Clock } from '../../ports.ts';
import type { UnusableAnswer } from './errors.ts';

/** The part of a list to read. */
export interface PageRange {
  /** The largest number of items in all. Without it, the whole list is read. */
  readonly limit?: number | undefined;
  /** The number of items on a page, 1 to 1000. @default 1000 */
  readonly pageSize?: number | undefined;
  /** Cursor of the page to start with. */
  readonly cursor?: string | undefined;
}

/** A page that fits the contract. */
export interface AnswerPage {
  readonly items: readonly unknown[];
  readonly next?: { readonly page?: string | null | undefined } | null | undefined;
  readonly count?: unknown;
}

/** A page as it arrived, not yet parsed. */
export interface RawPage {
  readonly body: Uint8Array;
  /** Parses and checks the page. Rejects with {@link UnusableAnswer}. */
  read(): Promise<AnswerPage>;
  /** Returns the error for a page that is valid by itself, but leads nowhere. */
  unusable(message: string): UnusableAnswer;
}

/** The largest number of items on one page, and the cursor of its start. */
export interface PageQuery {
  readonly limit: number;
  readonly page: string | undefined;
}

/** Fetches one page. Throws for anything but a success. `signal` also aborts when the page is no longer needed. */
export type FetchPage = (query: PageQuery, signal: AbortSignal) => Promise<RawPage>;

const maxPageSize = 1000;
const maxPages = 10_000;
const maxEmptyPages = 100;

/**
 * Yields the items of a list, a page at a time, until the service has no more or `limit` is reached. Throws if a page
 * cannot be read, so that a list is never silently incomplete. The next page is fetched while one is parsed and used;
 * it is dropped if the reader stops.
 */
export async function* readPages(
  fetchPage: FetchPage,
  { limit = Number.POSITIVE_INFINITY, pageSize = maxPageSize, cursor }: PageRange,
  signal: AbortSignal,
  clock: Pick<Clock, 'turn'>,
): AsyncGenerator<unknown[], void> {
  const size = Math.min(pageSize, limit);
  const unwanted = new AbortController();
  const until = AbortSignal.any([signal, unwanted.signal]);
  const fetch = (page: string | undefined) => {
    const fetched = fetchPage({ limit: size, page }, until);
    // A page that was fetched ahead may never be needed; then its error must not end the process. A reader still gets
    // it.
    fetched.catch(() => {});
    return fetched;
  };
  const seen = new Set([cursor]);
  let emptyPages = 0;
  let total = 0;
  let upcoming = fetch(cursor) as Promise<RawPage> | undefined;
  let items: unknown[] = [];
  let next: string | undefined;
  let problem: Error | undefined;

  /**
   * Takes the next page. A function of its own, because a generator that waits holds all of its variables: a page would
   * stay in memory until the next one is there.
   */
  async function takePage(): Promise<void> {
    const raw = (await upcoming) as RawPage;
    upcoming = undefined;
    const glimpsed = total + size < limit ? glimpseCursor(raw.body) : undefined;
    const isPlausible = seen.size < maxPages && emptyPages < maxEmptyPages - 1;
    const ahead = isPlausible && glimpsed !== undefined && !seen.has(glimpsed);
    if (ahead) {
      upcoming = fetch(glimpsed);
      await requestHasLeft(clock);
    }
    const page = await raw.read();
    next = page.next?.page || undefined;
    items = page.items.slice(0, limit - total);
    total += items.length;
    emptyPages = items.length === 0 ? emptyPages + 1 : 0;
    if (total >= limit) next = undefined;
    if (next === undefined) return;
    const reason = endless(seen, next, emptyPages);
    if (reason) problem = raw.unusable(`${reason}; stopped after ${total} items`);
    seen.add(next);
  }

  function handOut(): unknown[] {
    const page = items;
    items = [];
    return page;
  }

  try {
    while (upcoming) {
      await takePage();
      if (items.length > maxPageSize) yield* inParts(handOut(), clock);
      else if (items.length > 0) yield handOut();
      if (problem) throw problem;
      if (next !== undefined) upcoming ??= fetch(next);
      else return;
    }
  } finally {
    // The error for an abort costs more than a short list, so there is none without a request.
    if (upcoming) unwanted.abort();
  }
}

/** Yields a page that is longer than allowed in parts, with time for signals after each. */
async function* inParts(
  items: readonly unknown[],
  clock: Pick<Clock, 'turn'>,
): AsyncGenerator<unknown[], void> {
  for (let start = 0; start < items.length; start += maxPageSize) {
    yield items.slice(start, start + maxPageSize);
    await clock.turn();
  }
}

/**
 * Returns how many items a list has in all, if a page tells. The reference does not define `count`, so it is believed
 * only if it is more than the items so far.
 */
export function expectedTotal(
  { count }: AnswerPage,
  done: number,
  { limit = Number.POSITIVE_INFINITY, cursor }: PageRange,
): number | undefined {
  if (cursor !== undefined || typeof count !== 'number' || count <= done) return undefined;
  return Math.min(count, limit);
}

/**
 * Resolves when a request has left. Parsing blocks the event loop, so the request must leave first. That takes three
 * turns of the event loop, in which the transport and undici check the kept connection; the fourth is for a transport
 * that takes one more.
 */
async function requestHasLeft(clock: Pick<Clock, 'turn'>): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await clock.turn();
}

/** Returns why a list would never end, if that is plain. */
function endless(
  seen: ReadonlySet<string | undefined>,
  next: string,
  emptyPages: number,
): string | undefined {
  if (seen.has(next)) return 'the server repeats a cursor';
  if (seen.size >= maxPages) return `the list has more than ${maxPages} pages`;
  if (emptyPages >= maxEmptyPages) return `the server sends one empty page after the other`;
  return undefined;
}

const glimpseLength = 4096;
const nextObject = '\\s*:\\s*\\{\\s*"page"\\s*:\\s*"([^"\\\\\\u0000-\\u001f]+)"\\s*\\}';
const count = '"count"\\s*:\\s*\\d+\\s*';
const atEnd = new RegExp(`^"next"${nextObject}\\s*(?:,\\s*${count})?\\}\\s*$`);
const atStart = new RegExp(`^\\s*\\{\\s*(?:${count},\\s*)?"next"${nextObject}\\s*,`);

/**
 * Reads the cursor of the next page from the first or last bytes of a body; `undefined` if only parsing can tell. In
 * valid JSON neither place can be inside an item or a string.
 */
function glimpseCursor(body: Uint8Array): string | undefined {
  const tail = new TextDecoder().decode(body.subarray(-glimpseLength));
  const key = tail.lastIndexOf('"next"');
  const found = key < 0 ? null : tail.slice(key).match(atEnd);
  if (found) return found[1];
  const head = new TextDecoder().decode(body.subarray(0, glimpseLength));
  return head.match(atStart)?.[1];
}
