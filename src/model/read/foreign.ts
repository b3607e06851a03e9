import { getCollection } from '../../api/contract/operations/collections.ts';
import { getIntegration } from '../../api/contract/operations/integrations.ts';
import { quoted } from '../../text/words.ts';
import type { ServiceReader } from './reader.ts';
import { allSpaces } from './spaces.ts';

/** A thing of another organization. */
export interface ForeignThing {
  readonly name: string;
  /** Its organization, if the service tells it. */
  readonly org?: string | undefined;
}

/**
 * Finds a space, a collection or an integration that does not belong to an organization, of those that parameters of requests name;
 * `undefined` if there is none. Their addresses name no organization, and a token may reach those of others.
 */
export async function foreignThing(
  reader: ServiceReader,
  org: string,
  all: readonly Readonly<Record<string, string>>[],
): Promise<ForeignThing | undefined> {
  const idsOf = (name: string) => new Set(all.flatMap((params) => params[name] ?? []));
  const spaces = idsOf('space');
  const known = spaces.size > 0 ? new Set((await allSpaces(reader, org)).map(({ id }) => id)) : spaces;
  for (const id of spaces) if (!known.has(id)) return { name: `space ${quoted(id)}` };
  for (const id of idsOf('collection')) {
    const { organization } = await reader.need(getCollection, { collection: id });
    if (organization !== org) return { name: `collection ${quoted(id)}`, org: organization ?? undefined };
  }
  for (const id of idsOf('integration')) {
    // A new one does not exist yet.
    const owner = (await reader.get(getIntegration, { integration: id }))?.owner?.id;
    if (owner !== undefined && owner !== org) return { name: `integration ${quoted(id)}`, org: owner };
  }
  return undefined;
}
