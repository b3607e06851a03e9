import type { IdOf } from '../../api/contract/ids.ts';
import type { Comment } from '../../api/contract/operations/comments.ts';
import { invalid } from '../problem.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { textAs } from './document.ts';
import { type ReactionTarget, reactionsTo } from './reaction.ts';
import { findSpace } from './space.ts';
import { apiUrl } from './urls.ts';
import { toUser, type UserRow, userColumns } from './user.ts';

/** A row of a text that a person has posted, with that person. */
export interface PostedRow extends UserRow {
  id: string;
  posted_at: string;
  edited_at: string | null;
  markdown: string;
}

export interface CommentRow extends PostedRow {
  id: IdOf<'comment'>;
  space: IdOf<'space'>;
  change_request: IdOf<'changeRequest'> | null;
  revision: string;
  node: string | null;
  node_preview: string | null;
  /** JSON of the page with the comment. */
  page: string | null;
  resolved_at: string | null;
  /** JSON of a {@link UserRow}. */
  resolver: string | null;
  replies: number;
}

/** A page of a comment is outdated if its text has changed since. */
export const commentSource: TableSource<CommentRow> = {
  called: 'comment',
  select: `c.id, c.space, c.change_request, c.revision, c.node, c.node_preview,
  (SELECT json_object('id', p.id, 'title', p.title, 'emoji', p.emoji, 'icon', p.icon, 'createdAt', p.created_at,
     'updatedAt', p.updated_at, 'path', p.path, 'changed', NOT EXISTS (
       SELECT 1 FROM pages h WHERE h.revision = coalesce(cr.revision, s.revision) AND h.id = p.id
         AND h.markdown = p.markdown))
   FROM pages p WHERE p.revision = c.revision AND p.id = c.page) AS page,
  c.posted_at, c.edited_at, c.markdown, c.resolved_at,
  (SELECT json_object('user_id', r.id, 'display_name', r.display_name, 'email', r.email)
   FROM users r WHERE r.id = c.resolved_by) AS resolver,
  (SELECT count(*) FROM comment_replies n WHERE n.comment = c.id) AS replies, ${userColumns}`,
  from: 'comments AS c',
  join: `JOIN users u ON u.id = c.posted_by JOIN spaces s ON s.id = c.space
    LEFT JOIN change_requests cr ON cr.id = c.change_request`,
  order: ['c.seq'],
};

export function toComments(store: Store, rows: readonly CommentRow[], format = 'markdown'): Comment[] {
  return withPosts(store, 'comment', rows).map(({ row, post }) => ({
    object: 'comment',
    ...post,
    replies: row.replies,
    body: textAs(format, row.markdown),
    target: target(row),
    urls: { location: apiUrl('spaces', row.space, 'comments', row.id) },
    status: row.resolved_at === null ? 'open' : 'resolved',
    ...(row.resolved_at !== null && { resolvedAt: row.resolved_at }),
    ...(row.resolver !== null && { resolvedBy: toUser(JSON.parse(row.resolver)) }),
  }));
}

/** Returns rows with what comments and replies have in common. */
export function withPosts<Row extends PostedRow>(store: Store, on: ReactionTarget, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id);
  const reactions = reactionsTo(store, on, ids);
  return rows.map((row) => ({
    row,
    post: {
      id: row.id as Row['id'],
      postedBy: toUser(row),
      postedAt: row.posted_at,
      ...(row.edited_at !== null && { editedAt: row.edited_at }),
      reactions: reactions.get(row.id) ?? [],
    },
  }));
}

function target(row: CommentRow): Comment['target'] {
  const { node, node_preview: preview, change_request: changeRequest } = row;
  return {
    ...(node !== null && { node: { id: node, ...(preview !== null && { preview }) } }),
    ...(changeRequest !== null && { changeRequest }),
    ...(row.page !== null && { page: targetPage(JSON.parse(row.page)) }),
    space: row.space,
    revision: row.revision,
  };
}

function targetPage({ changed, ...page }: { id: string; changed: number }) {
  const given = Object.fromEntries(Object.entries(page).filter(([, value]) => value !== null));
  return { ...given, id: page.id, outdated: changed === 1 };
}

/** Returns a comment of a space. Throws 404. */
export function findComment(
  store: Store,
  { space, comment }: { space: string; comment: string },
): CommentRow {
  findSpace(store, space);
  return findRow(store, commentSource, { 'c.space': space, 'c.id': comment });
}

/** Returns the text of a new body. Throws 400 if there is none. */
export function bodyText({ markdown }: { markdown: string }): string {
  if (markdown.trim() !== '') return markdown;
  throw invalid([{ path: ['body', 'markdown'], message: 'must not be empty' }]);
}
