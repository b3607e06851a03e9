import { thingsOf } from '../read/snapshot.ts';
import { type StructureParts, structureIn } from './read.ts';
import {
  type Structure,
  type StructureIndex,
  type StructureThing,
  structureIndex,
  structureList,
} from './structure.ts';

export interface AddressChange {
  readonly from: string;
  /** Null if it ends, or if only the service knows the new one. */
  readonly to: string | null;
}

/** The public addresses that differ between two structures. */
export interface AddressDifference {
  readonly changes: readonly AddressChange[];
  /** Those that a redirect can follow: not where the old address is used again, which it would hide, nor where it has a key. */
  readonly redirects: readonly AddressChange[];
}

/** Sites with what is in them, and the addresses that the service shows, by the ids of the things. */
export interface PublishedSites {
  readonly structure: Structure;
  readonly published: ReadonlyMap<string, string>;
}

/** Returns the sites of a snapshot, with what is in those whose lists it has. */
export function publishedIn({ organization, parts }: StructureParts): PublishedSites {
  const sites = new Map<string, { readonly basename?: unknown; readonly visibility?: unknown }>(
    parts.site.lists.get(organization),
  );
  const all = [...thingsOf(parts.site), ...thingsOf(parts.section), ...thingsOf(parts['site-space'])];
  return {
    published: new Map(
      all.flatMap(({ id, item: { urls } }): [string, string][] =>
        urls?.published ? [[id, urls.published]] : [],
      ),
    ),
    structure: structureIn({ organization, parts }, sites.keys()).map((thing) => {
      if (thing.kind !== 'site') return thing;
      const { basename, visibility } = sites.get(thing.key) ?? {};
      return { ...thing, fields: { ...thing.fields, basename, visibility } };
    }),
  };
}

/**
 * Compares the addresses of two structures; only those that the service shows before can change. The address of a thing is the one
 * of its site with the paths below it. In one of another form, only the address of the site is exchanged.
 */
export function addressDifference(sites: PublishedSites, after: Structure): AddressDifference {
  const { structure, published } = sites;
  const [before, then] = [structureIndex(structure), structureIndex(after)];
  const served = new Set<string>();
  const found = new Map<string, AddressChange & { readonly spot: string }>();
  for (const site of new Set([...before.sites, ...then.sites].map(({ key }) => key))) {
    // The keys of two sites are different, though they are hidden.
    const spotOf = (address: string) => (isHidden(address) ? `${site} ${address}` : plain(address));
    const omits = omitsDefaults(before, site, published);
    const [old, later] = [before, then].map((index) => pathsIn(index, site, omits, before)) as [Paths, Paths];
    // A site with nothing to read is not published.
    const isEmptied = hasSpaces(before, site) && !hasSpaces(then, site);
    const becomes = isEmptied ? undefined : then.get(site);
    const was = published.has(site) ? before.get(site) : undefined;
    const { from: root = '', to } = was
      ? siteAddress(was, becomes, published.get(site) as string)
      : { to: hasSpaces(then, site) ? newAddress(becomes, sites) : null };
    if (to !== null) for (const { path } of later.values()) served.add(spotOf(joined(to, path)));
    for (const [thing, { key, path }] of was ? old : []) {
      const from = key === site || isHidden(root) ? joined(root, path) : published.get(key);
      if (from === undefined) continue;
      const next = later.get(thing);
      const becoming = to === null || !next ? null : exchanged(from, [root, path], [to, next.path]);
      if (becoming !== null) served.add(spotOf(becoming));
      if (becoming !== from) found.set(`${from} ${becoming}`, { from, to: becoming, spot: spotOf(from) });
    }
  }
  // An address that something else gets does not end.
  const all = [...found.values()].filter(({ to, spot }) => to !== null || !served.has(spot));
  const changeOf = ({ from, to }: AddressChange): AddressChange => ({ from, to });
  return {
    changes: all.map(changeOf),
    redirects: all.filter(({ from, spot }) => !served.has(spot) && !isHidden(from)).map(changeOf),
  };
}

/** The visibility of a site whose address has a key. It opens the site, so that no plan holds it. */
const shared = 'share-link';
const hiddenKey = '/***';

function isHidden(address: string): boolean {
  return address.includes(hiddenKey);
}

/** Returns the address of a site that is published, and the one that it gets. */
export function siteAddress(
  { fields: was }: StructureThing,
  becomes: StructureThing | undefined,
  shown: string,
): AddressChange {
  const open = was.visibility === shared ? withoutKey(shown, was.basename) : shown;
  const from = was.visibility === shared ? joined(open, hiddenKey) : shown;
  if (!becomes) return { from, to: null };
  const { basename, visibility = was.visibility } = becomes.fields;
  if (visibility === shared && was.visibility !== shared) return { from, to: null };
  const kept = visibility === shared ? from : open;
  return { from, to: withBasename(kept, was.basename, basename) ?? kept };
}

/** Returns the address of a site that has none yet, if another one shows how it is made. */
function newAddress(
  site: StructureThing | undefined,
  { structure, published }: PublishedSites,
): string | null {
  if (!site || site.fields.visibility === shared) return null;
  for (const { key, fields } of structure) {
    const shown = fields.visibility === shared ? undefined : published.get(key);
    const address = shown && withBasename(shown, fields.basename, site.fields.basename);
    if (address) return address;
  }
  return null;
}

/** What is in a site, by what it is before and after, with its path below the site. */
type Paths = ReadonlyMap<string, { readonly key: string; readonly path: string }>;

/** Returns the paths in a site, but for those that only the service knows. `omits`: a default has the path of what it is in. */
function pathsIn(index: StructureIndex, site: string, omits: boolean, before: StructureIndex): Paths {
  const paths = new Map<string, { key: string; path: string }>();
  const holder = index.get(site);
  if (!holder) return paths;
  paths.set(site, { key: site, path: '' });
  const add = (thing: StructureThing, above: string, isDefault: boolean): string | undefined => {
    const { key, kind, fields } = thing;
    const was = before.get(key);
    const own = fields.path || (was && structureList(was) === structureList(thing) ? '' : undefined);
    if (own === undefined) return undefined;
    const path = `${above}${own === '' || (omits && isDefault) ? '' : `/${encoded(own)}`}`;
    // A space that moves to another section is another site space there.
    paths.set(kind === 'site-space' ? `space ${fields.spaceId ?? key}` : key, { key, path });
    return path;
  };
  const fill = ({ key, fields }: StructureThing, path: string) => {
    for (const one of index.siteSpaces(site, key === site ? null : key))
      add(one, path, one.key === fields.defaultSiteSpace);
  };
  const sections = index.list('section', site);
  // With a first section, the service makes another one of what is at the root, with a path of its own.
  if (sections.length === 0 || before.list('section', site).length > 0) fill(holder, '');
  for (const section of sections) {
    const path = add(section, '', section.key === holder.fields.defaultSiteSection);
    if (path !== undefined) fill(section, path);
  }
  return paths;
}

function hasSpaces(index: StructureIndex, site: string): boolean {
  const lists = [null, ...index.list('section', site).map(({ key }) => key)];
  return lists.some((section) => index.siteSpaces(site, section).length > 0);
}

/** Returns whether the service shows a default of a site at the address of what it is in. */
function omitsDefaults(index: StructureIndex, site: string, published: ReadonlyMap<string, string>): boolean {
  const holders = [index.get(site) ?? [], index.list('section', site)].flat();
  return holders.some(({ key, fields }) =>
    [fields.defaultSiteSection, fields.defaultSiteSpace].some((one) => {
      const own = typeof one === 'string' ? published.get(one) : undefined;
      return own !== undefined && plain(own) === plain(published.get(key) ?? '');
    }),
  );
}

type Place = readonly [root: string, path: string];

/** Exchanges the parts of an address. Returns null if it has another form, and changes below its site. */
function exchanged(address: string, [root, path]: Place, [newRoot, newPath]: Place): string | null {
  if (root === newRoot && path === newPath) return address;
  if (plain(address) === plain(joined(root, path))) return joined(newRoot, newPath);
  const start = joined(root, '/');
  return path === newPath && address.startsWith(start)
    ? joined(newRoot, address.slice(start.length - 1))
    : null;
}

function joined(root: string, path: string): string {
  return path === '' ? root : `${root.replace(/\/$/, '')}${path}`;
}

/** Returns a text that is equal for addresses that mean the same. */
function plain(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/$/, '');
}

function encoded(path: unknown): string {
  return String(path).split('/').map(encodeURIComponent).join('/');
}

/** The number of parts of an address before its path: `https:`, nothing, and the host. */
const partsBefore = 3;

/** Returns the place of the basename in the parts of an address; -1 if it is no part, as on a host of its own. */
function placeOf(basename: unknown, parts: readonly string[]): number {
  const at = parts.lastIndexOf(encoded(basename));
  return at < partsBefore ? -1 : at;
}

function withBasename(address: string, was: unknown, becomes: unknown): string | undefined {
  const parts = address.split('/');
  const at = placeOf(was, parts);
  return at < 0 || !becomes ? undefined : parts.with(at, encoded(becomes)).join('/');
}

function withoutKey(address: string, basename: unknown): string {
  const parts = address.split('/');
  const at = placeOf(basename, parts);
  return at < 0 ? `${parts.slice(0, partsBefore).join('/')}/` : parts.slice(0, at + 1).join('/');
}
