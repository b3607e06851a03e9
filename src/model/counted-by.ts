import type { SnapshotProgress } from './read/snapshot.ts';

/** Adds up how many things of all kinds have come. */
export function countedBy(update: (done: number) => void): (progress: SnapshotProgress) => void {
  const counts = new Map<string, number>();
  return ({ kind, items }) => {
    counts.set(kind, items);
    update([...counts.values()].reduce((sum, count) => sum + count, 0));
  };
}
