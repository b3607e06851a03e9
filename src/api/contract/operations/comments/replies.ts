import * as z from 'zod/mini';
import { described } from '../../facts.ts';
import { fields, listOperation, operation } from '../../operation.ts';
import { ContentFormat, resource, Timestamp, Urls, User } from '../../schemas.ts';
import { CommentBody, NewCommentBody, Reactions } from '../comments.ts';

export const CommentReply = resource({ id: z.string() }, () => ({
  object: z.string(),
  postedBy: User,
  postedAt: Timestamp,
  editedAt: Timestamp,
  reactions: Reactions,
  body: CommentBody,
  urls: Urls('location'),
}));
export type CommentReply = z.output<typeof CommentReply>;

export const listCommentReplies = listOperation({
  id: 'comments.replies.list',
  path: '/v1/spaces/{space}/comments/{comment}/replies',
  summary: 'List the replies to a comment',
  query: fields(() => ({ format: z.optional(ContentFormat) })),
  item: CommentReply,
});

export const createCommentReply = operation({
  id: 'comments.replies.create',
  method: 'POST',
  path: '/v1/spaces/{space}/comments/{comment}/replies',
  summary: 'Reply to a comment',
  body: fields(() => ({ body: NewCommentBody })),
  result: CommentReply,
});

export const getCommentReply = operation({
  id: 'comments.replies.get',
  method: 'GET',
  path: '/v1/spaces/{space}/comments/{comment}/replies/{reply}',
  summary: 'Show a reply',
  query: fields(() => ({ format: z.optional(ContentFormat) })),
  result: CommentReply,
});

export const updateCommentReply = operation({
  id: 'comments.replies.update',
  method: 'PUT',
  path: '/v1/spaces/{space}/comments/{comment}/replies/{reply}',
  summary: 'Edit a reply or react to it',
  body: fields(() => ({
    body: z.optional(NewCommentBody),
    addedReactions: described('react with this', z.optional(z.array(z.string()))),
    removedReactions: described('take back a reaction of your own', z.optional(z.array(z.string()))),
  })),
  result: CommentReply,
});

export const deleteCommentReply = operation({
  id: 'comments.replies.delete',
  method: 'DELETE',
  path: '/v1/spaces/{space}/comments/{comment}/replies/{reply}',
  summary: 'Delete a reply',
  consequence: 'Its text is lost. This cannot be undone',
});
