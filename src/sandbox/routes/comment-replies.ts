import * as ops from '../../api/contract/operations/comments/replies.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { bodyText, findComment } from '../resources/comment.ts';
import { textAs } from '../resources/document.ts';
import { changeReactions, reactionsTo } from '../resources/reaction.ts';
import { apiUrl } from '../resources/urls.ts';
import { toUser, type UserRow, userColumns } from '../resources/user.ts';
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

interface ReplyRow extends UserRow {
  id: string;
  posted_at: string;
  edited_at: string | null;
  markdown: string;
}

interface CommentPlace {
  space: string;
  comment: string;
}

const replySource: TableSource<ReplyRow> = {
  called: 'reply',
  select: `y.id, y.posted_at, y.edited_at, y.markdown, ${userColumns}`,
  from: 'comment_replies AS y',
  join: 'JOIN users u ON u.id = y.posted_by',
  order: ['y.seq'],
};

function toReplies(
  store: Store,
  { space, comment }: CommentPlace,
  rows: readonly ReplyRow[],
  format = 'markdown',
): ops.CommentReply[] {
  const reactions = reactionsTo(
    store,
    'reply',
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    object: 'comment-reply',
    id: row.id,
    postedBy: toUser(row),
    postedAt: row.posted_at,
    ...(row.edited_at !== null && { editedAt: row.edited_at }),
    reactions: reactions.get(row.id) ?? [],
    body: textAs(format, row.markdown),
    urls: { location: apiUrl('spaces', space, 'comments', comment, 'replies', row.id) },
  }));
}

function findReply(store: Store, params: CommentPlace & { reply: string }): ReplyRow {
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
