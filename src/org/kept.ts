import { asId } from '../api/contract/ids.ts';
import type { ResourceKind } from '../model/resources.ts';
import type { ItemOf, PartOptions, Wanted } from '../model/snapshot.ts';

/**
 * Returns what to keep of a membership, which is its role: a list has the ids of the members. There are very many, so
 * those of one role share an object.
 */
export function keptMembership({ team }: ItemOf<'team-member'>): ItemOf<'team-member'> {
  return memberships.get(team?.role ?? '') ?? membershipOf(team?.role);
}

const memberships = new Map(['owner', 'member'].map((role) => [role, membershipOf(role)]));

function membershipOf(role: string | null | undefined): ItemOf<'team-member'> {
  return { organization: { id: asId<'user'>('') }, team: { role } };
}

/** Returns a kept membership as the service lists it: with the id of its person. */
export function listedMembership(user: string, membership: ItemOf<'team-member'>): ItemOf<'team-member'> {
  return { ...membership, organization: { id: asId<'user'>(user) } };
}

/** The kept fields of things that an organization has many of: fewer fields save memory. */
const kept = {
  member: {
    keep: ({ id, role, user, disabled }) => ({
      id,
      role,
      user: user && { id: user.id, email: user.email, displayName: user.displayName },
      ...(disabled && { disabled }),
    }),
  },
  team: { keep: ({ id, title, members }) => ({ id, title, members }) },
  'team-member': { keep: keptMembership },
  space: { keep: ({ id, title, parent }) => ({ id, title, parent }) },
  section: { keep: ({ siteSpaces: _, ...section }) => section },
  'section-group': { keep: ({ id, title, icon }) => ({ id, title, icon }) },
  'site-space': { keep: ({ space, ...siteSpace }) => ({ ...siteSpace, space: space && { id: space.id } }) },
} satisfies Wanted;

/** Returns what to keep of a member. */
export const keptMember = kept.member.keep;

/** Returns the parts to read for these kinds. */
export function wantedOf(kinds: Iterable<ResourceKind>): Wanted {
  return Object.fromEntries([...kinds].map((kind) => [kind, keptOf(kind)]));
}

/** Returns what to keep of the things of a kind. */
export function keptOf(kind: ResourceKind): PartOptions<ResourceKind> {
  return ((kept as Wanted)[kind] ?? {}) as PartOptions<ResourceKind>;
}
