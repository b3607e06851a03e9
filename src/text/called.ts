import { parsedJson } from './json.ts';

/** The id and the title of a thing, for messages. */
export interface Called {
  readonly id: string;
  /** Empty if it is not known. */
  readonly title: string;
}

/**
 * Returns the name of a thing in messages: `team "Docs" (team_docs)`; for people `Uma Thurgood (user_uma)`; without a
 * title `team team_docs`.
 */
export function called(word: string, { id, title }: Called): string {
  if (title === '' || title === id) return `${word} ${id}`;
  return word === 'member' ? `${title} (${id})` : `${word} "${title}" (${id})`;
}

/** Names a thing without its kind: `"Docs" (team_docs)`; by its id alone where it has no title. */
export function titledId(id: string, title = id): string {
  return title === '' || title === id ? id : `${JSON.stringify(title)} (${id})`;
}

/** Names a thing by its title: `team "Docs" (team_docs)`; without an id `team "Docs"`. */
export function titled(word: string, title: string, id?: string | null): string {
  return `${word} ${JSON.stringify(title)}${id ? ` (${id})` : ''}`;
}

/** Returns the first title in a name of this form. */
export function titleIn(name: string): string | undefined {
  const title = parsedJson(/"(?:[^"\\]|\\.)*"/s.exec(name)?.[0] ?? '');
  return typeof title === 'string' ? title : undefined;
}
