import type { ItemOf, Snapshot } from '../model/read/snapshot.ts';
import type { ResourceKind } from '../model/resources.ts';
import { type Complain, keyOfTitle, keyWithId } from './file/names.ts';
import type { Path } from './file/parts.ts';
import { longestKey } from './file/schema.ts';
import { type NamedPeople, type PersonNames, personNames } from './person-names.ts';
import { type FileName, NoPlace } from './thing.ts';

/** The names of things in a file, by their ids. The name of an unknown id is the id. */
export interface Names {
  /** Returns the name of a person: the e-mail, unless it is shared or missing. */
  person(id: string): FileName;
  /** Returns the key of a team. */
  team(id: string): string;
  /**
   * Returns the keys of a collection, from the top level down. Throws `NoPlace` if a collection above it is not known.
   */
  collection(id: string): readonly string[];
  /** Returns the name of a space: its title or `Collection/Title`, unless other spaces have the same. */
  space(id: string): FileName;
  /** Returns the key of a site, of translation settings, or of a SAML provider. */
  site(id: string): string;
  translation(id: string): string;
  saml(id: string): string;
  /** Returns the key of a section of a site, which is its path. */
  section(site: string, id: string): string;
  /** Returns the key of a section group of a site. */
  sectionGroup(site: string, id: string): string;
}

/** A thing that a file refers to. */
export interface Reference {
  /** Its key in this plan. */
  readonly key: string;
  /** Absent for a thing to be made. */
  readonly id?: string;
}

/** Paths of sections, two or more, each of which has the one before it as an earlier path, and the first one the last. */
export interface Swap {
  /** The key of the site. */
  readonly in: string;
  readonly keys: readonly string[];
}

/** The names of things in one file: what its keys and references mean, and what things of the service are called in it. */
export interface FileNames extends Names {
  /** Returns the id that a declared key means; `undefined` for a thing to be made. */
  idOf(kind: ResourceKind, key: string): string | undefined;
  /** Returns the team for a key, a title or an id. Complains and returns `undefined` if there is none, or several. */
  findTeam(text: string, path: Path): Reference | undefined;
  /** The same for a custom field, by its name. */
  findField(name: string, path: Path): FoundField | undefined;
  /** The same for a space: by title, `Collection/Title` or id. */
  findSpace(text: string, path: Path, id?: string): Reference | undefined;
  /** The same for a member: by e-mail, whatever its case, or by id. */
  findPerson(text: string, path: Path, id?: string): Reference | undefined;
  /** Returns the id of the member for an e-mail or an id; `undefined` if there is none, or several. */
  personId(text: string, id?: string): string | undefined;
  /** Returns the key of the group that a section of a site names. Complains and returns `undefined` as `findTeam` does. */
  findGroup(site: string, text: string, path: Path): string | undefined;
  /** The names in an export of today, which the file may change. */
  readonly today: Names;
  readonly complain: Complain;
  /** Called instead of `complain` for what the organization does not have, where that is left out. */
  readonly skip: Complain | undefined;
  /** Returns whether a site of the file has a section with this path already. */
  hasSection(site: string, path: string): boolean;
  /** The paths of sections that may still have to be swapped. */
  readonly swaps: readonly Swap[];
}

/** A custom field that a file refers to, with what the file says of it, else the service. */
export interface FoundField extends Reference {
  readonly type?: string | null | undefined;
  readonly options?: readonly string[] | null | undefined;
}

/**
 * Makes the names for the things in a snapshot. `persons` returns the names of the members, if the snapshot does not have
 * them.
 */
export function namesOf(
  snapshot: Snapshot,
  persons: () => PersonNames = once(() => personNames(membersIn(snapshot))),
): Names {
  const listed = <Kind extends keyof Snapshot['parts']>(kind: Kind): ReadonlyMap<string, ItemOf<Kind>> =>
    snapshot.parts[kind]?.lists.get(snapshot.organization) ?? new Map<string, never>();
  const titled = (kind: 'team' | 'site' | 'translation') => {
    const keys = once(() => keysOf([...listed(kind).values()]));
    return (id: string) => keys().get(id) ?? id;
  };
  const providers = once(() =>
    keysOf([...listed('saml').values()].map(({ id, label }) => ({ id, title: label }))),
  );
  const sections: ReadonlyMap<string, ReadonlyMap<string, ItemOf<'section'>>> | undefined =
    snapshot.parts.section?.lists;
  const groups = new Map<string, ReadonlyMap<string, string>>();
  const collections = once(() => collectionKeys([...listed('collection').values()]));
  const spaces = once(() =>
    spaceNames([...listed('space').values()], (id) => listed('collection').get(id)?.title ?? undefined),
  );
  return {
    person: (id) => persons().nameOf(id),
    team: titled('team'),
    site: titled('site'),
    translation: titled('translation'),
    saml: (id) => providers().get(id) ?? id,
    section: (site, id) => sections?.get(site)?.get(id)?.path ?? '',
    sectionGroup(site, id) {
      const known = groups.get(site);
      const keys = known ?? keysOf([...(snapshot.parts['section-group']?.lists.get(site)?.values() ?? [])]);
      if (!known) groups.set(site, keys);
      return keys.get(id) ?? id;
    },
    collection: (id) => collections().get(id) ?? [id],
    space: (id) => spaces().get(id) ?? { key: id, id },
  };
}

/** Returns the members in a snapshot. */
function membersIn({ parts, organization }: Snapshot): NamedPeople {
  return parts.member?.lists.get(organization) ?? new Map();
}

/** A thing of the service with a title. */
export interface Titled {
  readonly id: string;
  readonly title?: string | null | undefined;
}

/** Returns the keys of things in one list: their titles, with the id if a title repeats, or is the id of another thing. */
export function keysOf(things: readonly Titled[]): Map<string, string> {
  const ids = new Set(things.map(({ id }) => id));
  const count = counts(things.map(({ title }) => title ?? ''));
  return new Map(
    things.map(({ id, title }) => {
      const text = title ?? '';
      const isOne = count.get(text) === 1 && (text === id || !ids.has(text));
      return [id, text !== '' && isOne ? keyOfTitle(text) : keyWithId(text, id)];
    }),
  );
}

interface Nested extends Titled {
  readonly parent?: string | null | undefined;
}

/** The deepest nesting that the reader of a file allows. */
const deepest = 40;

/** Returns the keys of all collections, from the top level down. */
function collectionKeys(collections: readonly Nested[]): Map<string, readonly string[]> {
  const byId = new Map(collections.map((one) => [one.id, one]));
  const key = new Map<string, string>();
  const siblings = new Map<string, Nested[]>();
  for (const one of collections) {
    const parent = one.parent ?? '';
    siblings.set(parent, [...(siblings.get(parent) ?? []), one]);
  }
  for (const list of siblings.values()) for (const [id, text] of keysOf(list)) key.set(id, text);
  const pathOf = (id: string, within: readonly string[] = []): string[] => {
    const one = byId.get(id);
    if (within.length > deepest)
      throw new NoPlace(`the collection ${id} has others in it more than ${deepest} deep`);
    if (!one || within.includes(id))
      throw new NoPlace(`nobody can tell where the collection ${within.at(-1)} stands: it is in ${id}`);
    return [...(one.parent ? pathOf(one.parent, [...within, id]) : []), key.get(id) ?? id];
  };
  return new Map(collections.map(({ id }) => [id, pathOf(id)] as const));
}

/** Returns the names of spaces: the title, the collection and title, or the id. A name must mean no other space. */
function spaceNames(
  spaces: readonly Nested[],
  collectionTitle: (id: string) => string | undefined,
): Map<string, FileName> {
  const called = spaces.map(({ id, title, parent }) => {
    const collection = parent ? collectionTitle(parent) : undefined;
    return { id, words: title ? [title, ...(collection ? [`${collection}/${title}`] : [])] : [] };
  });
  const count = counts(called.flatMap(({ id, words }) => [id, ...words]));
  return new Map(
    called.map(({ id, words }) => {
      const key = words.find((word) => count.get(word) === 1 && word.length <= longestKey);
      return [id, key === undefined ? { key: id, id } : { key }];
    }),
  );
}

function counts(texts: readonly string[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const text of texts) count.set(text, (count.get(text) ?? 0) + 1);
  return count;
}

/** Returns a function that makes a value at its first call, and returns the same value from then on. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
