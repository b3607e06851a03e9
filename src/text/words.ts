/** Counts with a word: `1 team`, `2 teams`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

const longestShown = 60;

/** Quotes a value for a message; cuts it after 60 characters. */
export function quoted(value: unknown): string {
  const shown = JSON.stringify(value);
  return shown.length > longestShown ? `${shown.slice(0, longestShown)}…"` : shown;
}

/** The prefix of a title that replaces an id: `name:Docs`. */
export const titlePrefix = 'name:';

/** Returns the title in `name:Docs`; `undefined` for a text without the prefix. */
export function prefixedTitle(text: string): string | undefined {
  return text.startsWith(titlePrefix) ? text.slice(titlePrefix.length) : undefined;
}
