import * as ops from '../../api/contract/operations/collections.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { conflict, invalidField } from '../problem.ts';
import { storedDefaultLevel } from '../resources/access.ts';
import { collectionSource, findCollection, showCollection, toCollections } from '../resources/collection.ts';
import {
  collectionTree,
  endOfCollection,
  freeContents,
  placeCollection,
} from '../resources/collection-tree.ts';
import { findOrganization } from '../resources/organization.ts';
import { chooseDefaultSiteSpaces, unpublishSpaces } from '../resources/site-structure.ts';
import { spaceSource, toSpaces } from '../resources/space.ts';
import type { Store } from '../store/store.ts';

const untitled = 'Untitled collection';

export const routes: readonly OperationRoute[] = [
  route(ops.listCollections, (call) => {
    const { params, query, store } = call;
    findOrganization(store, params.org);
    return pageOf(call, collectionSource, (rows) => toCollections(store, rows), [
      ['c.org = ?', params.org],
      query.nested === false && ['c.parent IS NULL'],
    ]);
  }),

  route(ops.createCollection, ({ params, body, store, now }) => {
    const { id: org } = findOrganization(store, params.org);
    const { title = untitled, parent = null } = body;
    if (parent !== null) assertParent(store, org, parent);
    const id = store.nextId('col');
    const position = endOfCollection(store, org, parent);
    store.insert('collections', { id, org, parent, position, title, created_at: now });
    return new Created(showCollection(store, id));
  }),

  route(ops.getCollection, ({ params, store }) => showCollection(store, params.collection)),

  route(ops.updateCollection, ({ params, body, store }) => {
    const { id } = findCollection(store, params.collection);
    const { title, description, defaultLevel } = body;
    store.update(
      'collections',
      { id },
      { title, description, default_level: storedDefaultLevel(defaultLevel) },
    );
    return showCollection(store, id);
  }),

  route(ops.deleteCollection, ({ params, store }) => {
    const { id } = findCollection(store, params.collection);
    if (store.onlyStated) freeContents(store, id);
    store.run('DELETE FROM collections WHERE id = ?', id);
    chooseDefaultSiteSpaces(store);
    return undefined;
  }),

  route(ops.listCollectionSpaces, (call) => {
    const { params, store } = call;
    const { id } = findCollection(store, params.collection);
    return pageOf(call, { ...spaceSource, order: ['s.position', 's.seq'] }, (rows) => toSpaces(store, rows), [
      ['s.collection = ? AND s.deleted_at IS NULL', id],
    ]);
  }),

  route(ops.moveCollection, ({ params, body, store }) => {
    const collection = findCollection(store, params.collection);
    const { parent = collection.parent, position = {} } = body;
    if (parent !== null) {
      assertParent(store, collection.org, parent);
      assertOutside(store, collection.id, parent);
    }
    const neighbours = { before: position.before?.space, after: position.after?.space };
    placeCollection(store, collection, parent, neighbours);
    return showCollection(store, collection.id);
  }),

  route(ops.transferCollection, ({ params, body, store }) => {
    const { id, org } = findCollection(store, params.collection);
    const target = store.get<{ id: string }>('SELECT id FROM organizations WHERE id = ?', body.organization);
    if (!target) throw invalidField('organization', `names no organization: "${body.organization}"`);
    if (target.id === org) throw conflict(`collection "${id}" is in organization "${org}" already`);
    transferTree(store, id, target.id);
    return showCollection(store, id);
  }),
];

/** Throws 400 if the organization has no such collection. */
function assertParent(store: Store, org: string, parent: string): void {
  const found = store.get('SELECT id FROM collections WHERE org = ? AND id = ?', org, parent);
  if (!found) throw invalidField('parent', `names no collection of the organization: "${parent}"`);
}

/** Throws 409 if `parent` is the collection or is inside it, because a tree has no circles. */
function assertOutside(store: Store, collection: string, parent: string): void {
  if (!collectionTree(store, collection).collections.includes(parent)) return;
  throw conflict(`collection "${collection}" cannot move into itself: "${parent}" is part of it`);
}

/**
 * The rows that tie collections and spaces to their organization: teams, fields and installations are not transferred.
 */
const ties: readonly [table: string, column: 'collection' | 'space'][] = [
  ['collection_teams', 'collection'],
  ['space_teams', 'space'],
  ['custom_field_values', 'space'],
  ['installation_spaces', 'space'],
];

/** Gives a collection with all its content to another organization, at the end of its top level. */
function transferTree(store: Store, collection: string, org: string): void {
  if (store.onlyStated) freeContents(store, collection);
  const { collections, spaces } = collectionTree(store, collection);
  unpublishSpaces(store, spaces);
  const ids = { collection: JSON.stringify(collections), space: JSON.stringify(spaces) };
  for (const [table, column] of ties) {
    store.run(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`, ids[column]);
  }
  store.update(
    'collections',
    { id: collection },
    { parent: null, position: endOfCollection(store, org, null) },
  );
  const move = (table: string, list: string) =>
    store.run(`UPDATE ${table} SET org = ? WHERE id IN (SELECT value FROM json_each(?))`, org, list);
  move('collections', ids.collection);
  move('spaces', ids.space);
}
