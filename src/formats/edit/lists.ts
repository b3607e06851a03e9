import { longestRising } from '../../text/longest-rising.ts';
import { isSameTree, type Tree } from './tree.ts';
import type { Hints } from './work.ts';

/** An item of a list afterwards. */
export interface NewItem {
  readonly value: Tree;
  /** Its earlier index; `undefined` for a new one. */
  readonly from: number | undefined;
  readonly stays: boolean;
}

/** Finds the items of a list that stay in their order, as many as possible, that move, and that are new. */
export function alignItems(before: readonly Tree[], after: readonly Tree[], hints: Hints): NewItem[] {
  const used = new Set<number>();
  const take = (at: number | undefined): number | undefined => {
    if (at === undefined || used.has(at)) return undefined;
    used.add(at);
    return at;
  };
  const told = after.map((value) => {
    const from = hints.cameFrom(value);
    return typeof from === 'number' ? take(from) : undefined;
  });
  const isNew = (value: Tree) => hints.cameFrom(value) === null;
  const equal = after.map((value, at) => told[at] ?? (isNew(value) ? undefined : take(equalTo(value, at))));
  const from = after.map((value, at) => {
    const mayBe = !isNew(value) && isLike(before[at], value);
    return equal[at] ?? (mayBe ? take(at) : undefined);
  });
  const kept = from.flatMap((old) => old ?? []);
  const staying = new Set(longestRising(kept).map((at) => kept[at]));
  return after.map((value, at) => {
    const old = from[at];
    return { value, from: old, stays: old !== undefined && staying.has(old) };
  });

  function equalTo(value: Tree, at: number): number | undefined {
    const isFree = (old: number) => !used.has(old) && isSameTree(before[old], value);
    if (at < before.length && isFree(at)) return at;
    const found = before.findIndex((_, old) => isFree(old));
    return found < 0 ? undefined : found;
  }
}

/** Returns whether one value may have become the other by changes in it. */
function isLike(one: Tree | undefined, other: Tree | undefined): boolean {
  return (one instanceof Map && other instanceof Map) || (Array.isArray(one) && Array.isArray(other));
}
