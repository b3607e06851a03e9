import type { Kind } from '../../api/contract/facts.ts';
import type { Entry } from '../../model/refs.ts';
import { parseName } from '../../model/resolve.ts';
import { wordOf } from '../../model/resource.ts';
import { resourceOf } from '../../model/resources.ts';
import { called } from '../../text/called.ts';
import { foundBy, type Lookup, refsOf, remember, surroundingOf } from './line-refs.ts';

/**
 * What messages call the thing that the line names with `given`: its title and id. The title of an id is read where a
 * person sits at the terminal; elsewhere, and where it cannot be read, the id stands alone.
 */
export async function nameOf(lookup: Lookup, kind: Kind, given: string): Promise<string> {
  const found = foundBy(lookup, kind, given);
  const known = found ?? (lookup.canAsk() ? await read(lookup, kind, given) : undefined);
  if (known && !found) remember(lookup, kind, given, known);
  return called(wordOf(await resourceOf(kind)), known ?? { id: given, title: '' });
}

/** The values that a thing of the line has had, as far as they are known without a request. */
export function valuesBefore(lookup: Pick<Lookup, 'found'>, kind: Kind, given: string): object {
  const known = foundBy(lookup, kind, given);
  return known?.item ?? (known?.title ? { title: known.title } : {});
}

/** The title of what the line names with `given`, where a request has needed it. */
export function knownTitle(lookup: Pick<Lookup, 'found'>, kind: Kind, given: string): string | null {
  return foundBy(lookup, kind, given)?.title || null;
}

async function read({ api, scope }: Lookup, kind: Kind, given: string): Promise<Entry | undefined> {
  const param = surroundingOf(scope);
  const resource = await resourceOf(kind);
  const name = parseName(resource, given);
  if (!name) return refsOf(api).byId(resource, given, { param });
  const [first] = await refsOf(api).called(resource, name, { param });
  return first;
}
