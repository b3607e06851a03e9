import type { IdOf } from '../../api/contract/ids.ts';
import type { SiteSection, SiteSpace, Space } from '../../api/contract/schemas.ts';
import { conflict, invalidField } from '../problem.ts';
import { allRows, findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { publishedUrl, type SiteRow } from './site.ts';
import { slugOf, unusedSlug } from './slug.ts';
import { spacesById } from './space.ts';

export interface SiteSpaceRow {
  id: IdOf<'siteSpace'>;
  site: string;
  section: IdOf<'section'> | null;
  space: string;
  path: string;
  is_default: number;
  condition: string | null;
  /** The section's path; null at the root. */
  section_path: string | null;
}

export const siteSpaceSource: TableSource<SiteSpaceRow> = {
  called: 'site space',
  select: `p.id, p.site, p.section, p.space, p.path, p.is_default, p.condition,
    c.path AS section_path`,
  from: 'site_spaces AS p LEFT JOIN site_sections c ON c.id = p.section',
  order: ['coalesce(c.position, 0)', 'coalesce(c.seq, 0)', 'p.position', 'p.seq'],
};

/** Turns rows of one site into site spaces, with addresses that `shareKey` opens. */
export function toSiteSpaces(
  store: Store,
  site: SiteRow,
  rows: readonly SiteSpaceRow[],
  shareKey: string | undefined,
): SiteSpace[] {
  const ids = rows.map((row) => row.space);
  const spaces = spacesById(store, ids);
  return rows.map((row) => {
    const space = spaces.get(row.space) as Space;
    const segments = [row.section_path, row.path].filter((segment) => segment !== null);
    const published = publishedUrl(site, shareKey, ...segments);
    return {
      object: 'site-space',
      id: row.id,
      path: row.path,
      ...(row.section !== null && { section: row.section }),
      space,
      title: space.title,
      default: row.is_default === 1,
      ...(row.condition !== null && { condition: row.condition }),
      hasAdvancedCustomizationFeature: false,
      urls: { ...(published !== undefined && { published }) },
    };
  });
}

export interface SiteSectionRow {
  id: IdOf<'section'>;
  site: string;
  section_group: IdOf<'group'> | null;
  title: string;
  description: string | null;
  path: string;
  is_default: number;
  condition: string | null;
  icon: string | null;
}

export const siteSectionSource: TableSource<SiteSectionRow> = {
  called: 'section',
  select: 'c.id, c.site, c.section_group, c.title, c.description, c.path, c.is_default, c.condition, c.icon',
  from: 'site_sections AS c',
  order: ['c.position', 'c.seq'],
};

export function toSiteSections(
  store: Store,
  site: SiteRow,
  rows: readonly SiteSectionRow[],
  shareKey: string | undefined,
): SiteSection[] {
  const siteSpaces = toSiteSpaces(store, site, siteSpaceRows(store, site.id), shareKey);
  return rows.map((row) => {
    const published = publishedUrl(site, shareKey, row.path);
    return {
      object: 'site-section',
      id: row.id,
      title: row.title,
      ...(row.description !== null && { description: row.description }),
      default: row.is_default === 1,
      path: row.path,
      ...(row.condition !== null && { condition: row.condition }),
      ...(row.section_group !== null && { sectionGroup: row.section_group }),
      siteSpaces: siteSpaces.filter((siteSpace) => siteSpace.section === row.id),
      urls: { ...(published !== undefined && { published }) },
      ...(row.icon !== null && { icon: row.icon }),
    };
  });
}

/** Returns the site spaces of a site in order: those at the root, or section by section. */
export function siteSpaceRows(store: Store, site: string): SiteSpaceRow[] {
  return allRows(store, siteSpaceSource, { 'p.site': site });
}

export function siteSectionRows(store: Store, site: string): SiteSectionRow[] {
  return allRows(store, siteSectionSource, { 'c.site': site });
}

/** Returns a section of a site. Throws 404. */
export function findSection(store: Store, site: string, id: string): SiteSectionRow {
  return findRow(store, siteSectionSource, { 'c.site': site, 'c.id': id });
}

/**
 * Returns the title of a space that a site can publish; `field` is its name in the request. Throws 400 for a space of
 * another organization, 409 for one that the site publishes already.
 */
export function unpublishedSpace(
  store: Store,
  site: { readonly id: string; readonly org: string },
  space: string,
  field: string,
): { title: string } {
  const found = store.get<{ title: string }>(
    'SELECT title FROM spaces WHERE org = ? AND id = ? AND deleted_at IS NULL',
    site.org,
    space,
  );
  if (!found) throw invalidField(field, `names no space of the organization: "${space}"`);
  if (store.get('SELECT id FROM site_spaces WHERE site = ? AND space = ?', site.id, space)) {
    throw conflict(`space "${space}" is already in the site`);
  }
  return found;
}

/**
 * Publishes a space at the end of a section, or of the root if `section` is null. Returns the site space's id. The
 * first one there is the default. Throws as `unpublishedSpace` does.
 */
export function addSiteSpace(
  store: Store,
  site: { readonly id: string; readonly org: string },
  space: string,
  section: string | null,
  field: string,
): string {
  const { title } = unpublishedSpace(store, site, space, field);
  const siblings = store.all<{ path: string; position: number }>(
    'SELECT path, position FROM site_spaces WHERE site = ? AND section IS ? ORDER BY position',
    site.id,
    section,
  );
  const id = store.nextId('sitesp');
  store.insert('site_spaces', {
    id,
    site: site.id,
    section,
    space,
    ...placeAfter(store, siblings, title),
  });
  return id;
}

/** Returns the place of a new row after its siblings, with a path of its own; the first one is the default. */
export function placeAfter(
  { onlyStated }: Store,
  siblings: readonly { readonly path: string; readonly position: number }[],
  title: string,
) {
  const taken = siblings.map(({ path }) => path);
  return {
    position: (siblings.at(-1)?.position ?? -1) + 1,
    path: unusedSlug(slugOf(title), taken),
    is_default: siblings.length === 0 && !onlyStated,
  };
}

/** Makes a section the site's default. Throws 400 if the site has no such section. */
export function setDefaultSection(store: Store, site: string, section: string): void {
  const found = store.get('SELECT id FROM site_sections WHERE site = ? AND id = ?', site, section);
  if (!found) throw invalidField('defaultSiteSection', `names no section of the site: "${section}"`);
  store.run('UPDATE site_sections SET is_default = (id = ?) WHERE site = ?', section, site);
}

/**
 * Makes a site space the site's default: at the root, or in the default section if there are sections. Throws 400 for
 * any other site space.
 */
export function setDefaultSiteSpace(store: Store, site: string, siteSpace: string): void {
  const section = store.get<{ id: string }>(
    'SELECT id FROM site_sections WHERE site = ? AND is_default',
    site,
  );
  setDefaultAmong(store, { site, section: section?.id ?? null }, siteSpace);
}

/** Makes a site space the default of its section, or of the root if `section` is null. Throws 400. */
export function setDefaultAmong(
  store: Store,
  { site, section }: { site: string; section: string | null },
  siteSpace: string,
): void {
  const found = store.get(
    'SELECT id FROM site_spaces WHERE site = ? AND section IS ? AND id = ?',
    site,
    section,
    siteSpace,
  );
  if (!found) {
    const where = section === null ? 'at the root of the site' : `in section "${section}"`;
    throw invalidField('defaultSiteSpace', `names no site space ${where}: "${siteSpace}"`);
  }
  store.run(
    'UPDATE site_spaces SET is_default = (id = ?) WHERE site = ? AND section IS ?',
    siteSpace,
    site,
    section,
  );
}

/** Removes spaces from every site that publishes them. */
export function unpublishSpaces(store: Store, spaces: readonly string[]): void {
  store.run(
    'DELETE FROM site_spaces WHERE space IN (SELECT value FROM json_each(?))',
    JSON.stringify(spaces),
  );
  chooseDefaultSiteSpaces(store);
}

/** Makes the first site space of a section, or of the root of a site, the default where the default was removed. */
export function chooseDefaultSiteSpaces(store: Store): void {
  if (store.onlyStated) return;
  store.run(
    `UPDATE site_spaces SET is_default = 1 WHERE id IN (
       SELECT id FROM (
         SELECT id, row_number() OVER places AS place, max(is_default) OVER (PARTITION BY site, section) AS kept
         FROM site_spaces WINDOW places AS (PARTITION BY site, section ORDER BY position, seq))
       WHERE place = 1 AND kept = 0)`,
  );
}
