import {
  createCommentReply,
  deleteCommentReply,
  getCommentReply,
  listCommentReplies,
  updateCommentReply,
} from '../../api/contract/operations/comments/replies.ts';
import { spaceFlag } from '../../cli/flags/shared-flags.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { verb } from '../../cli/verb.ts';
import { changed } from '../../domain/changed.ts';
import { commentReplyView } from '../../views/comments.ts';
import {
  addReactionFlag,
  markdownFileFlag,
  markdownFlag,
  readMarkdown,
  removeReactionFlag,
} from './writing.ts';

export const commentReplies = (parts: LineParts) => [
  listVerb(parts),
  create(parts),
  get(parts),
  update(parts),
  remove(parts),
];

const listVerb = ({ api, scope, out }: LineParts) =>
  verb('list', listCommentReplies, [
    'docs-admin comments replies list comment_typo --space space_handbook',
    'docs-admin comments replies list comment_typo --space space_handbook --format markdown --json',
  ])
    .argument('<commentId>', 'the comment')
    .addOption(spaceFlag)
    .option('--format <format>')
    .action(async (comment, { format, ...range }) => {
      const input = { params: { space: scope.space(), comment }, query: { format } };
      await out.list(api.pages(listCommentReplies, input, range), commentReplyView);
    });

const create = ({ api, scope, files, bodyOf, out }: LineParts) =>
  verb('create', createCommentReply, [
    'docs-admin comments replies create comment_question --space space_handbook --markdown "Ask HR"',
    'docs-admin comments replies create comment_question --space space_handbook --markdown-file review.md',
  ])
    .argument('<commentId>', 'the comment')
    .addOption(spaceFlag)
    .addOption(markdownFlag)
    .addOption(markdownFileFlag)
    .action(async (comment, { input, ...text }) => {
      const body = await bodyOf(createCommentReply, input, { body: await readMarkdown({ files }, text) });
      const params = { space: scope.space(), comment };
      const reply = await api.call(createCommentReply, { params, body });
      await out.item(reply, commentReplyView, `posted reply ${reply.id}`);
    });

const get = ({ api, scope, out }: LineParts) =>
  verb('get', getCommentReply, [
    'docs-admin comments replies get comment_typo reply_fixed --space space_handbook',
  ])
    .argument('<commentId>', 'the comment')
    .argument('<replyId>', 'the reply')
    .addOption(spaceFlag)
    .option('--format <format>')
    .action(async (comment, reply, { format }) => {
      const input = { params: { space: scope.space(), comment, reply }, query: { format } };
      await out.item(await api.call(getCommentReply, input), commentReplyView);
    });

const update = ({ api, scope, files, bodyOf, out }: LineParts) =>
  verb('update', updateCommentReply, [
    'docs-admin comments replies update comment_typo reply_fixed --space space_handbook --markdown "Fixed"',
    'docs-admin comments replies update comment_typo reply_agree --space space_handbook --add-reaction 👍',
  ])
    .argument('<commentId>', 'the comment')
    .argument('<replyId>', 'the reply')
    .addOption(spaceFlag)
    .addOption(markdownFlag)
    .addOption(markdownFileFlag)
    .addOption(addReactionFlag())
    .addOption(removeReactionFlag())
    .action(async (comment, reply, { input, addReaction, removeReaction, ...text }) => {
      const body = await bodyOf(updateCommentReply, input, {
        body: await readMarkdown({ files }, text),
        addedReactions: addReaction,
        removedReactions: removeReaction,
      });
      const params = { space: scope.space(), comment, reply };
      const updated = await api.call(updateCommentReply, { params, body });
      await out.item(updated, commentReplyView, changed('updated', 'reply', updated, body));
    });

const remove = ({ scope, takeAway }: LineParts) =>
  verb('delete', deleteCommentReply, [
    'docs-admin comments replies delete comment_typo reply_agree --space space_handbook --yes',
  ])
    .argument('<commentId>', 'the comment')
    .argument('<replyId>', 'the reply')
    .addOption(spaceFlag)
    .action(async (comment, reply) => {
      const params = { space: scope.space(), comment, reply };
      await takeAway(deleteCommentReply, { params });
    });
