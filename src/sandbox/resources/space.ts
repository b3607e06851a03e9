import type { IdOf } from '../../api/contract/ids.ts';
import type { Space } from '../../api/contract/schemas.ts';
import { isAtLeast } from '../../domain/access/levels.ts';
import { notFound } from '../problem.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { toDefaultLevel } from './access.ts';
import { callerLevels } from './caller.ts';
import { endOfCollection } from './collection-tree.ts';
import { apiUrl, appUrl, readerUrl } from './urls.ts';

export interface SpaceRow {
  id: IdOf<'space'>;
  org: string;
  collection: IdOf<'collection'> | null;
  title: string;
  emoji: string | null;
  visibility: string;
  edit_mode: string;
  default_level: string | null;
  revision: string;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  hostname: string;
  comments: number;
  drafts: number;
  open: number;
  change_requests: number;
  git_sync: string | null;
}

export const spaceSource: TableSource<SpaceRow> = {
  called: 'space',
  select: `s.id, s.org, s.collection, s.title, s.emoji, s.visibility, s.edit_mode,
  s.default_level, s.revision, s.created_at, s.updated_at, s.deleted_at, o.hostname,
  (SELECT count(*) FROM comments n WHERE n.space = s.id AND n.resolved_at IS NULL) AS comments,
  (SELECT count(*) FROM change_requests n WHERE n.space = s.id) AS change_requests,
  (SELECT count(*) FROM change_requests n WHERE n.space = s.id AND n.status = 'open') AS open,
  (SELECT count(*) FROM change_requests n WHERE n.space = s.id AND n.status = 'draft') AS drafts,
  (SELECT json_object('repoName', g.repo_name, 'installationProvider', g.installation_provider,
     'integration', g.integration, 'url', g.url, 'updatedAt', g.updated_at)
   FROM git_syncs g WHERE g.space = s.id) AS git_sync`,
  from: 'spaces AS s',
  join: 'JOIN organizations o ON o.id = s.org',
  order: ['s.seq'],
};

/** Turns rows into spaces, with the permissions of the caller. */
export function toSpaces(store: Store, rows: readonly SpaceRow[]): Space[] {
  const levelOf = callerLevels(store);
  return rows.map((row) => toSpace(row, levelOf({ kind: 'space', id: row.id, org: row.org })));
}

function toSpace(row: SpaceRow, level: string | null): Space {
  const isPublic = row.visibility === 'public';
  const reader = readerUrl(row.hostname, 'spaces', row.id);
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    ...(row.emoji !== null && { emoji: row.emoji }),
    visibility: row.visibility,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.deleted_at !== null && { deletedAt: row.deleted_at }),
    editMode: row.edit_mode,
    urls: {
      location: apiUrl('spaces', row.id),
      app: appUrl('s', row.id),
      icon: appUrl('s', row.id, 'icon'),
      ...(isPublic && { published: reader, public: reader }),
    },
    organization: row.org,
    ...(row.collection !== null && { parent: row.collection }),
    ...(row.git_sync !== null && { gitSync: JSON.parse(row.git_sync) }),
    ...(row.visibility === 'visitor-auth' && { visitorAuth: { backend: 'custom' } }),
    revision: row.revision,
    defaultLevel: toDefaultLevel(row.default_level),
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.open,
    changeRequestsDraft: row.drafts,
    permissions: permissionsOf(level),
  };
}

/**
 * Returns the permissions of a level. The reference does not say which level may merge: here it is the level that may
 * review.
 */
function permissionsOf(level: string | null) {
  return {
    access: level !== null,
    admin: isAtLeast(level, 'admin'),
    edit: isAtLeast(level, 'edit'),
    comment: isAtLeast(level, 'comment'),
    merge: isAtLeast(level, 'review'),
    review: isAtLeast(level, 'review'),
  };
}

/** Returns a space that is not deleted. Throws 404. */
export function findSpace(store: Store, id: string): Space {
  const row = findRow(store, spaceSource, { 's.id': id });
  if (row.deleted_at !== null) throw notFound(spaceSource.called, id);
  return toSpaces(store, [row])[0] as Space;
}

export function spacesById(store: Store, ids: readonly string[]): Map<string, Space> {
  const { select, from, join } = spaceSource;
  const rows = store.all<SpaceRow>(
    `SELECT ${select} FROM ${from} ${join} WHERE s.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return new Map(toSpaces(store, rows).map((space) => [space.id, space]));
}

/** Makes an empty space at the end of a collection or of the top level. Returns its id. */
export function createSpace(
  store: Store,
  space: { org: string; collection: string | null; title: string; now: string },
): string {
  const { org, collection, title, now } = space;
  const id = store.nextId('space');
  const revision = store.nextId('rev');
  store.insert('spaces', {
    id,
    org,
    collection,
    position: endOfCollection(store, org, collection),
    title,
    visibility: 'in-collection',
    edit_mode: 'live',
    revision,
    created_at: now,
    updated_at: now,
  });
  store.insert('revisions', { id: revision, space: id, type: 'initial', parents: '[]', created_at: now });
  return id;
}
