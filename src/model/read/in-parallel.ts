/** So many things are asked for at once: there can be very many, most of them in lists that are read once. */
export const askedAtOnce = 1000;

/**
 * Applies `work` to all items and their places, at most `limit` at once. The results are in the order of the items. Rejects with the
 * first failure; after it, no further item starts.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, place: number) => Promise<Result> | Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await work(item, index);
  };
  const workers = Array.from({ length: Math.min(limit, items.length) }, worker);
  await Promise.all(workers).catch((error: unknown) => {
    // Empties the iterator that the other workers read.
    for (const _ of entries);
    throw error;
  });
  return results;
}
