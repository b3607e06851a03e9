/** An object with these keys in alphabetical order, whatever the service's order is. */
export function sorted<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  return Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
