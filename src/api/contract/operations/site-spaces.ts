import * as z from 'zod/mini';
import { listOperation, operation } from '../operation.ts';
import {
  Condition,
  position,
  SectionId,
  ShareKey,
  SiteSpace,
  SiteSpaceId,
  SpaceId,
  text,
} from '../schemas.ts';

const SiteSpacePath = text(1, 100);

export const listSiteSpaces = listOperation({
  id: 'site-spaces.list',
  path: '/v1/orgs/{org}/sites/{site}/site-spaces',
  summary: 'List the site spaces of a site',
  query: z.strictObject({ shareKey: z.optional(ShareKey), default: z.optional(z.boolean()) }),
  item: SiteSpace,
});

export const createSiteSpace = operation({
  id: 'site-spaces.create',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/site-spaces',
  summary: 'Add a space to a site or to one of its sections',
  body: z.strictObject({ spaceId: SpaceId, sectionId: z.optional(SectionId) }),
  result: SiteSpace,
});

export const updateSiteSpace = operation({
  id: 'site-spaces.update',
  method: 'PATCH',
  path: '/v1/orgs/{org}/sites/{site}/site-spaces/{siteSpace}',
  summary: 'Change a site space',
  body: z.strictObject({ path: z.optional(SiteSpacePath), condition: z.optional(Condition) }),
  result: SiteSpace,
});

export const deleteSiteSpace = operation({
  id: 'site-spaces.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/sites/{site}/site-spaces/{siteSpace}',
  summary: 'Take a space out of a site',
});

export const moveSiteSpace = operation({
  id: 'site-spaces.move',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/site-spaces/{siteSpace}/move',
  summary: 'Move a site space before or after another one, or to the end',
  body: z.strictObject({ position: z.optional(position('site-space', 'siteSpace', SiteSpaceId)) }),
  result: SiteSpace,
});
