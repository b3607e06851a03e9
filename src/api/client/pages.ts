import type { UnusableAnswer } from './errors.ts';

/** Which part of a list to read. */
export interface PageRange {
  /** At most this many items in all. */
  readonly limit?: number | undefined;
  /** Items a page, 1 to 1000. */
  readonly pageSize?: number | undefined;
  /** Cursor of the page to start with. */
  readonly cursor?: string | undefined;
}

/** A page as the contract promises it. */
export interface Page {
  readonly items: readonly unknown[];
  readonly next?: { readonly page?: string | null | undefined } | null | undefined;
  readonly count?: unknown;
}

/** A page as it arrived. */
export interface RawPage {
  readonly body: Uint8Array;
  /** Parses and checks it. Rejects with {@link UnusableAnswer}. */
  read(): Promise<Page>;
  /** The error for a page that is right by itself, but leads nowhere. */
  unusable(message: string): UnusableAnswer;
}

/** How many items one page has at most, and where it starts. */
export interface PageQuery {
  readonly limit: number;
  readonly page: string | undefined;
}

/** Fetches one page; throws for anything but a success. `signal` aborts when nobody wants it any more, too. */
export type FetchPage = (query: PageQuery, signal: AbortSignal) => Promise<RawPage>;

const maxPageSize = 1000;
const maxPages = 10_000;
const maxEmptyPages = 100;

/**
 * The items of a list, a page at a time, until the service says that no more follow or `limit` is reached: the whole
 * list, or an error. The next page is on its way while one is parsed and used; it is dropped where the reader stops.
 */
export async function* readPages(
  fetchPage: FetchPage,
  { limit = Number.POSITIVE_INFINITY, pageSize = maxPageSize, cursor }: PageRange,
  signal: AbortSignal,
): AsyncGenerator<unknown[], void> {
  const size = Math.min(pageSize, limit);
  const unwanted = new AbortController();
  const until = AbortSignal.any([signal, unwanted.signal]);
  const fetch = (page: string | undefined) => {
    const fetched = fetchPage({ limit: size, page }, until);
    // Nobody may ever ask for a page that was fetched ahead; whoever does still gets its error.
    fetched.catch(() => {});
    return fetched;
  };
  const seen = new Set([cursor]);
  let emptyPages = 0;
  let total = 0;
  let upcoming = fetch(cursor);
  try {
    while (true) {
      const raw = await upcoming;
      const glimpsed = total + size < limit ? glimpseCursor(raw.body) : undefined;
      const isPlausible = seen.size < maxPages && emptyPages < maxEmptyPages - 1;
      const ahead = isPlausible && glimpsed !== undefined && !seen.has(glimpsed);
      if (ahead) {
        upcoming = fetch(glimpsed);
        await requestHasLeft();
      }
      const page = await raw.read();
      const next = page.next?.page || undefined;
      if (ahead && next !== glimpsed) throw raw.unusable('the page names two next pages');
      const items = page.items.slice(0, limit - total);
      total += items.length;
      emptyPages = items.length === 0 ? emptyPages + 1 : 0;
      if (items.length > 0) yield items;
      if (next === undefined || total >= limit) return;
      const problem = endless(seen, next, emptyPages);
      if (problem) throw raw.unusable(`${problem}; stopped after ${total} items`);
      seen.add(next);
      if (!ahead) upcoming = fetch(next);
    }
  } finally {
    unwanted.abort();
  }
}

/**
 * How many items a list brings in all, as far as a page tells: the reference does not say what `count` means, so it is
 * believed only where it is more than has come.
 */
export function expectedTotal(
  { count }: Page,
  done: number,
  { limit = Number.POSITIVE_INFINITY, cursor }: PageRange,
): number | undefined {
  if (cursor !== undefined || typeof count !== 'number' || count <= done) return undefined;
  return Math.min(count, limit);
}

/**
 * Parsing blocks, so a request must have left before. That takes three turns of the event loop, in which the transport
 * and undici make sure of the connection that was kept; the fourth is for a transport that takes one more.
 */
async function requestHasLeft(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Why a list would never end, where that is plain to see. */
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
 * The cursor of the next page as the first or last bytes of a body show it; `undefined` where only parsing can tell.
 * In valid JSON neither place can be inside an item or a string.
 */
function glimpseCursor(body: Uint8Array): string | undefined {
  const tail = new TextDecoder().decode(body.subarray(-glimpseLength));
  const key = tail.lastIndexOf('"next"');
  const found = key < 0 ? null : tail.slice(key).match(atEnd);
  if (found) return found[1];
  const head = new TextDecoder().decode(body.subarray(0, glimpseLength));
  return head.match(atStart)?.[1];
}
