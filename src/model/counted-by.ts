import type { SnapshotOptions } from './read/snapshot.ts';

/** Shows progress. */
interface Counting {
  start(label: string): void;
  update(count: { readonly done: number }): void;
  stop(): void;
}

/** Returns what shows how many things of all kinds have come. */
export function countedBy(progress: Pick<Counting, 'update'>): Required<Pick<SnapshotOptions, 'onProgress'>> {
  const counts = new Map<string, number>();
  return {
    onProgress({ kind, items }) {
      counts.set(kind, items);
      progress.update({ done: [...counts.values()].reduce((sum, count) => sum + count, 0) });
    },
  };
}

/** Shows how many things have come while `read` reads them. */
export async function countingReads<Read>(
  progress: Counting,
  read: (options: ReturnType<typeof countedBy>) => Promise<Read>,
): Promise<Read> {
  progress.start('things read');
  const found = await read(countedBy(progress));
  progress.stop();
  return found;
}
