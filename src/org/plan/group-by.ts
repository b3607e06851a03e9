/** Groups items by a text, in the order of their first items. */
export function groupBy<Item>(
  items: Iterable<Item>,
  textOf: (item: Item) => string,
): Map<string, [Item, ...Item[]]> {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const known = groups.get(textOf(item));
    if (known) known.push(item);
    else groups.set(textOf(item), [item]);
  }
  return groups;
}
