import {
  createCommentReply,
  deleteCommentReply,
  getCommentReply,
  listCommentReplies,
  updateCommentReply,
} from '../../api/contract/operations/comments/replies.ts';
import { ContentFormat } from '../../api/contract/schemas.ts';
import { choice, verb } from '../../cli/command.ts';
import type { App } from '../../cli/session/app.ts';
import { takeAway } from '../../cli/session/losses.ts';
import { spaceFlag } from '../../cli/shared-flags.ts';
import { changed } from '../../domain/changed.ts';
import { commentReplyView } from '../../views/comments.ts';
import {
  addReactionFlag,
  markdownFileFlag,
  markdownFlag,
  readMarkdown,
  removeReactionFlag,
} from './writing.ts';

export const commentReplies = (app: App) => [listVerb(app), create(app), get(app), update(app), remove(app)];

const listVerb = (app: App) =>
  verb('list', listCommentReplies, [
    'docs-admin comments replies list comment_typo --space space_handbook',
    'docs-admin comments replies list comment_typo --space space_handbook --format markdown --json',
  ])
    .argument('<commentId>', 'the comment')
    .addOption(spaceFlag)
    .addOption(choice('--format <format>', 'how the text is written', ContentFormat))
    .action(async (comment, { format, ...range }) => {
      const input = { params: { space: app.scope.space(), comment }, query: { format } };
      await app.out.list(app.api.pages(listCommentReplies, input, range), commentReplyView);
    });

const create = (app: App) =>
  verb('create', createCommentReply, [
    'docs-admin comments replies create comment_question --space space_handbook --markdown "Ask HR"',
    'docs-admin comments replies create comment_question --space space_handbook --markdown-file review.md',
  ])
    .argument('<commentId>', 'the comment')
    .addOption(spaceFlag)
    .addOption(markdownFlag)
    .addOption(markdownFileFlag)
    .action(async (comment, { input, ...text }) => {
      const body = await app.body(createCommentReply, input, { body: await readMarkdown(app, text) });
      const params = { space: app.scope.space(), comment };
      const reply = await app.api.call(createCommentReply, { params, body });
      await app.out.item(reply, commentReplyView, `posted reply ${reply.id}`);
    });

const get = (app: App) =>
  verb('get', getCommentReply, [
    'docs-admin comments replies get comment_typo reply_fixed --space space_handbook',
  ])
    .argument('<commentId>', 'the comment')
    .argument('<replyId>', 'the reply')
    .addOption(spaceFlag)
    .addOption(choice('--format <format>', 'how the text is written', ContentFormat))
    .action(async (comment, reply, { format }) => {
      const input = { params: { space: app.scope.space(), comment, reply }, query: { format } };
      await app.out.item(await app.api.call(getCommentReply, input), commentReplyView);
    });

const update = (app: App) =>
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
      const body = await app.body(updateCommentReply, input, {
        body: await readMarkdown(app, text),
        addedReactions: addReaction,
        removedReactions: removeReaction,
      });
      const params = { space: app.scope.space(), comment, reply };
      const updated = await app.api.call(updateCommentReply, { params, body });
      await app.out.item(updated, commentReplyView, changed('updated', 'reply', updated, body));
    });

const remove = (app: App) =>
  verb('delete', deleteCommentReply, [
    'docs-admin comments replies delete comment_typo reply_agree --space space_handbook --yes',
  ])
    .argument('<commentId>', 'the comment')
    .argument('<replyId>', 'the reply')
    .addOption(spaceFlag)
    .action(async (comment, reply) => {
      const params = { space: app.scope.space(), comment, reply };
      await takeAway(app, deleteCommentReply, { params });
    });
