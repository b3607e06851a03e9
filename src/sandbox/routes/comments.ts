import * as ops from '../../api/contract/operations/comments.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { invalidField } from '../problem.ts';
import { bodyText, type CommentRow, commentSource, findComment, toComments } from '../resources/comment.ts';
import { changeReactions } from '../resources/reaction.ts';
import { findSpace } from '../resources/space.ts';
import { removeRow } from '../store/sql-list.ts';
import type { Store, StoredRow } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listComments, (call) => {
    const { params, query, store } = call;
    const { id: space } = findSpace(store, params.space);
    return pageOf(
      call,
      { ...commentSource, descending: query.order !== 'asc' },
      (rows) => toComments(store, rows, query.format),
      [
        ['c.space = ?', space],
        query.status === 'open' && ['c.resolved_at IS NULL'],
        query.status === 'resolved' && ['c.resolved_at IS NOT NULL'],
        query.targetPage !== undefined && ['c.page = ?', query.targetPage],
      ],
    );
  }),

  route(ops.createComment, ({ params, body, store, caller, now }) => {
    const { id: space, revision } = findSpace(store, params.space);
    const { node, page } = body;
    const isThere = store.get(
      'SELECT 1 FROM pages WHERE revision = ? AND id = ?',
      String(revision),
      page ?? null,
    );
    if (page !== undefined && !isThere) throw invalidField('page', `names no page of the space: "${page}"`);
    const id = store.nextId('comment');
    store.insert('comments', {
      id,
      space,
      page,
      node,
      revision: String(revision),
      posted_by: caller,
      posted_at: now,
      markdown: bodyText(body.body),
    });
    return new Created(readComment(store, { space, comment: id }));
  }),

  route(ops.getComment, ({ params, query, store }) => readComment(store, params, query.format)),

  route(ops.updateComment, ({ params, body, store, caller, now }) => {
    const row = findComment(store, params);
    const edited = body.body && { markdown: bodyText(body.body), edited_at: now };
    const changes = { ...edited, ...resolution(row, body.resolved, { caller, now }) };
    store.update('comments', { id: row.id }, changes);
    changeReactions(store, { target: 'comment', id: row.id }, body, { caller, now });
    return readComment(store, params);
  }),

  route(ops.deleteComment, ({ params, store }) =>
    removeRow(store, commentSource, { 'c.id': findComment(store, params).id }),
  ),
];

function readComment(store: Store, at: { space: string; comment: string }, format?: string) {
  const [comment] = toComments(store, [findComment(store, at)], format);
  return comment as NonNullable<typeof comment>;
}

/**
 * Returns the columns for a change of the resolution. Resolving a resolved comment again keeps its person and its time.
 */
function resolution(
  row: CommentRow,
  resolved: boolean | undefined,
  by: { caller: string; now: string },
): StoredRow {
  if (resolved === undefined || resolved === (row.resolved_at !== null)) return {};
  return { resolved_at: resolved ? by.now : null, resolved_by: resolved ? by.caller : null };
}
