import * as ops from '../../api/contract/operations/sites.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { conflict, notFound, ServiceProblem } from '../problem.ts';
import { findOrganization } from '../resources/organization.ts';
import { assertShareKey, findSite, type SiteRow, siteSource, toSite } from '../resources/site.ts';
import {
  addSiteSpace,
  setDefaultSection,
  setDefaultSiteSpace,
  siteSectionRows,
  siteSpaceRows,
  toSiteSections,
  toSiteSpaces,
} from '../resources/site-structure.ts';
import { slugOf, unusedSlug } from '../resources/slug.ts';
import { createSpace } from '../resources/space.ts';
import { removeRow } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

const untitled = 'Untitled site';

export const routes: readonly OperationRoute[] = [
  route(ops.listSites, (call) => {
    const { params, query, store } = call;
    findOrganization(store, params.org);
    const isPublished = `coalesce(json_extract(s.doc, '$.published'), EXISTS (SELECT 1 FROM site_spaces p WHERE p.site = s.id))`;
    return pageOf(call, siteSource, (rows) => rows.map(toSite), [
      ['s.org = ?', params.org],
      query.space !== undefined && [
        'EXISTS (SELECT 1 FROM site_spaces p WHERE p.site = s.id AND p.space = ?)',
        query.space,
      ],
      query.title !== undefined && ['instr(s.search, ?) > 0', query.title.toLowerCase()],
      query.published !== undefined && [query.published ? isPublished : `NOT ${isPublished}`],
      query.type !== undefined && ['s.type IN (SELECT value FROM json_each(?))', JSON.stringify(query.type)],
    ]);
  }),

  route(ops.createSite, ({ params, body, store, now }) => {
    const organization = findOrganization(store, params.org);
    const { title = untitled, type = 'basic', visibility = 'public', spaces = [] } = body;
    const id = store.nextId('site');
    store.insert('sites', {
      id,
      org: organization.id,
      type,
      title,
      search: title.toLowerCase(),
      basename: unusedBasename(store, organization.id, title),
      visibility,
      share_key: `share-${id}`,
      created_at: now,
      doc: JSON.stringify({ ads: { status: 'pending', submittable: false }, features: [] }),
    });
    // A string asks for a new space. The reference lists no kinds, so every kind is an empty space.
    const ids =
      typeof spaces === 'string'
        ? [createSpace(store, { org: organization.id, collection: null, title, now })]
        : spaces;
    for (const space of ids) addSiteSpace(store, { id, org: organization.id }, space, null, 'spaces');
    return new Created(toSite(findSite(store, organization.id, id)));
  }),

  route(ops.getSite, ({ params, store }) => toSite(findSite(store, params.org, params.site))),

  route(ops.updateSite, ({ params, body, store }) => {
    const site = findSite(store, params.org, params.site);
    if (body.basename !== undefined) assertBasenameUnused(store, site, body.basename);
    store.update(
      'sites',
      { id: site.id },
      {
        title: body.title,
        search: body.title?.toLowerCase(),
        visibility: body.visibility,
        basename: body.basename,
        adaptive_content: body.adaptiveContent?.enabled,
        proxy: body.proxy,
      },
    );
    if (body.defaultSiteSection !== undefined) setDefaultSection(store, site.id, body.defaultSiteSection);
    if (body.defaultSiteSpace !== undefined) setDefaultSiteSpace(store, site.id, body.defaultSiteSpace);
    return toSite(findSite(store, params.org, params.site));
  }),

  route(ops.deleteSite, ({ params, store }) =>
    removeRow(store, siteSource, { 's.org': params.org, 's.id': params.site }),
  ),

  route(ops.getSiteAdaptiveSchema, ({ params, store }) =>
    readAdaptiveSchema(store, findSite(store, params.org, params.site).id),
  ),

  route(ops.setSiteAdaptiveSchema, ({ params, body, store, now }) => {
    const site = findSite(store, params.org, params.site);
    store.run(
      `INSERT INTO site_adaptive_schemas (site, json_schema, updated_at) VALUES (?, ?, ?)
       ON CONFLICT (site) DO UPDATE SET json_schema = excluded.json_schema, updated_at = excluded.updated_at`,
      site.id,
      JSON.stringify(body.jsonSchema),
      now,
    );
    return readAdaptiveSchema(store, site.id);
  }),

  route(ops.getPublishedSite, ({ params, query, store }) => {
    const site = findSite(store, params.org, params.site);
    if (site.visibility === 'share-link' && query.shareKey === undefined) {
      throw new ServiceProblem(403, `site "${site.id}" is shared by link: its share key is needed`);
    }
    assertShareKey(site, query.shareKey);
    const sections = siteSectionRows(store, site.id);
    const siteSpaces = siteSpaceRows(store, site.id);
    return {
      object: 'published-content-site',
      site: toSite(site),
      structure:
        sections.length > 0
          ? { type: 'sections', structure: toSiteSections(store, site, sections, query.shareKey) }
          : { type: 'siteSpaces', structure: toSiteSpaces(store, site, siteSpaces, query.shareKey) },
      customizations: {
        site: customizations(site.title),
        siteSpaces: Object.fromEntries(siteSpaces.map(({ id }) => [id, customizations(site.title)])),
      },
    };
  }),
];

function readAdaptiveSchema(store: Store, site: string) {
  const row = store.get<{ json_schema: string; updated_at: string }>(
    'SELECT json_schema, updated_at FROM site_adaptive_schemas WHERE site = ?',
    site,
  );
  if (!row) throw notFound('adaptive schema of site', site);
  return {
    object: 'site-adaptive-schema',
    jsonSchema: JSON.parse(row.json_schema),
    updatedAt: row.updated_at,
  };
}

function unusedBasename(store: Store, org: string, title: string): string {
  const sites = store.all<{ basename: string }>('SELECT basename FROM sites WHERE org = ?', org);
  const taken = sites.map((row) => row.basename);
  return unusedSlug(slugOf(title), taken);
}

function assertBasenameUnused(store: Store, site: SiteRow, basename: string): void {
  const other = store.get<{ id: string }>(
    'SELECT id FROM sites WHERE org = ? AND basename = ? AND id <> ?',
    site.org,
    basename,
    site.id,
  );
  if (other) throw conflict(`basename "${basename}" is taken by site "${other.id}"`);
}

/** Returns the look of a published site. The API has no operation that changes it, so all sites look the same. */
function customizations(title: string) {
  const colour = (light: string, dark: string) => ({ light, dark });
  return {
    title,
    styling: {
      theme: 'clean',
      primaryColor: colour('#346ddb', '#77a7ff'),
      tint: { color: colour('#346ddb', '#77a7ff') },
      infoColor: colour('#787878', '#b0b0b0'),
      successColor: colour('#007b51', '#4cc38a'),
      warningColor: colour('#c25700', '#ffb224'),
      dangerColor: colour('#be3e3e', '#ff6369'),
      corners: 'rounded',
      links: 'default',
      font: 'Inter',
      background: 'plain',
      icons: 'regular',
      sidebar: { background: 'default', list: 'default' },
      search: 'subtle',
    },
    internationalization: { locale: 'en' },
    favicon: {},
    header: { preset: 'default', links: [] },
    footer: { groups: [] },
    announcement: { enabled: false, message: '', style: 'info' },
    themes: { default: 'light', toggeable: true },
    pdf: { enabled: true },
    feedback: { enabled: false },
    aiSearch: { enabled: false },
    advancedCustomization: { enabled: false },
    pagination: { enabled: true },
    trademark: { enabled: true },
    ai: { pageLinkSummaries: { enabled: false } },
    git: { showEditLink: false },
    privacyPolicy: { url: 'https://acme.example/privacy' },
    socialPreview: {},
    insights: { trackingCookie: false },
  };
}
