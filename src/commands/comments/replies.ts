import * as ops from '../../api/contract/operations/comments/replies.ts';
import { spaceFlag } from '../../cli/flags/flag.ts';
import { lists, prints, sends, takesAway } from '../../cli/operation-actions.ts';
import { verb } from '../../cli/verb.ts';
import { commentReplyView } from '../../views/comments.ts';
import { markdownField, markdownFlags, reactionFlags } from './writing.ts';

export const commentReplies = () => [
  verb('list', ops.listCommentReplies, [
    'docs-admin comments replies list comment_typo --space space_handbook',
    'docs-admin comments replies list comment_typo --space space_handbook --format markdown --json',
  ])
    .argument('<commentId>', 'the comment')
    .addOption(spaceFlag)
    .option('--format <format>')
    .run(lists(commentReplyView)),
  verb('create', ops.createCommentReply, [
    'docs-admin comments replies create comment_question --space space_handbook --markdown "Ask HR"',
    'docs-admin comments replies create comment_question --space space_handbook --markdown-file review.md',
  ])
    .argument('<commentId>', 'the comment')
    .addOptions(spaceFlag, ...markdownFlags)
    .run(sends('posted', 'reply', commentReplyView, markdownField)),
  verb('get', ops.getCommentReply, [
    'docs-admin comments replies get comment_typo reply_fixed --space space_handbook',
  ])
    .argument('<commentId>', 'the comment')
    .argument('<replyId>', 'the reply')
    .addOption(spaceFlag)
    .option('--format <format>')
    .run(prints(commentReplyView)),
  verb('update', ops.updateCommentReply, [
    'docs-admin comments replies update comment_typo reply_fixed --space space_handbook --markdown "Fixed"',
    'docs-admin comments replies update comment_typo reply_agree --space space_handbook --add-reaction 👍',
  ])
    .argument('<commentId>', 'the comment')
    .argument('<replyId>', 'the reply')
    .addOptions(spaceFlag, ...markdownFlags, ...reactionFlags())
    .run(sends('updated', 'reply', commentReplyView, markdownField)),
  verb('delete', ops.deleteCommentReply, [
    'docs-admin comments replies delete comment_typo reply_agree --space space_handbook --yes',
  ])
    .argument('<commentId>', 'the comment')
    .argument('<replyId>', 'the reply')
    .addOption(spaceFlag)
    .run(takesAway()),
];
