import { randomBytes } from 'node:crypto';
import type { Clock } from '../ports.ts';

/** A part of a result that is too long for one answer. */
export interface Page {
  readonly data: unknown;
  /** The number of all items; `undefined` for a text. */
  readonly total: number | undefined;
  /** The number of items in this part; `undefined` for a text. */
  readonly returned: number | undefined;
  /** Gets the next part; `undefined` at the end. */
  readonly cursor: string | undefined;
}

/** Holds results for a while, and returns them in parts. */
export interface Pages {
  /** Returns the first part of a result. */
  first(result: unknown): Page;
  /** Returns a further part; `undefined` for an unknown or old cursor. */
  next(cursor: string): Page | undefined;
}

const mostItems = 100;
const mostCharacters = 40_000;
const mostHeld = 20;
const heldFor = 10 * 60_000;

interface Held {
  readonly result: readonly unknown[] | string;
  readonly until: number;
}

export function createPages({ monotonic }: Pick<Clock, 'monotonic'>): Pages {
  const held = new Map<string, Held>();

  function hold(result: Held['result']): string {
    const now = monotonic();
    for (const [id, { until }] of held) if (until <= now || held.size >= mostHeld) held.delete(id);
    const id = randomBytes(9).toString('base64url');
    held.set(id, { result, until: now + heldFor });
    return id;
  }

  function part(result: Held['result'], from: number, id: string | undefined): Page {
    const [data, end] = typeof result === 'string' ? cutText(result, from) : cutItems(result, from);
    const isLast = end >= result.length;
    const cursor = isLast ? undefined : `${id ?? hold(result)}.${end}`;
    if (typeof result === 'string') return { data, total: undefined, returned: undefined, cursor };
    return { data, total: result.length, returned: end - from, cursor };
  }

  return {
    first(result) {
      if (Array.isArray(result)) return part(result, 0, undefined);
      const text = JSON.stringify(result) ?? '';
      const isShort = text.length <= mostCharacters;
      if (isShort) return { data: result, total: undefined, returned: undefined, cursor: undefined };
      return part(typeof result === 'string' ? result : text, 0, undefined);
    },
    next(cursor) {
      const [, id = '', from] = /^([\w-]+)\.(\d{1,9})$/.exec(cursor) ?? [];
      const found = held.get(id);
      if (!found || found.until <= monotonic() || Number(from) >= found.result.length) return undefined;
      return part(found.result, Number(from), id);
    },
  };
}

function cutText(text: string, from: number): [string, number] {
  const end = from + mostCharacters;
  // A pair of surrogates stays together.
  const isSplit = /[\ud800-\udbff]/.test(text[end - 1] ?? '');
  const at = isSplit ? end - 1 : end;
  return [text.slice(from, at), at];
}

function cutItems(items: readonly unknown[], from: number): [unknown[], number] {
  let end = from;
  let characters = 0;
  while (end < items.length && end - from < mostItems) {
    characters += (JSON.stringify(items[end]) ?? '').length + 2;
    if (characters > mostCharacters && end > from) break;
    end++;
  }
  return [items.slice(from, end).map(shortened), end];
}

/** Returns an item; the beginning of its JSON text if it alone is too long. */
function shortened(item: unknown): unknown {
  const text = JSON.stringify(item) ?? '';
  if (text.length <= mostCharacters) return item;
  return { cut: `${text.slice(0, mostCharacters)}…`, characters: text.length };
}
