import { flag, forField, list, writes } from '../../cli/command.ts';
import type { Verb } from '../../cli/session/verb.ts';

/** The flag for the text of comments and replies. */
export const markdownFlag = writes(forField('body.markdown', flag('--markdown <text>')));
export const markdownFileFlag = forField(
  'body.markdown',
  flag('--markdown-file <file>', 'file with its text, sent as it is; - for standard input').conflicts(
    'markdown',
  ),
);
export const addReactionFlag = () => forField('addedReactions', list('--add-reaction <emoji>'));
export const removeReactionFlag = () => forField('removedReactions', list('--remove-reaction <emoji>'));

/** Returns the text of the two flags, as a field of the request. */
export async function readMarkdown(
  { files }: Pick<Verb, 'files'>,
  { markdown, markdownFile }: { markdown?: string | undefined; markdownFile?: string | undefined },
): Promise<{ markdown: string } | undefined> {
  if (markdown !== undefined) return { markdown };
  return markdownFile === undefined ? undefined : { markdown: await files.text(markdownFile) };
}
