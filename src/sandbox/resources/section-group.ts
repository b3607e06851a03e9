import type { IdOf } from '../../api/contract/ids.ts';
import type { SectionGroup } from '../../api/contract/operations/section-groups.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import type { SiteRow } from './site.ts';
import { siteSectionRows, toSiteSections } from './site-structure.ts';

export interface SectionGroupRow {
  id: IdOf<'group'>;
  title: string;
  icon: string | null;
}

export const sectionGroupSource: TableSource<SectionGroupRow> = {
  called: 'section group',
  select: 'g.id, g.title, g.icon',
  from: 'site_section_groups AS g',
  order: ['g.position', 'g.seq'],
};

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
  const row = findRow(store, sectionGroupSource, { 'g.site': site.id, 'g.id': id });
  return toSectionGroups(store, site, [row])[0] as SectionGroup;
}
