import type { Collection as PresentCollection } from '../../api/contract/operations/collections.ts';
import { groupBy } from '../../text/group-by.ts';
import { quoted } from '../../text/words.ts';
import { keyName, keyOfTitle, keyWithId } from '../key-names.ts';
import { keysOf } from '../names.ts';
import type { Complain } from '../organization.ts';
import type { CollectionEntry } from '../sections/collections.ts';
import { type DeclaredKey, identify } from './identities.ts';

type Present = Pick<PresentCollection, 'id' | 'title' | 'parent'>;
type Declared = Readonly<Record<string, CollectionEntry>>;

/** Which collections of the service the keys of a file mean. A key is a path of titles. */
export interface CollectionIdentities {
  /** Returns the path of keys to a collection: those of the file where it has them, else titles. */
  keyOf(id: string): readonly string[];
  /** Returns the path of keys to a collection as an export of today has it. */
  todayOf(id: string): readonly string[];
}

/**
 * Finds the collections that a file means, from the top level down: children of a collection that is found, collections
 * with an id in the key, and those at an earlier path, which may be elsewhere. Complains as `identify` does, and if two
 * places of the file mean one collection. `mayLack` tells whether an id that nothing has is right.
 */
export function identifyCollections(
  present: readonly Present[],
  declared: Declared,
  complain: Complain,
  mayLack: boolean,
): CollectionIdentities {
  const byId = new Map<string, Present>(present.map((one) => [one.id, one]));
  const inside = groupBy(present, ({ parent }) => parent ?? '');
  const titles = new Map([...inside.values()].flatMap((siblings) => [...keysOf(siblings)]));
  const found = new Map<string, readonly string[]>();

  /** `known` are the paths of some collections, `nameOf` the steps to the others. */
  function pathTo(
    id: string,
    nameOf: (id: string) => string | null | undefined,
    known: ReadonlyMap<string, readonly string[]> = new Map(),
    within: readonly string[] = [],
  ): readonly string[] {
    const own = known.get(id);
    if (own) return own;
    const parent = byId.get(id)?.parent;
    // Broken data of the service may have a circle.
    const isAbove = parent && !within.includes(parent);
    return [...(isAbove ? pathTo(parent, nameOf, known, [...within, id]) : []), nameOf(id) ?? id];
  }

  const titleOf = (id: string) => byId.get(id)?.title;
  const keyIn = (id: string) => titles.get(id);
  const atTitles = groupBy(present, ({ id }) => pathTo(id, titleOf).join('/'));

  /**
   * Returns the ids of the collections that an earlier name means: an id, a title with an id, or a path of today's titles,
   * where ids may be behind titles, and those above may be called as the file calls them.
   */
  function meantBefore(name: string): readonly string[] {
    const { id = name } = keyName(name);
    if (byId.has(id)) return [id];
    const today = atTitles.get(name) ?? present.filter((one) => isAt(name, one));
    return today.map((one) => one.id);
  }

  function isAt(path: string, { id, title, parent }: Present, within: readonly string[] = []): boolean {
    const above = parent && !within.includes(parent) ? byId.get(parent) : undefined;
    const isBelow = (start: string) =>
      above !== undefined &&
      (isAt(start, above, [...within, id]) || found.get(above.id)?.join('/') === start);
    return [title ?? id, keyOfTitle(title ?? id), keyWithId(title ?? '', id)].some((name) =>
      parent ? path.endsWith(`/${name}`) && isBelow(path.slice(0, -name.length - 1)) : path === name,
    );
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
    const identities = identify(
      [...new Set([...siblings, ...named])],
      Object.entries(collections).map(
        ([key, { previously }]): DeclaredKey => ({ key, previously, path: [...path, key] }),
      ),
      {
        word: 'collection',
        complain,
        mayLack,
        earlier: meantBefore,
      },
    );
    for (const [key, { collections: inner }] of Object.entries(collections)) {
      const id = identities.idOf(key);
      const other = id === undefined ? undefined : found.get(id);
      if (other) complain([...path, key], `means ${id}, which ${quoted(other.join('/'))} means, too`);
      else if (id !== undefined) found.set(id, [...above, key]);
      if (inner) identifyIn(inner, [...above, key], id, [...path, key, 'collections']);
    }
  }

  identifyIn(declared, [], '', ['collections']);
  return { keyOf: (id) => pathTo(id, keyIn, found), todayOf: (id) => pathTo(id, keyIn) };
}
