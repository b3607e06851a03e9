import * as ops from '../api/contract/operations/sections.ts';
import { byRole, resource } from './resource.ts';

export const section = resource({
  kind: 'section',
  noun: 'sections',
  one: 'section',
  several: 'sections',
  key: 'section',
  parents: ['org', 'site'],
  id: 'id',
  title: 'title',
  standsIn: { kind: 'section-group', at: 'sectionGroup' },
  naturalKey: ['path'],
  addresses: ['/sections/{id}'],
  operations: byRole(ops, 'sections', 'list', 'create', 'update', 'delete', 'move'),
  fields: {
    spaceId: { from: 'siteSpaces.0.space.id' },
    defaultSiteSpace: { in: 'site-space', where: 'default' },
    position: { from: 'order' },
  },
  needs: ['space', 'site-space'],
  orderedIn: 'site',
  endings: { delete: { act: 'delete' } },
});
