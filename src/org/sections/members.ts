import { type ItemOf, thingsOf } from '../../model/snapshot.ts';
import type { FileName, Thing } from '../thing.ts';
import { byName } from './children.ts';
import type { OrgSection } from './section.ts';

/** The people of the organization and their roles. */
export const members: OrgSection = {
  name: 'members',
  wanted: ['member'],
  *present({ parts }, names) {
    const fieldsOf = roleFields();
    for (const { id, item } of thingsOf(parts.member))
      yield personThing('member', [], names.person(id), id, fieldsOf(memberRole(item)));
  },
  exported: (things) => byName(things, personValue),
};

/** Returns the role of a member in the words of a file. */
export function memberRole({ role }: ItemOf<'member'>): string {
  return role ?? 'guest';
}

/** Returns a function that makes the fields for a role. All people with one role share them, because they are many. */
export function roleFields(): (role: string) => { readonly role: string } {
  const known = new Map<string, { readonly role: string }>();
  return (role) => {
    const fields = known.get(role) ?? { role };
    known.set(role, fields);
    return fields;
  };
}

/** Makes the thing for a person with a role in the thing with the key `above`. */
export function personThing(
  kind: 'member' | 'team-member',
  above: readonly string[],
  { key, id }: FileName,
  user: string,
  fields: { readonly role: string },
): Thing {
  // A spread keeps room for more names, which needs much memory for many people.
  return { kind, key: above.concat(key), fields: id === undefined ? fields : { id, ...fields }, id: user };
}

/** Returns a role, with the id of the person if the key is not enough. */
export function personValue({ fields }: Thing): unknown {
  return 'id' in fields ? fields : fields.role;
}
