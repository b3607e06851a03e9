import type { PageRange } from '../api/client/client.ts';
import * as ops from '../api/contract/operations/comments.ts';
import { allSpacesFlag, spaceFlag } from '../cli/flags/flag.ts';
import { prints, sends, takesAway } from '../cli/operation-actions.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { group, verb } from '../cli/verb.ts';
import { commentView } from '../views/comments.ts';
import { commentReplies } from './comments/replies.ts';
import { markdownField, markdownFlags, reactionFlags } from './comments/writing.ts';

export const comments = () => [
  verb('list', ops.listComments, [
    'docs-admin comments list --space space_handbook',
    'docs-admin comments list --space space_handbook --status open --target-page page_welcome',
    'docs-admin comments list --space space_handbook --status resolved -o id',
    'docs-admin comments list --all-spaces --status open',
  ])
    .addOptions(spaceFlag, allSpacesFlag)
    .option('--order <order>')
    .option('--status <status>')
    .option('--format <format>')
    .option('--target-page <pageId>')
    .run(async ({ session, api, scope, out }, { order, status, format, targetPage, allSpaces, ...range }) => {
      const query = { order, status, format, targetPage };
      const pages = (space: string, part: PageRange) =>
        api.pages(ops.listComments, { params: { space }, query }, part);
      if (!allSpaces) return out.list(pages(scope.space(), range), commentView);
      const { listOverSpaces } = await import('../rows/over-spaces.ts');
      await listOverSpaces(session, commentView, pages, range);
    }),
  verb('create', ops.createComment, [
    'docs-admin comments create --space space_handbook --markdown "Who keeps this up to date?"',
    'docs-admin comments create --space space_handbook --page page_welcome --markdown-file review.md',
  ])
    .addOptions(spaceFlag, ...markdownFlags)
    .option('--node <nodeId>')
    .option('--page <pageId>')
    .run(sends('posted', 'comment', commentView, markdownField)),
  verb('get', ops.getComment, [
    'docs-admin comments get comment_typo --space space_handbook',
    'docs-admin comments get comment_typo --space space_handbook --fields body,reactions --json',
  ])
    .argument('<commentId>', 'the comment')
    .addOption(spaceFlag)
    .option('--format <format>')
    .run(prints(commentView)),
  verb('update', ops.updateComment, [
    'docs-admin comments update comment_question --space space_handbook --markdown "Who owns this?"',
    'docs-admin comments update comment_typo --space space_handbook --resolved --add-reaction 🎉',
  ])
    .argument('<commentId>', 'the comment')
    .addOption(spaceFlag)
    .option('--resolved')
    .option('--no-resolved')
    .addOptions(...markdownFlags, ...reactionFlags())
    .run(sends('updated', 'comment', commentView, markdownField)),
  verb('resolve', ops.updateComment, [
    'docs-admin comments resolve comment_typo --space space_handbook',
    'docs-admin comments resolve comment_typo comment_question --space space_handbook --json',
  ])
    .description('Resolve a comment')
    .argument('<commentId>', 'the comment')
    .addOption(spaceFlag)
    .run((parts, id, { input }) => setResolved(parts, id, input, true)),
  verb('reopen', ops.updateComment, ['docs-admin comments reopen comment_done --space space_handbook'])
    .description('Open a resolved comment again')
    .argument('<commentId>', 'the comment')
    .addOption(spaceFlag)
    .run((parts, id, { input }) => setResolved(parts, id, input, false)),
  verb('delete', ops.deleteComment, ['docs-admin comments delete comment_done --space space_handbook --yes'])
    .argument('<commentId>', 'the comment')
    .addOption(spaceFlag)
    .run(takesAway()),
  group('replies', 'what was answered to a comment', commentReplies()),
];

async function setResolved(
  { api, scope, bodyOf, out }: Pick<LineParts, 'api' | 'scope' | 'bodyOf' | 'out'>,
  id: string,
  input: string | undefined,
  resolved: boolean,
) {
  const body = await bodyOf(ops.updateComment, input, { resolved });
  const comment = await api.call(ops.updateComment, {
    params: { space: scope.space(), comment: id },
    body,
  });
  await out.item(comment, commentView, `${resolved ? 'resolved' : 'reopened'} comment ${comment.id}`);
}
