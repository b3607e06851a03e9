import type { IdIn, ItemOf, SnapshotPart } from '../../model/read/snapshot.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { groupBy } from '../../text/group-by.ts';
import { type DesiredState, NoPlace } from '../thing.ts';

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

/** Returns a function that finds the things of a kind directly below the thing with a key; the key `[]` is the top. */
export function childrenOf(
  things: Iterable<DesiredState>,
  kind: ResourceKind,
): (key: readonly string[]) => readonly DesiredState[] {
  const own = Array.from(things).filter((thing) => thing.kind === kind);
  const children = groupBy(own, ({ key }) => JSON.stringify(key.slice(0, -1)));
  return (key) => children.get(JSON.stringify(key)) ?? [];
}

/** Makes an object of things by the last part of their keys, in alphabetical order. */
export function byName(
  things: Iterable<DesiredState>,
  toValue: (thing: DesiredState) => unknown,
): Record<string, unknown> {
  return sorted(Array.from(things, (thing) => [thing.key.at(-1) ?? '', toValue(thing)]));
}

/** Returns what `make` makes of each thing of a part. `position` is its place in its list. */
export function mapThings<Kind extends ResourceKind, Made>(
  { lists }: SnapshotPart<Kind>,
  make: (
    item: ItemOf<Kind>,
    place: { readonly parent: string; readonly id: IdIn<Kind>; readonly position: number },
  ) => Made,
): Made[] {
  return [...lists].flatMap(([parent, list]) =>
    [...list].map(([id, item], position) => make(item, { parent, id, position })),
  );
}
