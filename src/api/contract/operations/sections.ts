import * as z from 'zod/mini';
import { copied, described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import { open, position, SectionId, ShareKey, SiteSection, SiteSpaceId, SpaceId, text } from '../schemas.ts';

/** Name of a section's or a section group's icon, such as `gear`; null for none. */
export const Icon = described(
  'icon, such as gear',
  z.nullable(open(z.string().check(z.maxLength(50)))),
  'no icon',
);

/** An expression that decides who sees a section or a site space; null removes it. */
export const Condition = described(
  'show it only to visitors who meet this condition',
  z.nullable(open(text(1, 1024))),
  'show it to everyone',
);

const title = 'title shown to readers';
const NewSectionTitle = described(title, text(2, 64));
const SectionTitle = described(title, text(2, 128));
const SectionPath = described('its part of the address', text(1, 100));
const SectionDescription = z.string().check(z.maxLength(256));

export const listSections = listOperation({
  id: 'sections.list',
  path: '/v1/orgs/{org}/sites/{site}/sections',
  summary: 'List the sections of a site',
  query: fields(() => ({
    shareKey: described('key of a share-link site, for the addresses that readers use', z.optional(ShareKey)),
  })),
  item: SiteSection,
});

export const createSection = operation({
  id: 'sections.create',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/sections',
  summary: 'Create a section from a space',
  body: fields(() => ({
    spaceId: described('space to start the section with', copied(SpaceId)),
    title: z.optional(NewSectionTitle),
  })),
  result: SiteSection,
  opens: true,
});

export const updateSection = operation({
  id: 'sections.update',
  method: 'PATCH',
  path: '/v1/orgs/{org}/sites/{site}/sections/{section}',
  summary: 'Change a section',
  body: fields(() => ({
    title: z.optional(SectionTitle),
    path: z.optional(SectionPath),
    defaultSiteSpace: described('site space of the section that opens first', z.optional(SiteSpaceId)),
    condition: z.optional(Condition),
    icon: z.optional(Icon),
    description: described(
      'description shown to readers',
      z.optional(z.nullable(open(SectionDescription))),
      'no description',
    ),
  })),
  result: SiteSection,
  opens: ['condition'],
});

export const deleteSection = operation({
  id: 'sections.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/sites/{site}/sections/{section}',
  summary: 'Delete a section with its site spaces',
  consequence: 'Its spaces are no longer published by the site',
});

export const moveSection = operation({
  id: 'sections.move',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/sections/{section}/move',
  summary: 'Move a section before or after another one, or to the end',
  body: fields(() => ({
    position: described(
      'where to put it',
      z.optional(position('section', { type: z.literal('site-section'), siteSection: SectionId })),
    ),
  })),
  result: SiteSection,
  effect: 'update',
});
