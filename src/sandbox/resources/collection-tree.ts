import type { Neighbours } from '../../api/contract/position.ts';
import { invalidField } from '../problem.ts';
import type { Store } from '../store/store.ts';
import { reorder, storeOrder } from './order.ts';

/** Returns the ids of a collection and of everything in it, at any depth; it is the first of them. */
export function collectionTree(store: Store, id: string) {
  const collections = store.all<{ id: string }>(
    `WITH RECURSIVE tree (id) AS (
       VALUES (?) UNION ALL SELECT c.id FROM collections c JOIN tree t ON c.parent = t.id
     ) SELECT id FROM tree`,
    id,
  );
  const ids = collections.map((collection) => collection.id);
  const spaces = store.all<{ id: string }>(
    'SELECT id FROM spaces WHERE collection IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  );
  return { collections: ids, spaces: spaces.map((space) => space.id) };
}

/** Returns the position after everything in a collection, or at the top level if `parent` is null. */
export function endOfCollection(store: Store, org: string, parent: string | null): number {
  const row = store.get<{ position: number }>(
    `SELECT coalesce(max(position), -1) + 1 AS position FROM (
       SELECT position FROM spaces WHERE org = ?1 AND collection IS ?2
       UNION ALL SELECT position FROM collections WHERE org = ?1 AND parent IS ?2)`,
    org,
    parent,
  );
  return row?.position ?? 0;
}

/** Moves what is in a collection to the top level. */
export function freeContents(store: Store, collection: string): void {
  store.run('UPDATE collections SET parent = NULL WHERE parent = ?', collection);
  store.run('UPDATE spaces SET collection = NULL WHERE collection = ?', collection);
}

/**
 * Moves a collection into another one, or to the top level if `parent` is null: between spaces there, or to the end.
 * Throws 400 for a neighbour that is no space there.
 */
export function placeCollection(
  store: Store,
  { id, org }: { id: string; org: string },
  parent: string | null,
  neighbours: Neighbours,
): void {
  const siblings = store.all<{ id: string; kind: 'collection' | 'space' }>(
    `SELECT id, 'collection' AS kind, position FROM collections WHERE org = ?1 AND parent IS ?2
     UNION ALL
     SELECT id, 'space', position FROM spaces WHERE org = ?1 AND collection IS ?2 AND deleted_at IS NULL
     ORDER BY position, kind, id`,
    org,
    parent,
  );
  const isCollection = (name: string | undefined) =>
    siblings.some((sibling) => sibling.kind === 'collection' && sibling.id === name);
  const stranger = [neighbours.before, neighbours.after].find(isCollection);
  if (stranger !== undefined) throw invalidField('position', `names collection "${stranger}", not a space`);
  const ids = siblings.map((sibling) => sibling.id);
  const order = reorder(ids, id, neighbours);
  store.update('collections', { id }, { parent });
  storeOrder(store, 'collections', order);
  storeOrder(store, 'spaces', order);
}
