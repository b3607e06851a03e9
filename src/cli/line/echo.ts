const longestWord = 20;
const tokenPrefix = /^(?:sk|pk|gh[a-z]|glpat|xox[a-z]|pat|secret)[-_]/;

/**
 * Whether a message may repeat a word that the tool does not know. Only what looks like a word or an id of a command
 * line: anything else may be a secret in the wrong place.
 */
export function isPlainWord(word: string): boolean {
  const isShaped = /^[a-z]+(?:[-_](?:[a-z]+|\d{1,4}))*$/.test(word);
  return isShaped && word.length <= longestWord && !tokenPrefix.test(word);
}

/** The word in quotes, after a space; nothing where it must not be repeated. */
export function echoed(word: string): string {
  return isPlainWord(word) ? ` "${word}"` : '';
}
