import * as ops from '../api/contract/operations/section-groups.ts';
import { byRole, resource } from './resource.ts';

export const sectionGroup = resource({
  kind: 'section-group',
  noun: 'section-groups',
  one: 'section group',
  several: 'section groups',
  key: 'group',
  parents: ['org', 'site'],
  id: 'id',
  title: 'title',
  naturalKey: ['title'],
  addresses: ['/section-groups/{id}'],
  operations: byRole(ops, 'section-groups', 'list', 'create', 'update', 'delete', 'move'),
  fields: { sections: { from: 'sections.id' }, position: { from: 'order' } },
  needs: ['section'],
  orderedIn: 'site',
  endings: { delete: { act: 'delete' } },
});

/** The place of a section in a group. The section itself shows it, because a section is in one group at most. */
export const groupedSection = resource({
  kind: 'grouped-section',
  shownAs: 'section',
  noun: 'section-groups',
  one: 'section',
  several: 'sections',
  key: 'section',
  idOf: 'section',
  tie: 'sectionGroup',
  parents: ['org', 'site', 'group'],
  id: 'id',
  title: 'title',
  naturalKey: ['path'],
  none: 'no section is in group {group}',
  operations: { set: ops.addSectionToGroup, remove: ops.removeSectionFromGroup },
  fields: { sectionId: { from: 'id' } },
  needs: ['section'],
  orderedIn: 'site',
  endings: { remove: { act: 'remove', from: ' from section group {group}' } },
});
