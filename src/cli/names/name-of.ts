import type { Kind } from '../../api/contract/facts.ts';
import { parseName } from '../../model/names.ts';
import { wordOf } from '../../model/resource.ts';
import { resourceOf } from '../../model/resources.ts';
import type { TitledThing } from '../../model/titled-things.ts';
import { called } from '../../text/called.ts';
import { foundBy, type LineLookup, remember, surroundingOf } from './line-refs.ts';

/**
 * Names the thing that `given` on the line means, for messages: by title and id. Reads the title of an id if a person
 * sits at the terminal; otherwise, or if it cannot be read, only the id is named.
 */
export async function titledName(lookup: LineLookup, kind: Kind, given: string): Promise<string> {
  const found = foundBy(lookup, kind, given);
  const known = found ?? (lookup.canAsk() ? await read(lookup, kind, given) : undefined);
  if (known && !found) remember(lookup, kind, given, known);
  return called(wordOf(await resourceOf(kind)), known ?? { id: given, title: '' });
}

/** Returns the earlier values of a thing on the line, if they are known without a request. */
export function valuesBefore(lookup: Pick<LineLookup, 'found'>, kind: Kind, given: string): object {
  const known = foundBy(lookup, kind, given);
  return known?.item ?? (known?.title ? { title: known.title } : {});
}

/** Returns the title of the thing that `given` on the line means, if a request has needed it; else null. */
export function knownTitle(lookup: Pick<LineLookup, 'found'>, kind: Kind, given: string): string | null {
  return foundBy(lookup, kind, given)?.title || null;
}

async function read(
  { refs, scope }: LineLookup,
  kind: Kind,
  given: string,
): Promise<TitledThing | undefined> {
  const param = surroundingOf(scope);
  const resource = await resourceOf(kind);
  const name = parseName(resource, given);
  const { byId, called: all } = await refs();
  if (!name) return byId(resource, given, { param });
  const [first] = await all(resource, name, { param });
  return first;
}
