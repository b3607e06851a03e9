import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollectionPermissions,
  listCollectionSpaces,
  listCollections,
  moveCollection,
  removeCollectionPermission,
  setCollectionPermission,
  transferCollection,
  updateCollection,
} from '../api/contract/operations/collections.ts';
import { resource } from './resource.ts';

const besides = 'All collections and spaces in it are deleted too';

export const collection = resource({
  kind: 'collection',
  noun: 'collections',
  one: 'collection',
  several: 'collections',
  key: 'collection',
  parents: ['org'],
  id: 'id',
  title: 'title',
  naturalKey: ['parent', 'title'],
  addresses: ['/collections/{id}', '/c/{id}'],
  operations: {
    list: listCollections,
    get: getCollection,
    create: createCollection,
    update: updateCollection,
    delete: deleteCollection,
    move: moveCollection,
    transfer: transferCollection,
  },
  others: { spaces: listCollectionSpaces },
  fields: { position: { from: 'order' } },
  needs: ['collection'],
  orderedIn: null,
  endings: { delete: { act: 'delete', besides }, transfer: { act: 'transfer', besides } },
  undo: {
    create: { by: 'delete' },
    update: { by: 'update' },
    delete: { cannot: 'the spaces in it are deleted too, and the service has no operation to make spaces' },
    move: { by: 'move' },
    transfer: { cannot: 'the roles of teams and the values of custom fields end with the transfer' },
  },
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
  operations: {
    list: listCollectionPermissions,
    set: setCollectionPermission,
    remove: removeCollectionPermission,
  },
  fields: { role: { from: 'permission' } },
  needs: ['collection', 'team'],
  endings: {
    set: { act: 'remove', from: ' on collection {collection}' },
    remove: { act: 'remove', from: ' on collection {collection}' },
  },
  undo: {
    set: { made: { by: 'remove' }, changed: { by: 'set' } },
    remove: { by: 'set' },
  },
});
