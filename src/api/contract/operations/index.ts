import type { Operation } from '../operation.ts';
import * as changeRequests from './change-requests.ts';
import * as collections from './collections.ts';
import * as replies from './comments/replies.ts';
import * as comments from './comments.ts';
import * as content from './content.ts';
import * as customFields from './custom-fields.ts';
import * as git from './git.ts';
import * as integrations from './integrations.ts';
import * as members from './members.ts';
import * as openapi from './openapi.ts';
import * as saml from './saml.ts';
import * as sectionGroups from './section-groups.ts';
import * as sections from './sections.ts';
import * as siteSpaces from './site-spaces.ts';
import * as sites from './sites.ts';
import * as spaces from './spaces.ts';
import * as sso from './sso.ts';
import * as teams from './teams.ts';
import * as translations from './translations.ts';

const nouns: readonly Record<string, unknown>[] = [
  sites,
  sections,
  sectionGroups,
  siteSpaces,
  collections,
  spaces,
  comments,
  replies,
  changeRequests,
  content,
  members,
  teams,
  customFields,
  integrations,
  saml,
  sso,
  openapi,
  translations,
  git,
];

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

/** Every operation of the contract. A command imports its noun's file instead, which loads much less. */
export const operations: readonly Operation[] = nouns.flatMap((noun) =>
  Object.values(noun).filter(isOperation),
);
