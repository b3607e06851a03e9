/** The prefix of a title that replaces an id: `name:Docs`. */
export const titlePrefix = 'name:';

/** Returns the title in `name:Docs`; `undefined` for a text without the prefix. */
export function prefixedTitle(text: string): string | undefined {
  return text.startsWith(titlePrefix) ? text.slice(titlePrefix.length) : undefined;
}
