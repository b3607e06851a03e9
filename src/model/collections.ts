import * as ops from '../api/contract/operations/collections.ts';
import { byRole, resource } from './resource.ts';

export const collection = resource({
  kind: 'collection',
  noun: 'collections',
  one: 'collection',
  several: 'collections',
  key: 'collection',
  parents: ['org'],
  id: 'id',
  title: 'title',
  standsIn: { kind: 'collection', at: 'parent' },
  naturalKey: ['parent', 'title'],
  addresses: ['/collections/{id}', '/c/{id}'],
  operations: byRole(ops, 'collections', 'list', 'get', 'create', 'update', 'delete', 'move', 'transfer'),
  others: { spaces: ops.listCollectionSpaces },
  fields: { position: { from: 'order' } },
  needs: ['collection'],
  orderedIn: null,
  endings: { delete: { act: 'delete' }, transfer: { act: 'transfer' } },
  whyNotRestorable: { transfer: 'the roles of teams and the values of custom fields end with the transfer' },
});

export const collectionTeam = resource({
  kind: 'collection-team',
  shownAs: 'team-permission',
  noun: 'collections permissions',
  one: 'role of a team',
  several: 'roles of teams',
  label: 'the role of team',
  key: 'team',
  idOf: 'team',
  parents: ['collection'],
  id: 'team.id',
  title: 'team.title',
  naturalKey: ['team.title'],
  none: 'no team has a role on collection {collection}',
  operations: {
    list: ops.listCollectionPermissions,
    set: ops.setCollectionPermission,
    remove: ops.removeCollectionPermission,
  },
  fields: { role: { from: 'permission' } },
  needs: ['team'],
  endings: {
    set: { act: 'remove', from: ' on collection {collection}' },
    remove: { act: 'remove', from: ' on collection {collection}' },
  },
});
