import { type PersonFacts, personName } from '../../domain/people.ts';
import { titleOf } from '../../model/effects/touches.ts';
import { valueAt } from '../../model/fields.ts';
import { labelFor, type Resource } from '../../model/resource.ts';
import type { Ended } from './requests.ts';

const longestTitle = 60;

/** Names a thing: `"Docs" (team_docs)`; for people `Uma Thurgood (user_uma)`; only the id if no title is known. */
export function thingName(resource: Resource, id: string, item: unknown): string {
  const title = titleOf(resource, item);
  if (!title || title === id) return id;
  const short = title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title;
  return resource.email ? `${short} (${id})` : `${JSON.stringify(short)} (${id})`;
}

/**
 * Names a thing with its noun and the thing that it is taken from: `team "Docs" (team_docs)`, `Uma Thurgood (user_uma)
 * from org_acme`.
 */
export function labelOf(
  ended: Ended,
  item: unknown,
  person: (id: string, person: PersonFacts) => string = personName,
): string {
  const { resource, id } = ended;
  const [label, from] = [labelFor(resource), fromOf(ended)];
  if (!resource.email) return `${label} ${thingName(resource, id, item)}${from}`;
  const [name, email] = [titleOf(resource, item), valueAt(item, resource.email)];
  if (!name) return `${label} ${id}${from}`;
  return `${person(id, { name, email: typeof email === 'string' ? email : undefined })}${from}`;
}

/** Returns the thing from which another one is taken, in words that follow its name: ` from team team_docs`. */
export function fromOf({ ending, params }: Pick<Ended, 'ending' | 'params'>): string {
  return (ending.from ?? '').replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
