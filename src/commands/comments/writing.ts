import { flag, list } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';

export const markdownFlags = [
  flag('--markdown <text>').with({ field: 'body.markdown', isLongText: true }),
  flag('--markdown-file <file>', 'file with its text, sent as it is; - for standard input')
    .conflicts('markdown')
    .with({ field: 'body.markdown' }),
] as const;

export const reactionFlags = () =>
  [
    list('--add-reaction <emoji>').with({ field: 'addedReactions' }),
    list('--remove-reaction <emoji>').with({ field: 'removedReactions' }),
  ] as const;

/** Returns the text of the two flags, as a field of the request. */
export async function markdownField(
  { markdown, markdownFile }: { markdown?: string | undefined; markdownFile?: string | undefined },
  { files }: Pick<LineParts, 'files'>,
): Promise<{ body?: { markdown: string } }> {
  if (markdown !== undefined) return { body: { markdown } };
  return markdownFile === undefined ? {} : { body: { markdown: await files.text(markdownFile) } };
}
