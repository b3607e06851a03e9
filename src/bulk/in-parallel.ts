/** Applies `work` to all items, at most `limit` at once; the results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result> | Result,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
