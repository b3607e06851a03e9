import { type Person, personName } from '../../domain/people.ts';
import { fieldReader } from '../../text/fields.ts';
import type { Ending } from './endings.ts';
import type { Ended } from './wishes.ts';

const longestTitle = 60;

/** The text at a dot path. */
export function readAt(item: unknown, path: string): unknown {
  return fieldReader(path)(item);
}

/** The title of a thing in an answer of the service; `undefined` if it has none. */
export function titleOf({ title = 'title' }: Ending, item: unknown): string | undefined {
  const text = title === null ? undefined : readAt(item, title);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** `"Docs" (team_docs)`, of people `Uma Thurgood (user_uma)`; the id alone where no title is known. */
export function thingName(ending: Ending, id: string, item: unknown): string {
  const title = titleOf(ending, item);
  if (title === undefined || title === id) return id;
  const short = title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title;
  return ending.email ? `${short} (${id})` : `${JSON.stringify(short)} (${id})`;
}

/** A thing with its word and what it is taken from: `team "Docs" (team_docs)`, `Uma Thurgood (user_uma) from org_acme`. */
export function labelOf(
  { ending, id, params }: Ended,
  item: unknown,
  person: (id: string, person: Person) => string = personName,
): string {
  const from = ending.from?.(params) ?? '';
  if (!ending.email) return `${ending.word} ${thingName(ending, id, item)}${from}`;
  const [name, email] = [titleOf(ending, item), readAt(item, ending.email)];
  if (name === undefined) return `${ending.word} ${id}${from}`;
  return `${person(id, { name, email: typeof email === 'string' ? email : undefined })}${from}`;
}
