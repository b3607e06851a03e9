import type { ResourceKind } from '../../model/resources.ts';
import { pathText } from '../file/problems.ts';
import type { PeopleTable } from '../organization.ts';
import { factsOf } from '../sections/kinds.ts';
import { personThing, roleFields } from '../sections/members.ts';
import type { FileNames } from '../sections/names.ts';
import type { PeopleList } from '../sections/section.ts';
import type { DesiredState, Place } from '../thing.ts';

/** Things of one list that stay, and of which only the number is kept, such as people who have the same role on both sides. */
export interface Staying {
  readonly kind: ResourceKind;
  /** The key of the thing around the list; `[]` for the organization. */
  readonly above: readonly string[];
  readonly count: number;
}

export interface PeopleDifference {
  /** The people of the file who are not in the service, or not with this role. */
  readonly declared: readonly DesiredState[];
  /** The people of the service who are not in the file, or not with this role. */
  readonly present: readonly DesiredState[];
  readonly agreed: Staying;
}

/**
 * Compares people by their ids, and makes things only of those who differ: an organization has hundreds of thousands of
 * memberships. A person whom `isIgnored` means always counts as different. Complains about names that mean no one,
 * several people, or a person whom another name means, too.
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
  const declared: DesiredState[] = [];
  let count = 0;
  for (const key of Object.keys(people)) {
    const { id, role } = personIn(kind, people, key);
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
    return key !== undefined && personIn(kind, people, key).role === list.roleOf(user) && isCompared(user);
  };
  const different = count === present.size ? [] : [...present.keys()].filter((user) => !isAgreed(user));
  return {
    declared,
    present: different.map((user) =>
      personThing(kind, above, names.person(user), user, fieldsOf(list.roleOf(user) as string | null)),
    ),
    agreed: { kind, above, count },
  };
}

/** Returns the role of a person, `null` for a guest, and the id where the key is not enough. */
function personIn(
  kind: PeopleList['kind'],
  people: PeopleTable,
  key: string,
): { readonly id?: string; readonly role: string | null } {
  const value = people[key] as PeopleTable[string];
  const { id, role } = typeof value === 'string' ? { id: undefined, role: value } : value;
  const isNone = role === factsOf(kind).fields.role?.none;
  return { ...(id !== undefined && { id }), role: isNone ? null : role };
}
