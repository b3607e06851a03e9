import { type ItemOf, type ResourceKind, resourceCalled } from '../resources.ts';
import { inParallel } from './in-parallel.ts';
import { listedPages, type Params } from './list.ts';
import type { ServiceReader } from './reader.ts';
import { isUnknown, orUnknown } from './unknown.ts';

interface FewOptions {
  /** The largest number of things that are read one by one; of more, their list is read. */
  readonly most: number;
  /** The number of requests that may run at once. */
  readonly atOnce: number;
  /** The statuses of answers for things that are left out. @default those that do not exist */
  readonly leftOut?: readonly number[];
}

/**
 * Reads some things of one list by their ids; `around` names what the list is in. Resolves with those that exist. Rejects with
 * the errors of the client.
 */
export async function few<const Kind extends ResourceKind>(
  reader: ServiceReader,
  kind: Kind,
  around: Params,
  ids: readonly string[],
  { most, atOnce, leftOut = [404] }: FewOptions,
): Promise<ReadonlyMap<string, ItemOf<Kind>>> {
  const resource = await resourceCalled(kind);
  const { operations, key = '' } = resource;
  const { get, list } = operations;
  const wanted = new Set(ids);
  const found = new Map<string, ItemOf<Kind>>();
  if (get && (wanted.size <= most || !list))
    await inParallel([...wanted], atOnce, async (id) => {
      const one = await orUnknown(reader.need(get, { ...around, [key]: id }), leftOut);
      if (!isUnknown(one)) found.set(id, one as ItemOf<Kind>);
    });
  else
    for await (const page of listedPages(reader, resource, around, {}))
      for (const { id, answer } of page) if (wanted.has(id)) found.set(id, answer as ItemOf<Kind>);
  return found;
}
