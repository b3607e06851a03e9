import type { Operation } from '../../api/contract/operation.ts';
import { updateCommentReply } from '../../api/contract/operations/comments/replies.ts';
import { updateComment } from '../../api/contract/operations/comments.ts';
import * as requests from '../change-requests.ts';
import * as comments from '../comments.ts';
import { reaction } from '../effects/facts.ts';
import { queriesFor } from '../effects/things.ts';
import { at } from '../fields.ts';
import { type Fields, type Ids, type PieceKind, pick, type Step, some, thing } from './facts.ts';

function textFields(item: unknown): Fields {
  const reactions = (at(item, 'reactions') ?? []) as readonly unknown[];
  return {
    body: { markdown: at(item, 'body', 'markdown') ?? null },
    ...Object.fromEntries(
      reactions.map((one) => [
        `${reaction}${at(one, 'emoji')}`,
        ((at(one, 'users') ?? []) as readonly unknown[]).map((each) => at(each, 'user', 'id')).sort(),
      ]),
    ),
  };
}

/** Makes the body of an update. A token can change only the reactions of its own user, so the others never differ. */
function setText(operation: Operation, ...path: readonly string[]) {
  return (ids: Ids, wanted: Fields, now: Fields): Step[] => {
    const plain = Object.entries(wanted).filter(([field]) => !field.startsWith(reaction));
    const changed = Object.entries(wanted).filter(([field]) => field.startsWith(reaction));
    const count = (users: unknown) => (Array.isArray(users) ? users.length : 0);
    const emoji = (isMore: (field: string, users: unknown) => boolean) =>
      changed.filter(([field, users]) => isMore(field, users)).map(([field]) => field.slice(reaction.length));
    const [addedReactions, removedReactions] = [
      emoji((field, users) => count(users) > count(now[field])),
      emoji((field, users) => count(users) < count(now[field])),
    ];
    const body = {
      ...Object.fromEntries(plain),
      ...(addedReactions.length > 0 && { addedReactions }),
      ...(removedReactions.length > 0 && { removedReactions }),
    };
    return [{ action: 'update', operation, params: some(ids, ...path), body, sets: wanted }];
  };
}

const comment = thing(comments.comment, {
  fields: (item) => ({
    ...textFields(item),
    resolved: at(item, 'status') === 'resolved',
    ...pick(item, 'replies'),
  }),
  set: setText(updateComment, 'space', 'comment'),
  final: comments.comment.noWayBack.delete,
});

const reply = thing(comments.reply, {
  fields: textFields,
  set: setText(updateCommentReply, 'space', 'comment', 'reply'),
  final: comments.reply.noWayBack.delete,
});

const changeRequest = thing(requests.changeRequest, {
  queries: queriesFor('change-request'),
  idsOf: (item) => [at(item, 'id'), String(at(item, 'number'))],
  clears: { subject: '' },
  unwritable: (field, value) =>
    field === 'status' && value === 'merged' ? 'only a merge sets it' : undefined,
});

export const kinds: readonly PieceKind[] = [comment, reply, changeRequest];
