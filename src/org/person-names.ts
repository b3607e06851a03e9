import type { ItemOf } from '../model/read/snapshot.ts';
import { keyWithId, longestKey } from './key-names.ts';
import type { FileName } from './thing.ts';

/** A member, as far as a file can name one. */
export type FilePerson = Pick<ItemOf<'member'>, 'id' | 'user'>;

/** Members by their ids. */
export type NamedPeople = ReadonlyMap<string, FilePerson>;

/** What people are called in a file, and whom its names mean. */
export interface PersonNames {
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
