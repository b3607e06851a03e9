import { visible } from './printable.ts';

/** The size in characters that GitHub and GitLab take for a comment, with some room. */
export const defaultMaxChars = 65_000;

/** Puts text into a code span, where it is no markup and mentions no one: a longer row of backticks is around it than any inside. */
export function codeSpan(text: string): string {
  const shown = visible(text);
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const space = longest > 0 || shown.trim() === '' ? ' ' : '';
  return `${ticks}${space}${shown}${space}${ticks}`;
}

/** Returns blocks of sentences, with a blank line before each. Nothing is left out. */
export function blocksMarkdown(
  blocks: readonly { readonly heading: string; readonly entries: readonly string[] }[],
): string {
  return blocks
    .map(({ heading, entries }) => {
      const lines = entries.map((entry) => `- ${codeSpan(entry)}\n`).join('');
      return `\n### ${heading[0]?.toUpperCase()}${heading.slice(1)}\n\n${lines}`;
    })
    .join('');
}
