import * as z from 'zod/mini';
import { described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import {
  answerId,
  ContentFormat,
  Id,
  nonEmpty,
  open,
  openEnum,
  Page,
  resource,
  SortOrder,
  Timestamp,
  Urls,
  User,
} from '../schemas.ts';

/** The text of a comment or a reply. In formats other than Markdown it has fields that the reference does not show. */
export const CommentBody = resource({}, () => ({ markdown: z.string() }));

/** The text to post, in the variant that the reference shows. */
export const NewCommentBody = described(
  'its text',
  open(z.looseObject({ markdown: described('its text, as Markdown', nonEmpty()) })),
);

export const Reactions = z.array(
  resource({}, () => ({
    emoji: z.string(),
    count: z.number(),
    users: z.array(resource({}, () => ({ user: User, reactedAt: Timestamp }))),
  })),
);

/** The values of the status filter; no comment has the status `all`. */
export const CommentStatusFilter = openEnum(['all', 'resolved'], ['open']);

export const Comment = resource({ id: answerId<'comment'>() }, () => ({
  object: z.string(),
  postedBy: User,
  postedAt: Timestamp,
  editedAt: Timestamp,
  reactions: Reactions,
  replies: z.number(),
  body: CommentBody,
  target: resource({}, () => ({
    node: resource({}, () => ({ id: z.string(), preview: z.unknown() })),
    changeRequest: answerId<'changeRequest'>(),
    review: z.string(),
    page: Page,
    space: answerId<'space'>(),
    revision: z.string(),
  })),
  urls: Urls('location'),
  status: z.string(),
  resolvedAt: Timestamp,
  resolvedBy: User,
}));
export type Comment = z.output<typeof Comment>;

export const listComments = listOperation({
  id: 'comments.list',
  path: '/v1/spaces/{space}/comments',
  summary: 'List the comments of a space',
  query: fields(() => ({
    order: described('by time (default: desc, the newest first)', z.optional(SortOrder)),
    status: described('only comments with this status (default: all)', z.optional(CommentStatusFilter)),
    format: z.optional(ContentFormat),
    targetPage: described('only comments on this page', z.optional(Id)),
  })),
  item: Comment,
});

export const createComment = operation({
  id: 'comments.create',
  method: 'POST',
  path: '/v1/spaces/{space}/comments',
  summary: 'Post a comment',
  body: fields(() => ({
    node: described('part of the page that it is about', z.optional(Id)),
    page: described('page that it is about; without one it is about the space', z.optional(Id)),
    body: NewCommentBody,
  })),
  result: Comment,
});

export const getComment = operation({
  id: 'comments.get',
  method: 'GET',
  path: '/v1/spaces/{space}/comments/{comment}',
  summary: 'Show a comment',
  query: fields(() => ({ format: z.optional(ContentFormat) })),
  result: Comment,
});

export const updateComment = operation({
  id: 'comments.update',
  method: 'PUT',
  path: '/v1/spaces/{space}/comments/{comment}',
  summary: 'Edit, resolve or reopen a comment, or react to it',
  body: fields(() => ({
    resolved: described('resolve it', z.optional(z.boolean()), 'open it again'),
    body: z.optional(NewCommentBody),
    addedReactions: described('react with this', z.optional(z.array(z.string()))),
    removedReactions: described('take back a reaction of your own', z.optional(z.array(z.string()))),
  })),
  result: Comment,
});

export const deleteComment = operation({
  id: 'comments.delete',
  method: 'DELETE',
  path: '/v1/spaces/{space}/comments/{comment}',
  summary: 'Delete a comment with its replies',
  consequence: 'Its replies are deleted too. This cannot be undone',
});
