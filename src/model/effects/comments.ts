import { chosen, type Fields, type NounEffects, pick, reaction, set, within } from './facts.ts';

export const comments: NounEffects = {
  touches: {
    'comments.update': (params, body) => set('comment', pick(params, 'space', 'comment'), reacted(body)),
    'comments.replies.update': (params, body) =>
      set('reply', pick(params, 'space', 'comment', 'reply'), reacted(body)),
  },
  references: [within('comment', 'space', 'space'), within('reply', 'comment', 'comment')],
};

/** Only the answer shows who has reacted: nobody can say whether a person's own reaction was there. */
function reacted({ addedReactions = [], removedReactions = [], ...fields }: Fields): Fields {
  const emoji = [...(addedReactions as string[]), ...(removedReactions as string[])];
  return { ...fields, ...Object.fromEntries(emoji.map((one) => [`${reaction}${one}`, chosen])) };
}
