export async function collected<Item>(
  pages: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) for (const item of page) items.push(item);
  return items;
}
