import type * as z from 'zod/mini';
import { removeMember, updateMember } from '../../api/contract/operations/members.ts';
import type { Fields } from '../../model/effects/facts.ts';
import { type ItemOf, thingsOf } from '../../model/read/snapshot.ts';
import { kept } from '../../text/kept.ts';
import { quoted } from '../../text/words.ts';
import { type Difference, listText } from '../difference.ts';
import { type Complain, type PeopleTable, peopleAt } from '../organization.ts';
import { peopleFacts } from '../people-facts.ts';
import type { DesiredState, FileName } from '../thing.ts';
import { byName, mapThings } from './children.ts';
import { role, toFile } from './fields.ts';
import { ownEmail } from './own-emails.ts';
import { madeAnew, unknownTime } from './rows.ts';
import { MemberRole, memberRoles, peopleWith } from './schemas.ts';
import type { Section } from './section.ts';

const fields = { role };

export function keptMember({ id, role, user, disabled }: ItemOf<'member'>): ItemOf<'member'> {
  return {
    id,
    role,
    user: user && { id: user.id, email: user.email, displayName: user.displayName },
    ...(disabled && { disabled }),
  };
}

const schema = peopleWith(MemberRole, 'people of the organization and their roles, by e-mail');

declare module '../organization.ts' {
  interface Organization {
    members?: z.output<typeof schema> | undefined;
  }
}

/** The people of the organization and their roles. No one is invited: the service has no operation for it. */
export const members = {
  name: 'members',
  schema,
  kinds: {
    member: {
      words: ['member', 'members'],
      fields,
      parts: ['member'],
      ended: 'delete',
      ending: 'remove',
      keyOf: (names, { user = '' }) => [names.person(user).key],
      value: personValue,
      keep: keptMember,
      keepInCopy: ({ id, role, user, disabled, joinedAt, lastSeenAt, sso }) => ({
        id,
        role,
        user: user && { id: user.id, displayName: user.displayName, email: user.email },
        disabled,
        joinedAt,
        lastSeenAt,
        sso,
      }),
    },
  },
  wanted: ['member'],
  *present({ parts }, names) {
    const fieldsOf = roleFields();
    for (const { id, item } of thingsOf(parts.member))
      yield personThing('member', [], names.person(id), id, fieldsOf(memberRole(item)));
  },
  exported: (things) => byName(things, (thing) => personValue(toFile(fields, thing.fields))),

  sides: () => [{ path: ['members'], holds: { roles: memberRoles } }],
  rules: (file, complain) => checkPeople(peopleAt(file, ['members']), ['members'], complain),
  reads: () => ({ member: {} }),
  compared: () => [],
  declared: () => ({ things: [], lists: new Set([listText('member', [])]) }),
  people(file, { organization, parts }) {
    const present: ReadonlyMap<string, ItemOf<'member'>> = parts.member.lists.get(organization) ?? new Map();
    const path = ['members'] as const;
    return [
      {
        kind: 'member',
        above: [],
        present,
        roleOf(user) {
          const member = present.get(user);
          return member && memberRole(member);
        },
        declared: peopleAt(file, path),
        path,
      },
    ];
  },
  requests(differences, { add }) {
    const promotions: number[] = [];
    // New administrators come before the old ones go, so that one is always there.
    for (const difference of differences.toSorted((one, other) => rank(one) - rank(other))) {
      const params = { user: difference.id as string };
      const { role } = difference.declared?.fields ?? {};
      const requires = difference.present?.fields.role === 'admin' ? promotions : [];
      if (difference.action === 'delete')
        add({ operation: removeMember, params, for: [difference], requires });
      else {
        const request = add({ operation: updateMember, params, body: { role }, for: [difference], requires });
        if (role === 'admin') promotions.push(request);
      }
    }
  },

  tables({ organization, parts }) {
    // The service lists the newest first; rows are numbered in the order of the file.
    const people = mapThings(parts.member, (member) => member).reverse();
    return {
      organizations: [
        { id: organization, title: organization, hostname: organization, created_at: unknownTime, doc: '{}' },
      ],
      users: madeAnew(function* () {
        const taken = new Set<string>();
        for (const { id, user } of people) {
          const name = user?.displayName ?? '';
          const email = ownEmail(id, user?.email ?? '', taken);
          yield { id, display_name: name, email, search: `${name}\n${email}`.toLowerCase() };
        }
      }),
      members: madeAnew(function* () {
        for (const { id, role, disabled, sso, joinedAt, lastSeenAt } of people)
          yield {
            org: organization,
            user: id,
            role,
            disabled: disabled ? 1 : 0,
            sso: sso ? 1 : 0,
            joined_at: joinedAt ?? unknownTime,
            last_seen_at: lastSeenAt,
          };
      }),
    };
  },
} as const satisfies Section;

function rank({ declared }: Difference): number {
  return declared?.fields.role === 'admin' ? 0 : 1;
}

function memberRole({ role }: ItemOf<'member'>): string | null {
  return role ?? null;
}

/** Returns a function that makes the fields for a role. All people with one role share them, because they are many. */
export function roleFields(): (role: string | null) => { readonly role: string | null } {
  const known = new Map<string | null, { readonly role: string | null }>();
  return (role) => kept(known, role, () => ({ role }));
}

/** Makes the thing for a person with a role in the thing with the key `above`. */
export function personThing(
  kind: 'member' | 'team-member',
  above: readonly string[],
  { key, id }: FileName,
  user: string,
  fields: { readonly role: string | null },
): DesiredState {
  // A spread keeps room for more names, which needs much memory for many people.
  return { kind, key: above.concat(key), fields: id === undefined ? fields : { id, ...fields }, id: user };
}

/** Returns a role, with the id of the person if the key is not enough. */
export function personValue(fields: Fields): unknown {
  return 'id' in fields ? fields : fields.role;
}

/** Complains about people whose keys say too little, and about those that are there twice. */
export function checkPeople(people: PeopleTable, path: readonly string[], complain: Complain): void {
  if (peopleFacts(people).unusual.length === 0) return;
  const seen = new Map<string, string>();
  for (const key of Object.keys(people)) {
    const value = people[key] as PeopleTable[string];
    if (typeof value === 'string' && !key.includes('@'))
      complain([...path, key], 'must be an e-mail address, or hold { id: ..., role: ... }');
    const identity = identityOf(key, value);
    const other = seen.get(identity);
    if (other !== undefined) complain([...path, key], `is the same person as ${quoted(other)}`);
    seen.set(identity, key);
  }
}

/** Returns what tells a person from others: the e-mail without case, or the id. */
export function identityOf(key: string, value: PeopleTable[string]): string {
  return typeof value === 'string' ? key.toLowerCase() : value.id;
}
