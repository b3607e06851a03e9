import type { ResourceKind } from '../../model/resources.ts';
import { sorted } from '../sorted.ts';
import type { DesiredState } from '../thing.ts';

/** Returns a function that finds the things of a kind directly below the thing with a key; the key `[]` is the top. */
export function childrenOf(
  things: Iterable<DesiredState>,
  kind: ResourceKind,
): (key: readonly string[]) => readonly DesiredState[] {
  const children = new Map<string, DesiredState[]>();
  for (const thing of things) {
    if (thing.kind !== kind) continue;
    const above = JSON.stringify(thing.key.slice(0, -1));
    const known = children.get(above);
    if (known) known.push(thing);
    else children.set(above, [thing]);
  }
  return (key) => children.get(JSON.stringify(key)) ?? [];
}

/** Makes an object of things by the last part of their keys, in alphabetical order. */
export function byName(
  things: Iterable<DesiredState>,
  toValue: (thing: DesiredState) => unknown,
): Record<string, unknown> {
  return sorted(Array.from(things, (thing) => [thing.key.at(-1) ?? '', toValue(thing)]));
}
