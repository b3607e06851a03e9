import type { Client } from '../../api/client/client.ts';
import { createReader } from '../../model/read/reader.ts';
import {
  type PartOptions,
  readLists,
  type Snapshot,
  type SnapshotOptions,
} from '../../model/read/snapshot.ts';
import {
  type AddressDifference,
  addressDifference,
  publishedIn,
  siteAddress,
} from '../../model/structure/addresses.ts';
import { type Structure, structureIndex } from '../../model/structure/structure.ts';
import { factsOf, keptOf } from '../sections/kinds.ts';
import type { RequestWriter } from '../sections/section.ts';
import { siteStructures } from '../sections/sites/structure.ts';
import type { OrganizationPlan } from './plan.ts';

export interface AddressPlan extends Pick<OrganizationPlan, 'differences' | 'along'> {
  readonly snapshot: Snapshot;
}

export interface PlannedAddresses extends AddressDifference {
  /** The addresses of the sites in which nothing can be read. */
  readonly unread?: readonly string[];
}

/**
 * Finds the public addresses that a plan changes, also of what the file does not name. Reads what is in a site whose own address
 * changes, or whose spaces end with something else, unless the plan has read it.
 */
export async function plannedAddresses(
  client: Client,
  { differences, along, snapshot }: AddressPlan,
  writer: RequestWriter,
  options: SnapshotOptions,
): Promise<PlannedAddresses> {
  const own = differences.filter(({ kind }) => factsOf(kind).section === 'sites');
  const structures = siteStructures(own, writer);
  const ended = new Set<string | undefined>(
    along.flatMap(({ action, id }) => (action === 'delete' ? [id] : [])),
  );
  const { structure, published } = publishedIn(snapshot);
  const wanted = structureIndex(after(structure, structures, ended));
  const { section, 'site-space': siteSpace } = snapshot.parts;
  const unknown = structure.flatMap((thing) => {
    const shown = thing.kind === 'site' ? published.get(thing.key) : undefined;
    if (shown === undefined || section.lists.has(thing.key)) return [];
    const { from, to } = siteAddress(thing, wanted.get(thing.key), shown);
    const isLess = [...(siteSpace.lists.get(thing.key)?.keys() ?? [])].some((id) => ended.has(id));
    return from !== to || isLess ? [{ site: thing.key, from }] : [];
  });
  const ids = unknown.map(({ site }) => site);
  const { whole, unread } = await withLists(client, snapshot, ids, options);
  const sites = publishedIn(whole);
  return {
    ...addressDifference(sites, after(sites.structure, structures, ended)),
    unread: unknown.flatMap(({ site, from }) => (unread.has(site) ? [from] : [])),
  };
}

/** Returns the structure that a plan leaves: as it wants it, and what is in sites without differences as it is. */
function after(
  before: Structure,
  { before: compared, wanted }: { readonly before: Structure; readonly wanted: Structure },
  ended: ReadonlySet<string | undefined>,
): Structure {
  const sites = new Set(compared.flatMap(({ kind, key }) => (kind === 'site' ? [key] : [])));
  const staying = new Set(wanted.flatMap(({ kind, key }) => (kind === 'site' ? [key] : [])));
  const filled = new Set(compared.flatMap(({ kind, site }) => (kind === 'site' ? [] : [site])));
  const others = before.filter(
    ({ kind, site }) => !sites.has(site) || (kind !== 'site' && staying.has(site) && !filled.has(site)),
  );
  return [...wanted, ...others].filter(({ key }) => !ended.has(key));
}

/** Adds what is in sites to a snapshot. `unread` are the sites of which a list cannot be read: they are left out. */
async function withLists(
  client: Client,
  snapshot: Snapshot,
  sites: readonly string[],
  options: SnapshotOptions,
): Promise<{ readonly whole: Snapshot; readonly unread: ReadonlySet<string> }> {
  if (sites.length === 0) return { whole: snapshot, unread: new Set() };
  const { organization, parts } = snapshot;
  const reader = createReader({ client, org: organization });
  const kinds = ['section', 'site-space'] as const;
  const read = await Promise.all(
    kinds.map((kind) => {
      const missing = sites.filter((site) => !parts[kind].lists.has(site));
      const keep = keptOf(kind) as PartOptions<typeof kind>;
      return readLists(reader, organization, kind, missing, { ...options, ...keep });
    }),
  );
  const unread = new Set<string>(read.flatMap(({ unknown }) => unknown.map((list) => list.in.id)));
  const more = kinds.map((kind, at) => {
    const own = [...(read[at]?.lists ?? [])].filter(([site]) => !unread.has(site));
    return [kind, { ...parts[kind], lists: new Map<string, unknown>([...parts[kind].lists, ...own]) }];
  });
  return { unread, whole: { organization, parts: { ...parts, ...Object.fromEntries(more) } } };
}
