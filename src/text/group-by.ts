/** Groups items by a text, in the order of their first items. */
export function groupBy<Item>(
  items: Iterable<Item>,
  textOf: (item: Item) => string,
): Map<string, [Item, ...Item[]]> {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const text = textOf(item);
    const known = groups.get(text);
    if (known) known.push(item);
    else groups.set(text, [item]);
  }
  return groups;
}

/** Counts how often each text comes. */
export function countsOf(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
