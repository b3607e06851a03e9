import type { ResourceKind } from '../model/resources.ts';
import type { PartOptions, Wanted } from '../model/snapshot.ts';

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
  'team-member': {
    keep: ({ organization, team }) => ({ organization: { id: organization.id }, team: { role: team?.role } }),
  },
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
