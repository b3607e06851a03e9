import * as z from 'zod';
import { listOperation, operation } from '../operation.ts';
import {
  Condition,
  Icon,
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
const SectionDescription = z.string().max(256);

export const listSections = listOperation({
  id: 'sections.list',
  path: '/v1/orgs/{org}/sites/{site}/sections',
  summary: 'List the sections of a site',
  query: z.strictObject({ shareKey: ShareKey.optional() }),
  item: SiteSection,
});

export const createSection = operation({
  id: 'sections.create',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/sections',
  summary: 'Create a section from a space',
  body: z.strictObject({ spaceId: SpaceId, title: NewSectionTitle.optional() }),
  result: SiteSection,
});

export const updateSection = operation({
  id: 'sections.update',
  method: 'PATCH',
  path: '/v1/orgs/{org}/sites/{site}/sections/{section}',
  summary: 'Change a section',
  body: z.strictObject({
    title: SectionTitle.optional(),
    path: SectionPath.optional(),
    defaultSiteSpace: SiteSpaceId.optional(),
    condition: Condition.optional(),
    icon: Icon.optional(),
    description: SectionDescription.nullable().optional(),
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
  body: z.strictObject({ position: position('site-section', 'siteSection', SectionId).optional() }),
  result: SiteSection,
});
