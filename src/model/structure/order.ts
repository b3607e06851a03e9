import { longestRising } from '../../text/longest-rising.ts';

/** A thing that a request moves next to another one of its list. */
export interface Move {
  readonly key: string;
  /** The thing right before its new place; absent if it moves to the start. */
  readonly after?: string;
  /** For a move to the start: the first thing that has its place already. */
  readonly before?: string;
}

/**
 * Returns the things of a list that need no move: as many as possible. `present` is the order of the service; what is
 * wanted and not there yet is made at the end, in the wanted order. If there is a choice, what is there stays.
 */
export function staying(wanted: readonly string[], present: readonly string[]): Set<string> {
  const rankOf = new Map(wanted.map((key, rank) => [key, rank]));
  const known = new Set(present);
  const there = present.flatMap((key) => rankOf.get(key) ?? []);
  const made = wanted.flatMap((key, rank) => (known.has(key) ? [] : [rank]));
  const kept = risingIn(there);
  const ofThere = [...kept, ...made.filter((rank) => rank > (kept.at(-1) ?? -1))];
  const ofAll = risingIn([...there, ...made]);
  const longest = ofThere.length < ofAll.length ? ofAll : ofThere;
  return new Set(longest.map((rank) => wanted[rank] as string));
}

function risingIn(ranks: readonly number[]): number[] {
  return longestRising(ranks).map((at) => ranks[at] as number);
}

/** Returns the moves, one after another, that put all other things of a list at their places. */
export function movesAround(wanted: readonly string[], stays: ReadonlySet<string>): Move[] {
  return wanted.flatMap((key, rank): Move[] => {
    if (stays.has(key)) return [];
    const after = wanted[rank - 1];
    if (after !== undefined) return [{ key, after }];
    const before = wanted.find((other) => stays.has(other));
    return before === undefined ? [] : [{ key, before }];
  });
}
