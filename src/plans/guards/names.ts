import { type Person, personName } from '../../domain/people.ts';
import { labelFor, type Resource } from '../../model/resource.ts';
import { fieldReader } from '../../text/fields.ts';
import type { Ended } from './wishes.ts';

const longestTitle = 60;

/** The text at a dot path. */
export function readAt(item: unknown, path: string): unknown {
  return fieldReader(path)(item);
}

/** The title of a thing in an answer of the service; `undefined` if it has none. */
export function titleOf({ title }: Resource, item: unknown): string | undefined {
  const text = title === undefined ? undefined : readAt(item, title);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** `"Docs" (team_docs)`, of people `Uma Thurgood (user_uma)`; the id alone where no title is known. */
export function thingName(resource: Resource, id: string, item: unknown): string {
  const title = titleOf(resource, item);
  if (title === undefined || title === id) return id;
  const short = title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title;
  return resource.email ? `${short} (${id})` : `${JSON.stringify(short)} (${id})`;
}

/** A thing with its word and what it is taken from: `team "Docs" (team_docs)`, `Uma Thurgood (user_uma) from org_acme`. */
export function labelOf(
  ended: Ended,
  item: unknown,
  person: (id: string, person: Person) => string = personName,
): string {
  const { resource, id } = ended;
  const [label, from] = [labelFor(resource), fromOf(ended)];
  if (!resource.email) return `${label} ${thingName(resource, id, item)}${from}`;
  const [name, email] = [titleOf(resource, item), readAt(item, resource.email)];
  if (name === undefined) return `${label} ${id}${from}`;
  return `${person(id, { name, email: typeof email === 'string' ? email : undefined })}${from}`;
}

/** What a thing is taken from, behind its name: ` from team team_docs`. */
export function fromOf({ ending, params }: Pick<Ended, 'ending' | 'params'>): string {
  return (ending.from ?? '').replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
