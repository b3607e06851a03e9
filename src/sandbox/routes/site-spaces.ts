import * as ops from '../../api/contract/operations/site-spaces.ts';
import type { SiteSpace } from '../../api/contract/schemas.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { invalidField } from '../problem.ts';
import { reorder, storeOrder } from '../resources/order.ts';
import { assertShareKey, findSite } from '../resources/site.ts';
import {
  addSiteSpace,
  chooseDefaultSiteSpaces,
  type SiteSpaceRow,
  siteSectionRows,
  siteSpaceRows,
  siteSpaceSource,
  toSiteSpaces,
} from '../resources/site-structure.ts';
import { freePath } from '../resources/slug.ts';
import { findRow } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listSiteSpaces, (call) => {
    const { params, query, store } = call;
    const site = findSite(store, params.org, params.site);
    assertShareKey(site, query.shareKey);
    return pageOf(call, siteSpaceSource, (rows) => toSiteSpaces(store, site, rows, query.shareKey), [
      ['p.site = ?', site.id],
      query.default !== undefined && ['p.is_default = ?', query.default],
    ]);
  }),

  route(ops.createSiteSpace, ({ params, body, store }) => {
    const site = findSite(store, params.org, params.site);
    const section = chooseSection(store, site.id, body.sectionId);
    const id = addSiteSpace(store, site, body.spaceId, section, 'spaceId');
    return new Created(showSiteSpace(store, params, id));
  }),

  route(ops.updateSiteSpace, ({ params, body, store }) => {
    const site = findSite(store, params.org, params.site);
    const siteSpace = findSiteSpace(store, site.id, params.siteSpace);
    const path = freePath(body.path, siteSpace, siblingsOf(store, siteSpace), siteSpaceSource);
    store.update('site_spaces', { id: siteSpace.id }, { path, condition: body.condition });
    return showSiteSpace(store, params, siteSpace.id);
  }),

  route(ops.deleteSiteSpace, ({ params, store }) => {
    const site = findSite(store, params.org, params.site);
    const siteSpace = findSiteSpace(store, site.id, params.siteSpace);
    store.run('DELETE FROM site_spaces WHERE id = ?', siteSpace.id);
    if (siteSpace.is_default) chooseDefaultSiteSpaces(store);
    return undefined;
  }),

  route(ops.moveSiteSpace, ({ params, body, store }) => {
    const site = findSite(store, params.org, params.site);
    const siteSpace = findSiteSpace(store, site.id, params.siteSpace);
    const { before, after } = body.position ?? {};
    const ids = siblingsOf(store, siteSpace).map((row) => row.id);
    const neighbours = { before: before?.siteSpace, after: after?.siteSpace };
    storeOrder(store, 'site_spaces', reorder(ids, siteSpace.id, neighbours));
    return showSiteSpace(store, params, siteSpace.id);
  }),
];

/** Returns a site space after a change, with the present addresses of the site. */
function showSiteSpace(store: Store, { org, site }: { org: string; site: string }, id: string): SiteSpace {
  const row = findSiteSpace(store, site, id);
  return toSiteSpaces(store, findSite(store, org, site), [row], undefined)[0] as SiteSpace;
}

function findSiteSpace(store: Store, site: string, id: string): SiteSpaceRow {
  return findRow(store, siteSpaceSource, { 'p.site': site, 'p.id': id });
}

/** Returns the site spaces in the same section, or at the same root, with the site space itself. */
function siblingsOf(store: Store, { site, section }: SiteSpaceRow): SiteSpaceRow[] {
  return siteSpaceRows(store, site).filter((row) => row.section === section);
}

/**
 * Returns the section for a new site space: the requested one, else the default one, else null for the root. Throws
 * 400.
 */
function chooseSection(store: Store, site: string, wanted: string | undefined): string | null {
  const sections = siteSectionRows(store, site);
  if (wanted === undefined) return sections.find((section) => section.is_default)?.id ?? null;
  if (sections.some((section) => section.id === wanted)) return wanted;
  throw invalidField('sectionId', `names no section of the site: "${wanted}"`);
}
