import * as changeRequests from '../change-requests.ts';
import * as collections from '../collections.ts';
import * as comments from '../comments.ts';
import * as content from '../content.ts';
import * as customFields from '../custom-fields.ts';
import * as git from '../git.ts';
import * as integrations from '../integrations.ts';
import * as members from '../members.ts';
import * as openapi from '../openapi.ts';
import type { Resource } from '../resource.ts';
import * as saml from '../saml.ts';
import * as sectionGroups from '../section-groups.ts';
import * as sections from '../sections.ts';
import * as siteSpaces from '../site-spaces.ts';
import * as sites from '../sites.ts';
import * as spaces from '../spaces.ts';
import * as teams from '../teams.ts';
import * as translations from '../translations.ts';
import { addKinds } from './kinds.ts';

export { idsAround, partOfOperation, resourceNamed, resourceWithKey, touches } from './kinds.ts';

/** The kinds of things that requests change, or that end with others. */
addKinds(
  [
    ...[changeRequests, collections, comments, content, customFields, git, integrations, members, openapi],
    ...[saml, sectionGroups, sections, siteSpaces, sites, spaces, teams, translations],
  ].flatMap((module): Resource[] => Object.values(module)),
);
