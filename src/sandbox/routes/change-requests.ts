import * as ops from '../../api/contract/operations/change-requests.ts';
import { pdfUrl } from '../http/downloads.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { conflict, invalidField } from '../problem.ts';
import {
  addContributor,
  assertEditable,
  baseOf,
  type ChangeRequestRow,
  changeRequestSource,
  findChangeRequest,
  toChangeRequest,
} from '../resources/change-request.ts';
import { addPage, findPage, type PageRow, pageSource } from '../resources/page.ts';
import { copyRevision, type NewRevision, setSpaceRevision } from '../resources/revision.ts';
import { findSpace } from '../resources/space.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listChangeRequests, (call) => {
    const { params, query, store } = call;
    findSpace(store, params.space);
    return pageOf(call, changeRequestSource, (rows) => rows.map(toChangeRequest), [
      ['cr.space = ?', params.space],
      ['cr.status = ?', query.status ?? 'open'],
      query.contributor !== undefined && [
        'cr.id IN (SELECT change_request FROM change_request_contributors WHERE user = ?)',
        query.contributor,
      ],
    ]);
  }),

  route(ops.createChangeRequest, ({ params, body, store, caller, now }) => {
    const { id: space, revision } = findSpace(store, params.space);
    const head = String(revision);
    const last = store.get<{ number: number | null }>(
      'SELECT max(number) AS number FROM change_requests WHERE space = ?',
      space,
    );
    const id = store.nextId('cr');
    store.insert('change_requests', {
      id,
      space,
      number: (last?.number ?? 0) + 1,
      status: 'draft',
      subject: body.subject ?? '',
      created_by: caller,
      created_at: now,
      updated_at: now,
      revision: copyRevision(store, head, { type: 'edits', now }),
      revision_initial: head,
    });
    addContributor(store, id, caller);
    return new Created(toChangeRequest(findChangeRequest(store, { space, changeRequest: id })));
  }),

  route(ops.getChangeRequest, ({ params, store }) => toChangeRequest(findChangeRequest(store, params))),

  route(ops.updateChangeRequest, ({ params, body, store, now }) => {
    const row = findChangeRequest(store, params);
    if (body.status !== undefined && body.status !== row.status) assertCanBecome(row, body.status);
    const changes = { subject: body.subject, status: body.status, updated_at: now };
    store.update('change_requests', { id: row.id }, changes);
    return toChangeRequest(findChangeRequest(store, params));
  }),

  route(ops.mergeChangeRequest, ({ params, store, now }) => {
    const row = findChangeRequest(store, params);
    if (row.status !== 'open') throw conflict(`change request #${row.number} is ${row.status}, not open`);
    const revision = mergeRevisions(store, linesOf(row), { type: 'merge', now });
    setSpaceRevision(store, row.space, revision, now);
    const changes = { status: 'merged', revision_merged: revision, updated_at: now };
    store.update('change_requests', { id: row.id }, changes);
    return { revision, result: 'merge' };
  }),

  route(ops.pullChangeRequest, ({ params, store, now }) => {
    const row = findChangeRequest(store, params);
    assertEditable(row);
    if (row.outdated === 0) return { revision: row.revision, result: 'update' };
    const lines = linesOf(row);
    const revision = mergeRevisions(store, lines, { type: 'edits', now });
    const changes = { revision, revision_merged_ancestor: lines.head, updated_at: now };
    store.update('change_requests', { id: row.id }, changes);
    return { revision, result: 'update' };
  }),

  route(ops.getChangeRequestPdf, (call) => {
    const { params, query, store } = call;
    const { page, only = false } = query;
    const { number, subject, revision } = findChangeRequest(store, params);
    if (page !== undefined) findPage(store, revision, 'id', page);
    return { url: pdfUrl(call, { title: `#${number} ${subject}`, revision, page, only }) };
  }),
];

function linesOf(row: ChangeRequestRow) {
  return { head: row.head, edits: row.revision, base: baseOf(row) };
}

/**
 * Throws unless the status can change to `wanted`: a draft can be opened, and both can be archived and reopened.
 * Merging has an operation of its own and is final.
 */
function assertCanBecome({ number, status }: ChangeRequestRow, wanted: string): void {
  if (status === 'merged') throw conflict(`change request #${number} is merged: its status stays`);
  if (wanted === 'merged')
    throw invalidField('status', 'cannot be set to "merged": merge the change request');
}

interface Lines {
  /** The revision that receives the edits. */
  readonly head: string;
  /** The revision with the edits. */
  readonly edits: string;
  /** The last common revision of both. */
  readonly base: string;
}

/**
 * Makes a revision with the content of `head` and the pages that `edits` has added or changed since `base`. Returns its
 * id. If both changed a page, the one of `edits` wins.
 */
function mergeRevisions(store: Store, { head, edits, base }: Lines, about: NewRevision): string {
  const merged = copyRevision(store, head, about);
  store.update('revisions', { id: merged }, { parents: JSON.stringify([head, edits]) });
  for (const page of changedPages(store, edits, base)) {
    putPage(store, merged, page);
    takeLinks(store, { page: page.id, from: edits, to: merged });
  }
  return merged;
}

function changedPages(store: Store, edits: string, base: string): PageRow[] {
  return store.all<PageRow>(
    `SELECT ${pageSource.select} FROM pages p LEFT JOIN pages b ON b.revision = ? AND b.id = p.id
     WHERE p.revision = ? AND (p.title, p.emoji, p.icon, p.description, p.markdown)
       IS NOT (b.title, b.emoji, b.icon, b.description, b.markdown)
     ORDER BY p.seq`,
    base,
    edits,
  );
}

function putPage(store: Store, revision: string, page: PageRow): void {
  const { title, emoji, icon, description, markdown, updated_at } = page;
  const isThere = store.get('SELECT 1 FROM pages WHERE revision = ? AND id = ?', revision, page.id);
  const changes = { title, emoji, icon, description, markdown, updated_at };
  if (isThere) store.update('pages', { revision, id: page.id }, changes);
  else addPage(store, revision, page);
}

function takeLinks(store: Store, { page, from, to }: { page: string; from: string; to: string }): void {
  store.run('DELETE FROM page_links WHERE revision = ? AND page = ?', to, page);
  store.run(
    `INSERT INTO page_links (revision, page, kind, target, label)
     SELECT ?, page, kind, target, label FROM page_links WHERE revision = ? AND page = ? ORDER BY seq`,
    to,
    from,
    page,
  );
}
