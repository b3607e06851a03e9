import * as z from 'zod/mini';
import { copied, described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import { position, SectionId, ShareKey, SiteSpace, SiteSpaceId, SpaceId, text } from '../schemas.ts';
import { Condition } from './sections.ts';

const SiteSpacePath = described('its part of the address', text(1, 100));

export const listSiteSpaces = listOperation({
  id: 'site-spaces.list',
  path: '/v1/orgs/{org}/sites/{site}/site-spaces',
  summary: 'List the site spaces of a site',
  query: fields(() => ({
    shareKey: described('key of a share-link site, for the addresses that readers use', z.optional(ShareKey)),
    default: described('only what opens first', z.optional(z.boolean()), 'only the others'),
  })),
  item: SiteSpace,
});

export const createSiteSpace = operation({
  id: 'site-spaces.create',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/site-spaces',
  summary: 'Add a space to a site or to one of its sections',
  body: fields(() => ({
    spaceId: described('space to publish', copied(SpaceId)),
    sectionId: described(
      'section to put it in; else the default one, or the root of a site without',
      z.optional(SectionId),
    ),
  })),
  result: SiteSpace,
  opens: true,
});

export const updateSiteSpace = operation({
  id: 'site-spaces.update',
  method: 'PATCH',
  path: '/v1/orgs/{org}/sites/{site}/site-spaces/{siteSpace}',
  summary: 'Change a site space',
  body: fields(() => ({ path: z.optional(SiteSpacePath), condition: z.optional(Condition) })),
  result: SiteSpace,
  opens: ['condition'],
});

export const deleteSiteSpace = operation({
  id: 'site-spaces.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/sites/{site}/site-spaces/{siteSpace}',
  summary: 'Take a space out of a site',
  consequence: 'The site no longer publishes it; the space itself stays',
});

export const moveSiteSpace = operation({
  id: 'site-spaces.move',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/site-spaces/{siteSpace}/move',
  summary: 'Move a site space before or after another one, or to the end',
  body: fields(() => ({
    position: described(
      'where to put it',
      z.optional(position('site space', { type: z.literal('site-space'), siteSpace: SiteSpaceId })),
    ),
  })),
  result: SiteSpace,
  effect: 'update',
});
