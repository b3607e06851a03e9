import { kept } from '../../text/kept.ts';
import type { Place } from '../thing.ts';

interface Level<Value> {
  readonly values: Map<string, Value>;
  readonly inner: Map<string, Level<Value>>;
}

/**
 * Values by the places of things: a kind and a key. It needs no text for each place, because an organization has
 * hundreds of thousands of them.
 */
export class ThingMap<Value> {
  readonly #kinds = new Map<string, Level<Value>>();

  get(place: Place): Value | undefined {
    let level = this.#kinds.get(place.kind);
    const last = place.key.length - 1;
    for (let at = 0; at < last; at++) level = level?.inner.get(place.key[at] as string);
    return level?.values.get(place.key[last] ?? '');
  }

  set(place: Place, value: Value): void {
    let level = inner(this.#kinds, place.kind);
    const last = place.key.length - 1;
    for (let at = 0; at < last; at++) level = inner(level.inner, place.key[at] as string);
    level.values.set(place.key[last] ?? '', value);
  }
}

function inner<Value>(levels: Map<string, Level<Value>>, name: string): Level<Value> {
  return kept(levels, name, () => ({ values: new Map(), inner: new Map() }));
}

/** Returns the things by their places; of two at one place, the last one. */
export function thingsByPlace<Of extends Place>(things: Iterable<Of>): ThingMap<Of> {
  const map = new ThingMap<Of>();
  for (const thing of things) map.set(thing, thing);
  return map;
}
