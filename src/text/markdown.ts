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

/**
 * Joins as many of `count` pieces as fit into so many characters, or as there are. `note` says how many are left out. The pieces
 * are made one by one: of very many, few fit.
 */
export function piecesThatFit(
  pieces: Iterable<string>,
  count: number,
  room: number,
  note: (left: number) => string,
): string {
  let text = '';
  let left = count;
  for (const piece of pieces) {
    const rest = left === 1 ? '' : note(left);
    if (text.length + piece.length + rest.length > room) return text + note(left);
    text += piece;
    left -= 1;
  }
  return left > 0 ? text + note(left) : text;
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
