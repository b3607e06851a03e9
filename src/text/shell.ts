// zsh looks up a command for a word that begins with "=".
const plainWord = /^(?!=)[\w@%+=:,./-]+$/;

/** One word of a command line as a POSIX shell reads it back: in single quotes where it needs them. */
export function shellQuote(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
