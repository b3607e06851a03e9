import * as z from 'zod/mini';
import { copied, described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import { answerId, idOf, position, resource, SectionId, SiteSection, text, Variant } from '../schemas.ts';
import { Icon } from './sections.ts';

const SectionGroupId = idOf('group');

const SectionGroupTitle = described('title shown to readers', text(1, 100));

export const SectionGroup = resource({ id: answerId<'group'>() }, () => ({
  object: z.string(),
  title: z.string(),
  sections: z.array(SiteSection),
  icon: Variant,
}));
export type SectionGroup = z.output<typeof SectionGroup>;

export const listSectionGroups = listOperation({
  id: 'section-groups.list',
  path: '/v1/orgs/{org}/sites/{site}/section-groups',
  summary: 'List the section groups of a site',
  item: SectionGroup,
});

export const createSectionGroup = operation({
  id: 'section-groups.create',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/section-groups',
  summary: 'Create a section group',
  body: fields(() => ({
    title: SectionGroupTitle,
    icon: z.optional(Icon),
    sections: described('section to put into it', z.optional(z.array(SectionId))),
  })),
  result: SectionGroup,
});

export const updateSectionGroup = operation({
  id: 'section-groups.update',
  method: 'PATCH',
  path: '/v1/orgs/{org}/sites/{site}/section-groups/{group}',
  summary: 'Change a section group',
  body: fields(() => ({ title: z.optional(SectionGroupTitle), icon: z.optional(Icon) })),
  result: SectionGroup,
});

export const deleteSectionGroup = operation({
  id: 'section-groups.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/sites/{site}/section-groups/{group}',
  summary: 'Delete a section group and set its sections free',
  consequence: 'Its sections stay, outside of any group',
});

export const addSectionToGroup = operation({
  id: 'section-groups.add-section',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/section-groups/{group}/sections',
  summary: 'Put a section into a section group',
  body: fields(() => ({ sectionId: described('section to put into it', copied(SectionId)) })),
  result: SectionGroup,
  effect: 'update',
});

export const removeSectionFromGroup = operation({
  id: 'section-groups.remove-section',
  method: 'DELETE',
  path: '/v1/orgs/{org}/sites/{site}/section-groups/{group}/sections/{section}',
  summary: 'Take a section out of a section group',
  consequence: 'The section stays, outside of any group. It can be added again',
});

export const moveSectionGroup = operation({
  id: 'section-groups.move',
  method: 'POST',
  path: '/v1/orgs/{org}/sites/{site}/section-groups/{group}/move',
  summary: 'Move a section group before or after another one, or to the end',
  body: fields(() => ({
    position: described(
      'where to put it',
      z.optional(position('section group', { type: z.literal('site-section'), id: SectionGroupId })),
    ),
  })),
  result: SectionGroup,
  effect: 'update',
});
