import { ServiceError } from '../../api/client/errors.ts';
import { Unfinished } from '../../errors.ts';
import { shortened } from '../../text/shortened.ts';

const atOnce = 8;

type Outcome<Value> = { readonly value: Value } | { readonly error: unknown };

/**
 * Yields what `read` gives for each of `items`, in their order, and reads up to `most` of them at once. Who takes no more
 * leaves the others behind.
 */
export async function* readAhead<Item, Value>(
  items: readonly Item[],
  most: number,
  read: (item: Item) => Promise<Value>,
): AsyncGenerator<Outcome<Value>> {
  const begun: Promise<Outcome<Value>>[] = [];
  for (const at of items.keys()) {
    for (const item of items.slice(at + begun.length, at + most))
      begun.push(
        read(item).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        ),
      );
    yield await (begun.shift() as Promise<Outcome<Value>>);
  }
}

/**
 * Yields the result of `read` for each of `items`, in their order, and reads a few at once. Items that the token may
 * not see are left out, and an `Unfinished` at the end names them; any other failure is thrown at once.
 */
export async function* readEach<Item, Value>(
  items: readonly Item[],
  read: (item: Item) => Promise<Value>,
  nameOf: (item: Item) => string,
): AsyncGenerator<Value> {
  const unread: string[] = [];
  let at = 0;
  for await (const outcome of readAhead(items, atOnce, read)) {
    const item = items[at++] as Item;
    if ('value' in outcome) yield outcome.value;
    else if (isHidden(outcome.error)) unread.push(`${nameOf(item)}: ${outcome.error.message}`);
    else throw outcome.error;
  }
  if (unread.length > 0) throw incomplete(unread, items.length);
}

function isHidden(error: unknown): error is ServiceError {
  return error instanceof ServiceError && [403, 404].includes(error.status);
}

function incomplete(unread: readonly string[], total: number): Unfinished {
  return new Unfinished(`the list is incomplete: ${unread.length} of ${total} could not be read`, {
    kind: 'incomplete',
    hint: { code: 'use-administrator', data: {} },
    details: shortened(unread),
  });
}

const chunkSize = 200;

/**
 * Yields the same items in longer pages, because the first page decides the widths of a table's columns. Items before a
 * failure are not lost.
 */
export async function* inChunks<Item>(
  pages: AsyncIterable<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  let chunk: Item[] = [];
  try {
    for await (const page of pages) {
      chunk.push(...page);
      if (chunk.length < chunkSize) continue;
      yield chunk;
      chunk = [];
    }
  } catch (error) {
    if (chunk.length > 0) yield chunk;
    throw error;
  }
  if (chunk.length > 0) yield chunk;
}

/** Yields the first `limit` items; all of them without a limit. */
export async function* firstOf<Item>(
  pages: AsyncIterable<readonly Item[]>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly Item[]> {
  let left = limit;
  for await (const page of pages) {
    if (page.length >= left) return yield page.slice(0, left);
    left -= page.length;
    yield page;
  }
}
