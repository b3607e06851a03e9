import type { ItemOf, Snapshot } from '../model/read/snapshot.ts';
import type { ResourceKind } from '../model/resources.ts';
import { countsOf, groupBy } from '../text/group-by.ts';
import { kept, once } from '../text/kept.ts';
import { keyOfTitle, keyWithId, longestKey } from './key-names.ts';
import { factsOf } from './sections/kinds.ts';
import type { FileNaming, Titled } from './sections/names.ts';
import { type FileName, NoPlace } from './thing.ts';

/**
 * Makes the names for the things in a snapshot. `persons` returns the names of the members, if the snapshot does not have
 * them. The keys of the things in `apart` name their ids as well.
 */
export function namesOf(
  snapshot: Snapshot,
  persons: () => PersonNames = once(() =>
    personNames(snapshot.parts.member?.lists.get(snapshot.organization) ?? new Map()),
  ),
  apart: ReadonlySet<string> = new Set(),
): FileNaming {
  const listed = <Kind extends keyof Snapshot['parts']>(kind: Kind): ReadonlyMap<string, ItemOf<Kind>> =>
    snapshot.parts[kind]?.lists.get(snapshot.organization) ?? new Map<string, never>();
  const titles = new Map<ResourceKind, ReadonlyMap<string, string>>();
  const sections: ReadonlyMap<string, ReadonlyMap<string, ItemOf<'section'>>> | undefined =
    snapshot.parts.section?.lists;
  const groups = new Map<string, ReadonlyMap<string, string>>();
  const collections = once(() => collectionKeys([...listed('collection').values()], apart));
  const spaces = once(() =>
    spaceNames([...listed('space').values()], (id) => listed('collection').get(id)?.title ?? undefined),
  );
  return {
    person: (id) => persons().nameOf(id),
    titled(kind, id) {
      const { titled } = factsOf(kind);
      const keys = kept(titles, kind, () =>
        keysOf(titled ? [...listed(kind).values()].map(titled) : [], apart),
      );
      return keys.get(id) ?? id;
    },
    section: (site, id) => sections?.get(site)?.get(id)?.path ?? '',
    sectionGroup(site, id) {
      const list = snapshot.parts['section-group']?.lists.get(site)?.values() ?? [];
      const keys = kept(groups, site, () => keysOf([...list], apart));
      return keys.get(id) ?? id;
    },
    collection: (id) => collections().get(id) ?? [id],
    space: (id) => spaces().get(id) ?? { key: id, id },
  };
}

/**
 * Returns the keys of things in one list: their titles, with the id if a title repeats, or is the id of another thing, and of those
 * in `apart`.
 */
export function keysOf(
  things: readonly Titled[],
  apart: ReadonlySet<string> = new Set(),
): Map<string, string> {
  const ids = new Set(things.map(({ id }) => id));
  const count = countsOf(things.map(({ title }) => title ?? ''));
  return new Map(
    things.map(({ id, title }) => {
      const text = title ?? '';
      const isOne = !apart.has(id) && count.get(text) === 1 && (text === id || !ids.has(text));
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
function collectionKeys(
  collections: readonly Nested[],
  apart: ReadonlySet<string>,
): Map<string, readonly string[]> {
  const byId = new Map(collections.map((one) => [one.id, one]));
  const key = new Map<string, string>();
  const siblings = groupBy(collections, ({ parent }) => parent ?? '');
  for (const list of siblings.values()) for (const [id, text] of keysOf(list, apart)) key.set(id, text);
  const pathOf = (id: string, within: readonly string[] = []): string[] => {
    const one = byId.get(id);
    if (within.length > deepest)
      throw new NoPlace(`the collection ${id} has others in it more than ${deepest} deep`);
    if (!one || within.includes(id))
      throw new NoPlace(`no one can tell where the collection ${within.at(-1)} stands: it is in ${id}`);
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
  const count = countsOf(called.flatMap(({ id, words }) => [id, ...words]));
  return new Map(
    called.map(({ id, words }) => {
      const key = words.find((word) => count.get(word) === 1 && word.length <= longestKey);
      return [id, key === undefined ? { key: id, id } : { key }];
    }),
  );
}

/** A member, as far as a file can name one. */
type FilePerson = Pick<ItemOf<'member'>, 'id' | 'user'>;

/** Members by their ids. */
export type NamedPeople = ReadonlyMap<string, FilePerson>;

/** What people are called in a file, and whom its names mean. */
interface PersonNames {
  /** Returns the name of a person: the e-mail, unless it is shared or missing. The name of an unknown id is the id. */
  nameOf(id: string): FileName;
  /** Returns the ids of the people with an id or an e-mail, whatever its case: none, one or several. */
  find(text: string): readonly string[];
}

/** Makes the names of people. It keeps one entry for each person and makes names when they are needed: people are very many. */
export function personNames(people: NamedPeople): PersonNames {
  const byEmail = new Map<string, string | readonly string[]>();
  let haveIdsAt = false;
  for (const { id, user } of people.values()) {
    haveIdsAt ||= id.includes('@');
    const email = user?.email?.toLowerCase();
    if (!email) continue;
    const known = byEmail.get(email);
    byEmail.set(email, known === undefined ? id : [...(typeof known === 'string' ? [known] : known), id]);
  }
  const exactly = (text: string): readonly string[] => {
    const found = byEmail.get(text);
    const ids = found === undefined ? [] : typeof found === 'string' ? [found] : found;
    // To look for e-mails among very many ids takes as long as to find them.
    const mayBeId = haveIdsAt || !text.includes('@');
    return mayBeId && people.has(text) && !ids.includes(text) ? [...ids, text] : ids;
  };
  return {
    nameOf(id) {
      const person = people.get(id);
      if (!person) return { key: id, id };
      const { email, displayName } = person.user ?? {};
      if (email != null && isAddress(email) && typeof byEmail.get(email.toLowerCase()) === 'string')
        return { key: email };
      const name = displayName ?? '';
      return { key: keyWithId(name.length > 100 ? '' : name, id), id };
    },
    find(text) {
      const found = exactly(text);
      return found.length > 0 ? found : exactly(text.toLowerCase());
    },
  };
}

/** Returns whether an e-mail can be a key. With a space in it, it could look like a name and an id. */
function isAddress(email: string): boolean {
  return email.length <= longestKey && /^[^\s@]+@[^\s@]+$/.test(email);
}
