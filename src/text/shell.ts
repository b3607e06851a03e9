// zsh looks up a command for a word that begins with "=".
const plainWord = /^(?!=)[\w@%+=:,./-]+$/;

/** Quotes one word for a POSIX shell: in single quotes if it needs them. */
export function shellQuote(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
