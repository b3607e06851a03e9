/** What people call a thing by. */
export interface Called {
  readonly id: string;
  /** Empty where it is not known. */
  readonly title: string;
}

/** What messages call a thing: `team "Docs" (team_docs)`, for people `Uma Thurgood (user_uma)`; else `team team_docs`. */
export function called(word: string, { id, title }: Called): string {
  if (title === '' || title === id) return `${word} ${id}`;
  return word === 'member' ? `${title} (${id})` : `${word} "${title}" (${id})`;
}
