import * as ops from '../api/contract/operations/site-spaces.ts';
import { byRole, resource } from './resource.ts';

export const siteSpace = resource({
  kind: 'site-space',
  noun: 'site-spaces',
  one: 'site space',
  several: 'site spaces',
  key: 'siteSpace',
  parents: ['org', 'site'],
  id: 'id',
  title: 'title',
  standsIn: { kind: 'section', at: 'section' },
  naturalKey: ['section', 'space.id'],
  addresses: ['/site-spaces/{id}'],
  operations: byRole(ops, 'site-spaces', 'list', 'create', 'update', 'delete', 'move'),
  fields: { spaceId: { from: 'space.id' }, sectionId: { from: 'section' }, position: { from: 'order' } },
  needs: ['space', 'section'],
  orderedIn: 'site',
  endings: { delete: { act: 'delete' } },
});
