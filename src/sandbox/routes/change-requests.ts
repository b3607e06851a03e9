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
import { mergeRevisions } from '../resources/merged-revision.ts';
import { findPage } from '../resources/page.ts';
import { copyRevision, setSpaceRevision } from '../resources/revision.ts';
import { findSpace } from '../resources/space.ts';

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
