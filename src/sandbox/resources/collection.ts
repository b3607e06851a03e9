import type { IdOf } from '../../api/contract/ids.ts';
import type { Collection } from '../../api/contract/operations/collections.ts';
import { isAtLeast } from '../../domain/access/levels.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { toDefaultLevel } from './access.ts';
import { callerLevels } from './caller.ts';
import { apiUrl, appUrl } from './urls.ts';

export interface CollectionRow {
  id: IdOf<'collection'>;
  org: string;
  parent: IdOf<'collection'> | null;
  title: string;
  description: string | null;
  default_level: string | null;
}

/** Collections: the top level first, then those of each parent in their order. */
export const collectionSource: TableSource<CollectionRow> = {
  called: 'collection',
  select: 'c.id, c.org, c.parent, c.title, c.description, c.default_level',
  from: 'collections AS c',
  order: [`coalesce(c.parent, '')`, 'c.position', 'c.seq'],
};

/** Turns rows into collections, with the permissions of the caller. */
export function toCollections(store: Store, rows: readonly CollectionRow[]): Collection[] {
  const levelOf = callerLevels(store);
  return rows.map((row) => toCollection(row, levelOf({ kind: 'collection', id: row.id, org: row.org })));
}

function toCollection(row: CollectionRow, level: string | null): Collection {
  return {
    object: 'collection',
    id: row.id,
    title: row.title,
    ...(row.description !== null && { description: row.description }),
    organization: row.org,
    ...(row.parent !== null && { parent: row.parent }),
    defaultLevel: toDefaultLevel(row.default_level),
    urls: { location: apiUrl('collections', row.id), app: appUrl('c', row.id) },
    permissions: { admin: isAtLeast(level, 'admin'), create: isAtLeast(level, 'create') },
  };
}

/** Returns a collection of any organization. Throws 404. */
export function findCollection(store: Store, id: string): CollectionRow {
  return findRow(store, collectionSource, { 'c.id': id });
}

/** Returns a collection as the service answers it. Throws 404. */
export function showCollection(store: Store, id: string): Collection {
  return toCollections(store, [findCollection(store, id)])[0] as Collection;
}
