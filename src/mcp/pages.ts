import type { Clock } from '../ports.ts';

/** A part of a result that is too long for one answer. */
export interface ResultPage {
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
  first(result: unknown): ResultPage;
  /** Returns a further part; `undefined` for an unknown or old cursor. */
  next(cursor: string): ResultPage | undefined;
}

const mostItems = 100;
const mostCharacters = 40_000;
const mostHeld = 20;
/** The most characters of all results that are held; the newest is always held. */
const mostHeldCharacters = 50_000_000;
const heldFor = 10 * 60_000;

/** A text, or the items of a list as JSON, which takes a fifth of the memory of their objects. */
type Result = string | readonly string[];

interface Held {
  readonly result: Result;
  readonly characters: number;
  readonly until: number;
}

export function createPages({ monotonic, bytes }: Pick<Clock, 'monotonic' | 'bytes'>): Pages {
  const held = new Map<string, Held>();

  function hold(result: Result): string {
    const now = monotonic();
    const characters = typeof result === 'string' ? result.length : sum(result.map(({ length }) => length));
    let left = mostHeldCharacters - characters - sum([...held.values()].map((one) => one.characters));
    for (const [id, one] of held) {
      if (one.until > now && held.size < mostHeld && left >= 0) continue;
      held.delete(id);
      left += one.characters;
    }
    const id = Buffer.from(bytes(9)).toString('base64url');
    held.set(id, { result, characters, until: now + heldFor });
    return id;
  }

  function part(result: Result, from: number, id: string | undefined): ResultPage {
    const [data, end] = typeof result === 'string' ? cutText(result, from) : cutItems(result, from);
    const isLast = end >= result.length;
    const cursor = isLast ? undefined : `${id ?? hold(result)}.${end}`;
    if (typeof result === 'string') return { data, total: undefined, returned: undefined, cursor };
    return { data, total: result.length, returned: end - from, cursor };
  }

  return {
    first(result) {
      if (Array.isArray(result)) {
        const items = result.map((item) => JSON.stringify(item) ?? 'null');
        return part(items, 0, undefined);
      }
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

function cutItems(items: readonly string[], from: number): [unknown[], number] {
  let end = from;
  let characters = 0;
  while (end < items.length && end - from < mostItems) {
    characters += (items[end] as string).length + 2;
    if (characters > mostCharacters && end > from) break;
    end++;
  }
  return [items.slice(from, end).map(itemOf), end];
}

/** Returns an item; the beginning of its JSON text if it alone is too long. */
function itemOf(text: string): unknown {
  if (text.length <= mostCharacters) return JSON.parse(text);
  return { cut: `${text.slice(0, mostCharacters)}…`, characters: text.length };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
