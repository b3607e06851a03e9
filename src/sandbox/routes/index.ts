import type { Route } from '../route.ts';
import { changeRequestRoutes } from './change-requests.ts';
import { collectionRoutes } from './collections.ts';
import { commentReplyRoutes } from './comment-replies.ts';
import { commentRoutes } from './comments.ts';
import { contentRoutes } from './content.ts';
import { customFieldRoutes } from './custom-fields.ts';
import { gitRoutes } from './git.ts';
import { integrationRoutes } from './integrations.ts';
import { memberRoutes } from './members.ts';
import { openApiRoutes } from './openapi.ts';
import { samlRoutes } from './saml.ts';
import { sectionGroupRoutes } from './section-groups.ts';
import { sectionRoutes } from './sections.ts';
import { siteSpaceRoutes } from './site-spaces.ts';
import { siteRoutes } from './sites.ts';
import { spaceRoutes } from './spaces.ts';
import { ssoRoutes } from './sso.ts';
import { teamRoutes } from './teams.ts';
import { translationRoutes } from './translations.ts';

/** Every operation that the service answers. */
export const routes: readonly Route[] = [
  changeRequestRoutes,
  collectionRoutes,
  commentReplyRoutes,
  commentRoutes,
  contentRoutes,
  customFieldRoutes,
  gitRoutes,
  integrationRoutes,
  memberRoutes,
  openApiRoutes,
  samlRoutes,
  sectionGroupRoutes,
  sectionRoutes,
  siteRoutes,
  siteSpaceRoutes,
  spaceRoutes,
  ssoRoutes,
  teamRoutes,
  translationRoutes,
].flat();
