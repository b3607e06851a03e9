import * as ops from '../../api/contract/operations/sections.ts';
import type { SiteSection } from '../../api/contract/schemas.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { reorder, storeOrder } from '../resources/order.ts';
import { assertShareKey, findSite, type SiteRow } from '../resources/site.ts';
import {
  addSiteSpace,
  findSection,
  placeAfter,
  setDefaultAmong,
  siteSectionRows,
  siteSectionSource,
  toSiteSections,
  unpublishedSpace,
} from '../resources/site-structure.ts';
import { freePath } from '../resources/slug.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listSections, (call) => {
    const { params, query, store } = call;
    const site = findSite(store, params.org, params.site);
    assertShareKey(site, query.shareKey);
    return pageOf(call, siteSectionSource, (rows) => toSiteSections(store, site, rows, query.shareKey), [
      ['c.site = ?', site.id],
    ]);
  }),

  route(ops.createSection, ({ params, body, store }) => {
    const site = findSite(store, params.org, params.site);
    const space = unpublishedSpace(store, site, body.spaceId, 'spaceId');
    gatherRoot(store, site);
    const id = insertSection(store, site.id, body.title ?? space.title);
    addSiteSpace(store, site, body.spaceId, id, 'spaceId');
    return new Created(showSection(store, params, id));
  }),

  route(ops.updateSection, ({ params, body, store }) => {
    const site = findSite(store, params.org, params.site);
    const section = findSection(store, site.id, params.section);
    const path = freePath(body.path, section, siteSectionRows(store, site.id), siteSectionSource);
    store.update(
      'site_sections',
      { id: section.id },
      {
        title: body.title,
        path,
        condition: body.condition,
        icon: body.icon,
        description: body.description,
      },
    );
    if (body.defaultSiteSpace !== undefined) {
      setDefaultAmong(store, { site: site.id, section: section.id }, body.defaultSiteSpace);
    }
    return showSection(store, params, section.id);
  }),

  route(ops.deleteSection, ({ params, store }) => {
    const site = findSite(store, params.org, params.site);
    const section = findSection(store, site.id, params.section);
    // Its site spaces go to the root.
    if (store.onlyStated)
      store.run('UPDATE site_spaces SET section = NULL, is_default = 0 WHERE section = ?', section.id);
    store.run('DELETE FROM site_sections WHERE id = ?', section.id);
    if (section.is_default && !store.onlyStated) makeFirstDefault(store, site.id);
    return undefined;
  }),

  route(ops.moveSection, ({ params, body, store }) => {
    const site = findSite(store, params.org, params.site);
    const section = findSection(store, site.id, params.section);
    const { before, after } = body.position ?? {};
    const ids = siteSectionRows(store, site.id).map((row) => row.id);
    const neighbours = { before: before?.siteSection, after: after?.siteSection };
    storeOrder(store, 'site_sections', reorder(ids, section.id, neighbours));
    return showSection(store, params, section.id);
  }),
];

/** Returns a section after a change, with the present addresses of the site. */
function showSection(store: Store, { org, site }: { org: string; site: string }, id: string): SiteSection {
  const row = findSection(store, site, id);
  return toSiteSections(store, findSite(store, org, site), [row], undefined)[0] as SiteSection;
}

/**
 * Moves the spaces at the root into a first section, because a site has its spaces either at the root or in sections.
 */
function gatherRoot(store: Store, site: SiteRow): void {
  if (store.onlyStated) return;
  if (!store.get('SELECT 1 FROM site_spaces WHERE site = ? AND section IS NULL', site.id)) return;
  const section = insertSection(store, site.id, site.title);
  store.run('UPDATE site_spaces SET section = ? WHERE site = ?', section, site.id);
}

/** Adds a section at the end; the first one is the site's default. */
function insertSection(store: Store, site: string, title: string): string {
  const siblings = store.all<{ path: string; position: number }>(
    'SELECT path, position FROM site_sections WHERE site = ? ORDER BY position',
    site,
  );
  const id = store.nextId('section');
  store.insert('site_sections', {
    id,
    site,
    title,
    ...placeAfter(store, siblings, title),
  });
  return id;
}

function makeFirstDefault(store: Store, site: string): void {
  store.run(
    `UPDATE site_sections SET is_default = 1
     WHERE id = (SELECT id FROM site_sections WHERE site = ? ORDER BY position, seq LIMIT 1)`,
    site,
  );
}
