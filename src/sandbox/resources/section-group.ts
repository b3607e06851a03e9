import type { IdOf } from '../../api/contract/ids.ts';
import type { SectionGroup } from '../../api/contract/operations/section-groups.ts';
import { notFound } from '../problem.ts';
import type { Store } from '../store/store.ts';
import type { SiteRow } from './site.ts';
import { siteSectionRows, toSiteSections } from './site-structure.ts';

export interface SectionGroupRow {
  id: IdOf<'group'>;
  title: string;
  icon: string | null;
}

/** Columns of a section group named `g`. */
export const sectionGroupColumns = 'g.id, g.title, g.icon';

/** Turns rows of one site into section groups, with their sections in the order of the site. */
export function toSectionGroups(
  store: Store,
  site: SiteRow,
  rows: readonly SectionGroupRow[],
): SectionGroup[] {
  const sections = toSiteSections(store, site, siteSectionRows(store, site.id), undefined);
  return rows.map((row) => ({
    object: 'site-section-group',
    id: row.id,
    title: row.title,
    sections: sections.filter((section) => section.sectionGroup === row.id),
    ...(row.icon !== null && { icon: row.icon }),
  }));
}

/** Returns a section group of a site. Throws 404. */
export function findSectionGroup(store: Store, site: SiteRow, id: string): SectionGroup {
  const row = store.get<SectionGroupRow>(
    `SELECT ${sectionGroupColumns} FROM site_section_groups g WHERE g.site = ? AND g.id = ?`,
    site.id,
    id,
  );
  if (!row) throw notFound('section group', id);
  return toSectionGroups(store, site, [row])[0] as SectionGroup;
}
