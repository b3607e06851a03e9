import type { Collection as PresentCollection } from '../../api/contract/operations/collections.ts';
import { quoted } from '../../text/quoted.ts';
import { type Complain, keyName } from '../file/names.ts';
import type { Collection } from '../file/schema.ts';
import { keysOf } from '../names.ts';
import { keyText } from '../thing.ts';
import { groupBy } from './group-by.ts';
import { type DeclaredKey, identify } from './identities.ts';

type Present = Pick<PresentCollection, 'id' | 'title' | 'parent'>;
type Declared = Readonly<Record<string, Collection>>;

/** Which collections of the service the keys of a file mean. A key is a path of titles. */
export interface CollectionIdentities {
  /** Returns the path of keys to a collection: those of the file where it has them, else titles. */
  keyOf(id: string): readonly string[];
  /** The pairs of paths that name each other as earlier names. */
  readonly swaps: readonly (readonly [string, string])[];
}

export interface CollectionOptions {
  readonly complain: Complain;
  /** Whether the collections at this pair of paths are still to be swapped. */
  readonly isStillToSwap: (one: string, other: string) => boolean;
}

/**
 * Finds the collections that a file means, from the top level down: children of a collection that is found, collections
 * with an id in the key, and those at an earlier path, which may be elsewhere. Complains as `identify` does, and if two
 * places of the file mean one collection.
 */
export function identifyCollections(
  present: readonly Present[],
  declared: Declared,
  { complain, isStillToSwap }: CollectionOptions,
): CollectionIdentities {
  const byId = new Map(present.map((one) => [one.id, one]));
  const inside = groupBy(present, ({ parent }) => parent ?? '');
  const titles = new Map([...inside.values()].flatMap((siblings) => [...keysOf(siblings)]));
  const found = new Map<string, readonly string[]>();
  const swaps: (readonly [string, string])[] = [];

  function keyOf(id: string, within: readonly string[] = []): readonly string[] {
    const own = found.get(id);
    if (own) return own;
    const parent = byId.get(id)?.parent;
    // Broken data of the service may have a circle.
    const above = parent && !within.includes(parent) ? keyOf(parent, [...within, id]) : [];
    return [...above, titles.get(id) ?? id];
  }

  const servicePath = (id: string, within: readonly string[] = []): string => {
    const { title, parent } = byId.get(id) ?? {};
    const above = parent && !within.includes(parent) ? `${servicePath(parent, [...within, id])}/` : '';
    return `${above}${title ?? id}`;
  };
  const atServicePath = groupBy(present, ({ id }) => servicePath(id));

  /** Returns the ids of the collections at a path of today's titles, or of the titles that the file gives those above. */
  function atPath(path: string): readonly string[] {
    const today = atServicePath.get(path) ?? [];
    if (today.length > 0) return today.map(({ id }) => id);
    const withinFile = ({ title, parent }: Present) =>
      parent && found.has(parent) && [...keyOf(parent), title].join('/') === path;
    return present.filter(withinFile).map(({ id }) => id);
  }

  function identifyIn(
    collections: Declared,
    above: readonly string[],
    parent: string | undefined,
    path: readonly string[],
  ): void {
    const names = Object.keys(collections);
    const named = names.flatMap((name) => byId.get(keyName(name).id ?? '') ?? []);
    const siblings = parent === undefined ? [] : (inside.get(parent) ?? []);
    const prefix = above.map((key) => `${key}/`).join('');
    const pathOf = (key: string) => keyText([...above, key]);
    const identities = identify(
      [...new Set([...siblings, ...named])],
      Object.entries(collections).map(
        ([key, { previously }]): DeclaredKey => ({ key, previously, path: [...path, key] }),
      ),
      {
        word: 'collection',
        complain,
        isStillToSwap: (one, other) => isStillToSwap(pathOf(one), pathOf(other)),
        earlier: atPath,
        keyCalled: (name) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined),
      },
    );
    for (const [one, other] of identities.swaps) swaps.push([pathOf(one), pathOf(other)]);
    for (const [key, { collections: inner }] of Object.entries(collections)) {
      const id = identities.idOf(key);
      const other = id === undefined ? undefined : found.get(id);
      if (other) complain([...path, key], `means ${id}, which ${quoted(other.join('/'))} means, too`);
      else if (id !== undefined) found.set(id, [...above, key]);
      if (inner) identifyIn(inner, [...above, key], id, [...path, key, 'collections']);
    }
  }

  identifyIn(declared, [], '', ['collections']);
  return { keyOf: (id) => keyOf(id), swaps };
}
