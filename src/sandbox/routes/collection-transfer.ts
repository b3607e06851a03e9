import { collectionTree, endOf, freeContents } from '../resources/collection-tree.ts';
import { unpublishSpaces } from '../resources/site-structure.ts';
import type { Store } from '../store/store.ts';

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
export function transferTree(store: Store, collection: string, org: string): void {
  if (store.onlyStated) freeContents(store, collection);
  const { collections, spaces } = collectionTree(store, collection);
  unpublishSpaces(store, spaces);
  const ids = { collection: JSON.stringify(collections), space: JSON.stringify(spaces) };
  for (const [table, column] of ties) {
    store.run(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`, ids[column]);
  }
  store.update('collections', { id: collection }, { parent: null, position: endOf(store, org, null) });
  const move = (table: string, list: string) =>
    store.run(`UPDATE ${table} SET org = ? WHERE id IN (SELECT value FROM json_each(?))`, org, list);
  move('collections', ids.collection);
  move('spaces', ids.space);
}
