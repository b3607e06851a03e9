import * as ops from '../../api/contract/operations/comments/replies.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { bodyText, findComment, type PostedRow, withPosts } from '../resources/comment.ts';
import { textAs } from '../resources/document.ts';
import { changeReactions } from '../resources/reaction.ts';
import { apiUrl } from '../resources/urls.ts';
import { userColumns } from '../resources/user.ts';
import { findRow, removeRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listCommentReplies, (call) => {
    const { params, query, store } = call;
    return pageOf(call, replySource, (rows) => toReplies(store, params, rows, query.format), [
      ['y.comment = ?', findComment(store, params).id],
    ]);
  }),

  route(ops.createCommentReply, ({ params, body, store, caller, now }) => {
    const { id: comment } = findComment(store, params);
    const reply = store.nextId('reply');
    const markdown = bodyText(body.body);
    store.insert('comment_replies', { id: reply, comment, posted_by: caller, posted_at: now, markdown });
    return new Created(readReply(store, { ...params, reply }));
  }),

  route(ops.getCommentReply, ({ params, query, store }) => readReply(store, params, query.format)),

  route(ops.updateCommentReply, ({ params, body, store, caller, now }) => {
    const { id } = findReply(store, params);
    const edited = body.body && { markdown: bodyText(body.body), edited_at: now };
    store.update('comment_replies', { id }, { ...edited });
    changeReactions(store, { target: 'reply', id }, body, { caller, now });
    return readReply(store, params);
  }),

  route(ops.deleteCommentReply, ({ params, store }) =>
    removeRow(store, replySource, { 'y.comment': findComment(store, params).id, 'y.id': params.reply }),
  ),
];

interface CommentPlace {
  space: string;
  comment: string;
}

const replySource: TableSource<PostedRow> = {
  called: 'reply',
  select: `y.id, y.posted_at, y.edited_at, y.markdown, ${userColumns}`,
  from: 'comment_replies AS y',
  join: 'JOIN users u ON u.id = y.posted_by',
  order: ['y.seq'],
};

function toReplies(
  store: Store,
  { space, comment }: CommentPlace,
  rows: readonly PostedRow[],
  format = 'markdown',
): ops.CommentReply[] {
  return withPosts(store, 'reply', rows).map(({ row, post }) => ({
    object: 'comment-reply',
    ...post,
    body: textAs(format, row.markdown),
    urls: { location: apiUrl('spaces', space, 'comments', comment, 'replies', row.id) },
  }));
}

function findReply(store: Store, params: CommentPlace & { reply: string }): PostedRow {
  const comment = findComment(store, params).id;
  return findRow(store, replySource, { 'y.comment': comment, 'y.id': params.reply });
}

function readReply(
  store: Store,
  params: CommentPlace & { reply: string },
  format?: string,
): ops.CommentReply {
  const [reply] = toReplies(store, params, [findReply(store, params)], format);
  return reply as ops.CommentReply;
}
