import * as replyOps from '../api/contract/operations/comments/replies.ts';
import * as ops from '../api/contract/operations/comments.ts';
import { byRole, resource } from './resource.ts';

const reactions = { writeOnly: 'the service does not say which reactions are yours' } as const;
const author = 'a new one would have another author and time';

export const comment = resource({
  kind: 'comment',
  noun: 'comments',
  one: 'comment',
  several: 'comments',
  key: 'comment',
  parents: ['space'],
  id: 'id',
  title: 'body.markdown',
  naturalKey: [],
  addresses: ['/comments/{id}'],
  operations: byRole(ops, 'comments', 'list', 'get', 'create', 'update', 'delete'),
  fields: {
    node: { from: 'target.node.id' },
    page: { from: 'target.page.id' },
    resolved: { from: 'status', is: 'resolved' },
    addedReactions: reactions,
    removedReactions: reactions,
  },
  endings: { delete: { act: 'delete' } },
  whyNotRestorable: { delete: `the comment and its replies: ${author}` },
});

export const reply = resource({
  kind: 'reply',
  noun: 'comments replies',
  one: 'reply',
  several: 'replies',
  key: 'reply',
  parents: ['space', 'comment'],
  id: 'id',
  title: 'body.markdown',
  naturalKey: [],
  operations: byRole(replyOps, 'comments.replies', 'list', 'get', 'create', 'update', 'delete'),
  fields: { addedReactions: reactions, removedReactions: reactions },
  endings: { delete: { act: 'delete' } },
  whyNotRestorable: { delete: `the reply: ${author}` },
});
