import * as z from 'zod/mini';
import { listOperation, operation } from '../operation.ts';
import {
  Condition,
  Icon,
  open,
  position,
  SectionId,
  ShareKey,
  SiteSection,
  SiteSpaceId,
  SpaceId,
  text,
} from '../schemas.ts';

const NewSectionTitle = text(2, 64);
const SectionTitle = text(2, 128);
const SectionPath = text(1, 100);
const SectionDescription = z.string().check(z.maxLength(256));

export const listSections = listOperation({
  id: 'sections.list',
  path: '/v1/orgs/{org}/sites/{site}/sections',
  summary: 'List the sections of a site',
  query: z.strictObject({ shareKey: z.optional(ShareKey) }),
  item: SiteSection,
});

export const createSection = operation({
  id: 'sections.create',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/sections',
  summary: 'Create a section from a space',
  body: z.strictObject({ spaceId: SpaceId, title: z.optional(NewSectionTitle) }),
  result: SiteSection,
});

export const updateSection = operation({
  id: 'sections.update',
  method: 'PATCH',
  path: '/v1/orgs/{org}/sites/{site}/sections/{section}',
  summary: 'Change a section',
  body: z.strictObject({
    title: z.optional(SectionTitle),
    path: z.optional(SectionPath),
    defaultSiteSpace: z.optional(SiteSpaceId),
    condition: z.optional(Condition),
    icon: z.optional(Icon),
    description: z.optional(z.nullable(open(SectionDescription))),
  }),
  result: SiteSection,
});

export const deleteSection = operation({
  id: 'sections.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/sites/{site}/sections/{section}',
  summary: 'Delete a section with its site spaces',
});

export const moveSection = operation({
  id: 'sections.move',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/sections/{section}/move',
  summary: 'Move a section before or after another one, or to the end',
  body: z.strictObject({ position: z.optional(position('site-section', 'siteSection', SectionId)) }),
  result: SiteSection,
});
