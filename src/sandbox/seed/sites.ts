import { sandboxOrg } from '../identity.ts';
import type { Store, StoredRow } from '../store/store.ts';
import { day } from './time.ts';

const doc = (...features: string[]) =>
  JSON.stringify({
    ads: { status: 'pending', submittable: false },
    features: features.map((id) => ({ id, plan: 'basic', frozen: false })),
  });

const sections: readonly StoredRow[] = [
  {
    id: 'section_guides',
    section_group: 'group_learn',
    title: 'Guides',
    path: 'guides',
    is_default: true,
    icon: 'compass',
  },
  {
    id: 'section_api',
    section_group: 'group_build',
    title: 'API reference',
    path: 'api',
    icon: 'gear',
    description: 'REST and SDKs',
  },
  { id: 'section_news', title: 'News', path: 'news', condition: 'visitor.claims.plan == "pro"' },
];

const siteSpaces: readonly [
  id: string,
  site: string,
  section: string | null,
  space: string,
  position: number,
  path: string,
][] = [
  ['sitesp_guides', 'site_docs', 'section_guides', 'space_guides', 0, 'guides'],
  ['sitesp_tutorials', 'site_docs', 'section_guides', 'space_tutorials', 1, 'tutorials'],
  ['sitesp_japanese', 'site_docs', 'section_guides', 'space_japanese', 2, 'ja'],
  ['sitesp_rest', 'site_docs', 'section_api', 'space_rest', 0, 'rest'],
  ['sitesp_sdk', 'site_docs', 'section_api', 'space_sdk', 1, 'sdk'],
  ['sitesp_changelog', 'site_docs', 'section_news', 'space_changelog', 0, 'changelog'],
  ['sitesp_handbook', 'site_handbook', null, 'space_handbook', 0, 'handbook'],
  ['sitesp_hr', 'site_handbook', null, 'space_hr', 1, 'people'],
  ['sitesp_runbooks', 'site_handbook', null, 'space_runbooks', 2, 'runbooks'],
  ['sitesp_legacy', 'site_partners', null, 'space_legacy', 0, 'v1'],
  ['sitesp_globex', 'site_globex', null, 'space_globex', 0, 'manual'],
];

/**
 * Adds three sites (with spaces at the root, with sections and groups, shared by link) and one of the other
 * organization.
 */
export function seedSites(store: Store): void {
  insertSite(store, {
    id: 'site_docs',
    title: 'Acme Docs',
    basename: 'docs',
    visibility: 'public',
    hostname: 'docs.acme.example',
    adaptive_content: true,
    created_at: day(20),
    doc: doc('sites-sections', 'adaptive-content'),
  });
  insertSite(store, {
    id: 'site_handbook',
    title: 'Handbook 手册, “internal”',
    basename: 'handbook',
    visibility: 'unlisted',
    created_at: day(21),
    doc: doc(),
  });
  insertSite(store, {
    id: 'site_partners',
    title: 'Partner portal',
    basename: 'partners',
    visibility: 'share-link',
    share_key: 'partner-key',
    proxy: 'https://acme.example/partners',
    created_at: day(22),
    doc: doc(),
  });
  insertSite(store, {
    id: 'site_globex',
    org: 'org_globex',
    title: 'Globex',
    basename: 'globex',
    visibility: 'public',
    created_at: day(23),
    doc: doc(),
  });
  seedStructure(store);
  store.insert('site_adaptive_schemas', {
    site: 'site_docs',
    json_schema: JSON.stringify({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://docs.acme.example/visitor.json',
      type: 'object',
      properties: { plan: { type: 'string', enum: ['free', 'pro'] }, beta: { type: 'boolean' } },
      additionalProperties: false,
    }),
    updated_at: day(24),
  });
}

function seedStructure(store: Store): void {
  insertGroup(store, 'group_learn', 0, 'Learn', 'graduation-cap');
  insertGroup(store, 'group_build', 1, 'Build', null);
  for (const [position, section] of sections.entries())
    store.insert('site_sections', { site: 'site_docs', position, ...section });
  // The first one of a section, or of the root, is the default.
  for (const [id, site, section, space, position, path] of siteSpaces)
    store.insert('site_spaces', { id, site, section, space, position, path, is_default: position === 0 });
}

function insertSite(store: Store, site: StoredRow & { id: string; title: string }): void {
  const { id, title } = site;
  store.insert('sites', {
    org: sandboxOrg,
    type: 'basic',
    share_key: `share-${id}`,
    ...site,
    search: title.toLowerCase(),
  });
}

function insertGroup(store: Store, id: string, position: number, title: string, icon: string | null): void {
  store.insert('site_section_groups', { id, site: 'site_docs', position, title, icon });
}
