/** A spelling of an earlier state of this tool, and what to write instead. */
interface OldWord {
  /** The path of the command that took it, or the document that had it. */
  readonly where: string;
  readonly old: string;
  readonly now: string;
}

/** The spellings that are gone. An error names the new one; nothing reads the old one. */
export const oldWords: readonly OldWord[] = [
  { where: 'batch', old: '--csv', now: '--file' },
  { where: 'batch', old: '--jsonl', now: '--file' },
  { where: 'teams members sync', old: '--plan', now: '--out' },
  { where: 'access report', old: '--html', now: '-o html, with --out for the file' },
  { where: 'org audit', old: '--html', now: '-o html, with --out for the file' },
  { where: 'init', old: '--roster', now: '--file' },
  {
    where: 'sandbox reset',
    old: '--fixture',
    now: '--snapshot for a file, --members for a large organization',
  },
  { where: 'org audit', old: 'mend', now: 'fix' },
  { where: 'org audit diff', old: 'mend', now: 'fix' },
  { where: 'org audit rules', old: 'mends', now: 'fixes' },
  { where: 'org audit rules', old: 'mending', now: 'howToFix' },
  { where: 'organization file', old: 'protected', now: 'keep: [ "team:Docs" ]' },
];

/** Returns what to write instead of an old spelling; `undefined` if it is none. */
export function newWord(where: string, word: string): string | undefined {
  return oldWords.find((one) => one.where === where && one.old === word)?.now;
}
