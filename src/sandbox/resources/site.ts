import type { IdOf } from '../../api/contract/ids.ts';
import type { Site } from '../../api/contract/operations/sites.ts';
import { ServiceProblem } from '../problem.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { apiUrl, appUrl, readerUrl } from './urls.ts';

export interface SiteRow {
  id: IdOf<'site'>;
  org: string;
  type: string;
  title: string;
  hostname: string | null;
  basename: string;
  visibility: string;
  share_key: string;
  proxy: string | null;
  adaptive_content: number;
  created_at: string;
  /** Other fields of the resource: `ads`, `features`, and `published` where it does not follow from the spaces. */
  doc: string;
  org_hostname: string;
  site_spaces: number;
}

export const siteSource: TableSource<SiteRow> = {
  called: 'site',
  select: `s.id, s.org, s.type, s.title, s.hostname, s.basename, s.visibility, s.share_key,
  s.proxy, s.adaptive_content, s.created_at, s.doc, o.hostname AS org_hostname,
  (SELECT count(*) FROM site_spaces n WHERE n.site = s.id) AS site_spaces`,
  from: 'sites AS s',
  join: 'JOIN organizations o ON o.id = s.org',
  order: ['s.seq'],
};

export function toSite(row: SiteRow): Site {
  const published = publishedUrl(row, row.share_key);
  return {
    object: 'site',
    id: row.id,
    type: row.type,
    title: row.title,
    ...(row.hostname !== null && { hostname: row.hostname }),
    basename: row.basename,
    ...(row.proxy !== null && { proxy: { origin: row.proxy, target: siteAddress(row) } }),
    visibility: row.visibility,
    published: isPublished(row),
    siteSpaces: row.site_spaces,
    createdAt: row.created_at,
    adaptiveContent: { enabled: row.adaptive_content === 1 },
    ...JSON.parse(row.doc),
    urls: {
      location: apiUrl('orgs', row.org, 'sites', row.id),
      app: appUrl('o', row.org, 'sites', row.id),
      ...(published !== undefined && { published }),
    },
  };
}

/** Returns whether readers can reach a site: as soon as it has something to read, unless its snapshot says otherwise. */
function isPublished({ doc, site_spaces: spaces }: SiteRow): boolean {
  return (JSON.parse(doc) as { published?: boolean | null }).published ?? spaces > 0;
}

/**
 * Returns the address of a site for readers, with `segments` below it; `undefined` if it has nothing to read, or if it
 * is shared by link and the key is not given.
 */
export function publishedUrl(
  row: SiteRow,
  shareKey: string | undefined,
  ...segments: string[]
): string | undefined {
  if (!isPublished(row)) return undefined;
  if (row.visibility !== 'share-link') return siteAddress(row, ...segments);
  return shareKey === row.share_key ? siteAddress(row, row.share_key, ...segments) : undefined;
}

function siteAddress(row: SiteRow, ...segments: string[]): string {
  if (row.hostname === null) return readerUrl(row.org_hostname, row.basename, ...segments);
  return `https://${row.hostname}/${segments.map(encodeURIComponent).join('/')}`;
}

/** Returns a site's row. Throws 404. */
export function findSite(store: Store, org: string, id: string): SiteRow {
  return findRow(store, siteSource, { 's.org': org, 's.id': id });
}

/** Throws 403 for a share key that is not the site's. */
export function assertShareKey(row: SiteRow, shareKey: string | undefined): void {
  if (row.visibility !== 'share-link' || shareKey === undefined || shareKey === row.share_key) return;
  throw new ServiceProblem(403, `the share key does not open site "${row.id}"`);
}
