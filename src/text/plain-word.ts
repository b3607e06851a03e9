const longestWord = 20;
const tokenPrefix = /^(?:sk|pk|gh[a-z]|glpat|xox[a-z]|pat|secret)[-_]/;

/**
 * Returns whether a message may repeat an unknown word: only if it looks like a word or an id of a command line,
 * because anything else may be a secret in the wrong place.
 */
export function isPlainWord(word: string): boolean {
  const isShaped = /^[a-z]+(?:[-_](?:[a-z]+|\d{1,4}))*$/.test(word);
  return isShaped && word.length <= longestWord && !tokenPrefix.test(word);
}

/** Returns the word in quotes, after a space; an empty text if it must not be repeated. */
export function quotedIfPlain(word: string): string {
  return isPlainWord(word) ? ` "${word}"` : '';
}
