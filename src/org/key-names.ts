/** The largest number of characters of a key. */
export const longestKey = 1000;

/** A title, and the id if several things have the title: `Docs (team_docs)`. */
export interface KeyName {
  readonly title: string;
  readonly id?: string;
}

/** Stands behind a title that looks like one with an id: `Docs (v_2) ()`. */
const noId = ' ()';

/** Parses a key of the file: a title, alone, with an id behind it, or with empty parentheses if it looks like the second. */
export function keyName(key: string): KeyName {
  const [, title = '', id] = /^(?:(.+) )?\(([\w-]+_[\w-]+)\)$/s.exec(key) ?? [];
  if (id !== undefined) return { title, id };
  const start = key.endsWith(noId) ? key.slice(0, -noId.length) : '';
  // Behind any other title, these signs belong to the title.
  return { title: looksLikeKey(start) ? start : key };
}

/** Returns the key of a thing whose title is enough. */
export function keyOfTitle(title: string): string {
  return looksLikeKey(title) ? `${title}${noId}` : title;
}

/** Returns whether a title would have another meaning as a key. */
function looksLikeKey(title: string): boolean {
  return /^(?:.+ )?\([\w-]+_[\w-]+\)(?: \(\))*$/s.test(title);
}

/** Returns the key of a thing whose title is not enough. */
export function keyWithId(title: string, id: string): string {
  return title === '' ? `(${id})` : `${title} (${id})`;
}
