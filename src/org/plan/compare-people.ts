import type { Path } from '../file/parts.ts';
import { pathText } from '../file/problems.ts';
import type { People } from '../file/side-files.ts';
import { personThing, roleFields } from '../sections/members.ts';
import type { Thing } from '../thing.ts';
import type { FileNames } from './file-names.ts';
import type { FileKind, Place } from './kinds.ts';

/** The roles of people in one thing, on both sides. */
export interface PeopleList {
  readonly kind: 'member' | 'team-member';
  /** The key of the thing; `[]` for the organization. */
  readonly above: readonly string[];
  /** The people in the service by their ids; none if they are not known, or the thing is to be made. */
  readonly present: ReadonlyMap<string, unknown>;
  /** Returns the role of one of them; `undefined` for somebody else. */
  roleOf(user: string): string | undefined;
  /** What the file says at `path`; empty if it says nothing. */
  readonly declared: People;
  readonly path: Path;
}

/** Things of one list that stay, and of which only the number is kept, such as people who have the same role on both sides. */
export interface Staying {
  readonly kind: FileKind;
  /** The key of the thing around the list; `[]` for the organization. */
  readonly above: readonly string[];
  readonly count: number;
}

/** What is different in one list of people. */
export interface PeopleDifference {
  /** The people of the file who are not in the service, or not with this role. */
  readonly declared: readonly Thing[];
  /** The people of the service who are not in the file, or not with this role. */
  readonly present: readonly Thing[];
  readonly agreed: Staying;
}

/**
 * Compares people by their ids, and makes things only of those who differ: an organization has hundreds of thousands of
 * memberships. Somebody whom `isIgnored` means always counts as different. Complains about names that mean nobody,
 * several people, or somebody whom another name means, too.
 */
export function differentPeople(
  list: PeopleList,
  names: FileNames,
  isIgnored: ((thing: Place) => boolean) | undefined,
): PeopleDifference {
  const { kind, above, present, declared: people, path } = list;
  const fieldsOf = roleFields();
  const keyOf = (user: string) => above.concat(names.person(user).key);
  const isCompared = (user: string) => !isIgnored?.({ kind, key: keyOf(user) });
  const keys = new Map<string, string>();
  const declared: Thing[] = [];
  let count = 0;
  for (const key of Object.keys(people)) {
    const { id, role } = personIn(people, key);
    const user = names.personId(key, id);
    const first = user === undefined ? undefined : keys.get(user);
    if (user === undefined) names.findPerson(key, path.concat(key), id);
    else if (first !== undefined)
      names.complain(path.concat(key), `means the same as ${pathText(path.concat(first))}`);
    else {
      keys.set(user, key);
      if (list.roleOf(user) === role && isCompared(user)) count++;
      else
        declared.push({ kind, key: keyOf(user), fields: fieldsOf(role), id: user, path: path.concat(key) });
    }
  }
  const isAgreed = (user: string) => {
    const key = keys.get(user);
    return key !== undefined && personIn(people, key).role === list.roleOf(user) && isCompared(user);
  };
  const different = count === present.size ? [] : [...present.keys()].filter((user) => !isAgreed(user));
  return {
    declared,
    present: different.map((user) =>
      personThing(kind, above, names.person(user), user, fieldsOf(list.roleOf(user) as string)),
    ),
    agreed: { kind, above, count },
  };
}

function personIn(people: People, key: string): { readonly id?: string; readonly role: string } {
  const value = people[key] as People[string];
  return typeof value === 'string' ? { role: value } : value;
}
