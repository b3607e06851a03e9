import { NoPlace } from './thing.ts';

/**
 * Returns an object with these keys in alphabetical order, whatever the service's order is. Throws `NoPlace` if two
 * things have the same key.
 */
export function sorted<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const inOrder = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const twice = inOrder.find(([key], at) => key === inOrder[at + 1]?.[0]);
  if (twice) throw new NoPlace(`two things are called ${JSON.stringify(twice[0])}`);
  // An ordinary object with many keys leaves garbage behind while it grows.
  const object: Record<string, Value> = Object.create(null);
  for (const [key, value] of inOrder) object[key] = value;
  return object;
}
