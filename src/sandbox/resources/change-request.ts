import type { IdOf } from '../../api/contract/ids.ts';
import type { ChangeRequest } from '../../api/contract/operations/change-requests.ts';
import { conflict, notFound } from '../problem.ts';
import type { TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { findSpace } from './space.ts';
import { apiUrl, appUrl } from './urls.ts';
import { toUser, type UserRow, userColumns } from './user.ts';

export interface ChangeRequestRow extends UserRow {
  id: IdOf<'changeRequest'>;
  space: string;
  number: number;
  status: string;
  subject: string;
  created_at: string;
  updated_at: string;
  revision: string;
  revision_initial: string;
  revision_merged_ancestor: string | null;
  revision_merged: string | null;
  comments: number;
  outdated: number;
  /** The present revision of the space. */
  head: string;
}

export const changeRequestSource: TableSource<ChangeRequestRow> = {
  called: 'change request',
  select: `cr.id, cr.space, cr.number, cr.status, cr.subject, cr.created_at, cr.updated_at,
  cr.revision, cr.revision_initial, cr.revision_merged_ancestor, cr.revision_merged, s.revision AS head,
  (SELECT count(*) FROM comments n WHERE n.change_request = cr.id AND n.resolved_at IS NULL) AS comments,
  cr.status IN ('draft', 'open')
    AND coalesce(cr.revision_merged_ancestor, cr.revision_initial) <> s.revision AS outdated,
  ${userColumns}`,
  from: 'change_requests AS cr',
  join: 'JOIN spaces s ON s.id = cr.space JOIN users u ON u.id = cr.created_by',
  order: ['cr.seq'],
};

export function toChangeRequest(row: ChangeRequestRow): ChangeRequest {
  const { revision_merged_ancestor: ancestor, revision_merged: merged } = row;
  return {
    object: 'change-request',
    id: row.id,
    number: row.number,
    status: row.status,
    subject: row.subject,
    createdBy: toUser(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
    revisionInitial: row.revision_initial,
    ...(ancestor !== null && { revisionMergedAncestor: ancestor }),
    ...(merged !== null && { revisionMerged: merged }),
    comments: row.comments,
    outdated: row.outdated === 1,
    urls: {
      app: appUrl('s', row.space, 'change-requests', String(row.number)),
      location: apiUrl('spaces', row.space, 'change-requests', row.id),
    },
  };
}

/** Returns a change request by its id or its number in the space. Throws 404. */
export function findChangeRequest(
  store: Store,
  { space, changeRequest }: { space: string; changeRequest: string },
): ChangeRequestRow {
  findSpace(store, space);
  const { called, select, from, join } = changeRequestSource;
  const row = store.get<ChangeRequestRow>(
    `SELECT ${select} FROM ${from} ${join}
     WHERE cr.space = ?1 AND (cr.id = ?2 OR CAST(cr.number AS TEXT) = ?2)`,
    space,
    changeRequest,
  );
  if (!row) throw notFound(called, changeRequest);
  return row;
}

export function addContributor(store: Store, changeRequest: string, user: string): void {
  store.run(
    'INSERT INTO change_request_contributors (change_request, user) VALUES (?, ?) ON CONFLICT DO NOTHING',
    changeRequest,
    user,
  );
}

/** Throws 409 if the change request no longer accepts content. */
export function assertEditable({ number, status }: ChangeRequestRow): void {
  if (status === 'draft' || status === 'open') return;
  throw conflict(`change request #${number} is ${status}: its content stays as it is`);
}

/** Returns the last revision of the space that the change request contains. */
export function baseOf(row: ChangeRequestRow): string {
  return row.revision_merged_ancestor ?? row.revision_initial;
}
