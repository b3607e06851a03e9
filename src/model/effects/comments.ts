import { at } from '../fields.ts';
import {
  chosen,
  type Fields,
  type Ids,
  type NounEffects,
  pick,
  type RestoreRequest,
  reaction,
  set,
  within,
} from './facts.ts';

export const comments: NounEffects = {
  touches: {
    'comments.update': (params, body) => set('comment', pick(params, 'space', 'comment'), reacted(body)),
    'comments.replies.update': (params, body) =>
      set('reply', pick(params, 'space', 'comment', 'reply'), reacted(body)),
  },
  references: [within('comment', 'space', 'space'), within('reply', 'comment', 'comment')],
  restoring: {
    comment: {
      fields: textOf,
      set: setText('comments.update'),
    },
    reply: { fields: textOf, set: setText('comments.replies.update') },
  },
};

/** Only the answer shows who has reacted: no one can say whether a person's own reaction was there. */
function reacted({ addedReactions = [], removedReactions = [], ...fields }: Fields): Fields {
  const emoji = [...(addedReactions as string[]), ...(removedReactions as string[])];
  return { ...fields, ...Object.fromEntries(emoji.map((one) => [`${reaction}${one}`, chosen])) };
}

function textOf(item: unknown): Fields {
  const reactions = (at(item, 'reactions') ?? []) as readonly unknown[];
  const users = (one: unknown) => (at(one, 'users') ?? []) as readonly unknown[];
  return {
    body: { markdown: at(item, 'body', 'markdown') ?? null },
    ...Object.fromEntries(
      reactions.map((one) => [
        `${reaction}${at(one, 'emoji')}`,
        users(one)
          .map((each) => at(each, 'user', 'id'))
          .sort(),
      ]),
    ),
  };
}

/** Makes the body of an update. A token can change only the reactions of its own user, so the others never differ. */
function setText(operation: string) {
  return (params: Ids, wanted: Fields, now: Fields): RestoreRequest[] => {
    const isReaction = ([field]: readonly [string, unknown]) => field.startsWith(reaction);
    const changed = Object.entries(wanted).filter(isReaction);
    const count = (users: unknown) => (Array.isArray(users) ? users.length : 0);
    const emoji = (sign: 1 | -1) =>
      changed
        .filter(([field, users]) => sign * (count(users) - count(now[field])) > 0)
        .map(([field]) => field.slice(reaction.length));
    const [addedReactions, removedReactions] = [emoji(1), emoji(-1)];
    const body = {
      ...Object.fromEntries(Object.entries(wanted).filter((entry) => !isReaction(entry))),
      ...(addedReactions.length > 0 && { addedReactions }),
      ...(removedReactions.length > 0 && { removedReactions }),
    };
    return [{ action: 'update', operation, params, body, sets: wanted }];
  };
}
