import { asId } from '../../api/contract/ids.ts';
import type { AnyInput } from '../../api/contract/operation.ts';
import { getSite } from '../../api/contract/operations/sites.ts';
import { mapMade } from '../../domain/change.ts';
import { theMade } from '../../model/effects/facts.ts';
import { touches } from '../../model/effects/things.ts';
import { mayMoveAddresses } from '../../model/effects/touches.ts';
import { operationsById } from '../../model/operations.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { readLists } from '../../model/read/snapshot.ts';
import { ifReadable, isUnknown } from '../../model/read/unknown.ts';
import { type AddressChange, addressDifference, publishedIn } from '../../model/structure/addresses.ts';
import { afterRequests } from '../../model/structure/after.ts';
import type { Structure } from '../../model/structure/structure.ts';
import type { JudgedRequest } from './steps.ts';

/**
 * Returns the public addresses that requests change, as far as they say it. Reads the sites whose addresses may change; those that
 * cannot be read are left out.
 */
export async function movedAddresses(
  requests: readonly JudgedRequest[],
  reader: ServiceReader,
): Promise<readonly AddressChange[]> {
  const sent = requests.map(({ operation, input }, at) => ({
    // What the contract does not know changes nothing that is known.
    op: operationsById.get(operation) ?? getSite,
    input: mapMade(input, madeKey) as AnyInput,
    id: `made ${at}`,
  }));
  const touched = sent.flatMap(({ op, input }) => touches(op, input));
  const moving = touched.filter(mayMoveAddresses);
  const taken = moving.filter(({ kind }) => kind === 'collection');
  const ended =
    taken.length > 0 ? await (await import('./following.ts')).readEndedSiteSpaces(taken, reader) : [];
  const sites = new Set(
    [...moving, ...ended].flatMap(({ ids: { site = theMade } }) =>
      site !== theMade && !site.startsWith('made ') ? site : [],
    ),
  );
  const org = reader.org ?? touched.find(({ ids }) => ids.org !== undefined)?.ids.org;
  if (sites.size === 0 || org === undefined) return [];
  const published = publishedIn(await readSites(reader, org, [...sites]));
  const gone = new Set(ended.map(({ ids }) => ids.siteSpace));
  const after = afterRequests(published.structure, sent).filter(({ key }) => !gone.has(key));
  // Of a site itself, only its defaults are in its structure.
  const own = touched.filter(({ kind, change }) => kind === 'site' && change === 'set');
  const wanted: Structure = after.map((thing) => {
    const sets = own.filter(({ ids }) => ids.site === thing.key).map(({ sets }) => sets);
    const [basename, visibility] = ['basename', 'visibility'].map((field) =>
      sets.reduce<unknown>((value, one = {}) => (field in one ? one[field] : value), thing.fields[field]),
    );
    return thing.kind === 'site' ? { ...thing, fields: { ...thing.fields, basename, visibility } } : thing;
  });
  return addressDifference(published, wanted).changes;
}

/** Names what a request makes as {@link afterRequests} does. */
function madeKey({ $change, at }: { readonly $change: number; readonly at?: string }): string {
  return `made ${$change}${at === undefined ? '' : ' in it'}`;
}

/** Reads sites with what is in them; a site of which a part cannot be read is left out. */
async function readSites(reader: ServiceReader, org: string, sites: readonly string[]) {
  const items = await Promise.all(
    sites.map((site) => ifReadable(reader.get(getSite, { org, site: asId<'site'>(site) }))),
  );
  const there = items.flatMap((item) => (item && !isUnknown(item) ? [[item.id, item] as const] : []));
  const ids = there.map(([site]) => site);
  const [section, siteSpace] = await Promise.all([
    readLists(reader, org, 'section', ids),
    readLists(reader, org, 'site-space', ids),
  ]);
  const whole = there.filter(([site]) => section.lists.has(site) && siteSpace.lists.has(site));
  return {
    organization: org,
    parts: {
      site: { lists: new Map([[org, new Map(whole)]]), unknown: [] },
      'section-group': { lists: new Map(), unknown: [] },
      section,
      'site-space': siteSpace,
    },
  };
}
