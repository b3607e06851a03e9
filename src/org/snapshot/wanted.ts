import type { Wanted } from '../../model/snapshot.ts';
import { keptMembership } from '../kept.ts';

/** All that a fixture of the sandbox holds of an organization; of things of which there are many, only that. */
export const wanted = {
  member: {
    keep: ({ id, role, user, disabled, joinedAt, lastSeenAt, sso }) => ({
      id,
      role,
      user: user && { id: user.id, displayName: user.displayName, email: user.email },
      disabled,
      joinedAt,
      lastSeenAt,
      sso,
    }),
  },
  team: { keep: ({ id, title, createdAt }) => ({ id, title, createdAt }) },
  'team-member': { keep: keptMembership },
  collection: {},
  'collection-team': {},
  space: {},
  'space-team': {},
  'space-field': {
    keep: ({ customField, value }) =>
      value === undefined || value === null ? undefined : { customField: { ...customField }, value },
  },
  'custom-field': {},
  site: {},
  'adaptive-schema': {},
  'section-group': { keep: ({ id, title, icon }) => ({ id, title, icon }) },
  section: { keep: ({ siteSpaces: _, ...section }) => section },
  'site-space': {
    keep: ({ space, ...siteSpace }) => ({ ...siteSpace, space: space && { id: space.id } }),
  },
  openapi: {},
  translation: { keep: ({ id, title, createdAt, updatedAt }) => ({ id, title, createdAt, updatedAt }) },
  'translation-language': {},
  saml: {},
} as const satisfies Wanted;

/** The kinds of things that are in the copy. */
export type CopiedKind = keyof typeof wanted;
