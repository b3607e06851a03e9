import type { ResourceKind } from '../../model/resources.ts';
import { groupBy } from '../../text/group-by.ts';
import { sorted } from '../sorted.ts';
import type { DesiredState } from '../thing.ts';

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
