/** Returns the longest of several texts, the first one if several are equally long; empty if there is none. */
export function longest(texts: Iterable<string>): string {
  let found = '';
  for (const text of texts) if (text.length > found.length) found = text;
  return found;
}
