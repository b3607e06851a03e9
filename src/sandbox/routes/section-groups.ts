import type { IdOf } from '../../api/contract/ids.ts';
import * as ops from '../../api/contract/operations/section-groups.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { invalid, notFound } from '../problem.ts';
import { reorder, storeOrder } from '../resources/order.ts';
import { findSite, type SiteRow } from '../resources/site.ts';
import { findSection, siteSectionRows, toSiteSections } from '../resources/site-structure.ts';
import { findRow, removeRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listSectionGroups, (call) => {
    const { params, store } = call;
    const site = findSite(store, params.org, params.site);
    return pageOf(call, sectionGroupSource, (rows) => toSectionGroups(store, site, rows), [
      ['g.site = ?', site.id],
    ]);
  }),

  route(ops.createSectionGroup, ({ params, body, store }) => {
    const site = findSite(store, params.org, params.site);
    const { title, icon, sections = [] } = body;
    assertSections(store, site.id, sections, 'sections');
    const id = store.nextId('group');
    const position = (groupsInOrder(store, site.id).at(-1)?.position ?? -1) + 1;
    store.insert('site_section_groups', { id, site: site.id, title, icon, position });
    for (const section of sections) store.update('site_sections', { id: section }, { section_group: id });
    return new Created(findSectionGroup(store, site, id));
  }),

  route(ops.updateSectionGroup, ({ params, body, store }) => {
    const site = findSite(store, params.org, params.site);
    const { id } = findSectionGroup(store, site, params.group);
    store.update('site_section_groups', { id }, { title: body.title, icon: body.icon });
    return findSectionGroup(store, site, id);
  }),

  route(ops.deleteSectionGroup, ({ params, store }) => {
    const { id } = findSite(store, params.org, params.site);
    return removeRow(store, sectionGroupSource, { 'g.site': id, 'g.id': params.group });
  }),

  route(ops.addSectionToGroup, ({ params, body, store }) => {
    const site = findSite(store, params.org, params.site);
    const { id } = findSectionGroup(store, site, params.group);
    assertSections(store, site.id, [body.sectionId], 'sectionId');
    store.update('site_sections', { id: body.sectionId }, { section_group: id });
    return findSectionGroup(store, site, id);
  }),

  route(ops.removeSectionFromGroup, ({ params, store }) => {
    const site = findSite(store, params.org, params.site);
    const group = findSectionGroup(store, site, params.group);
    const section = findSection(store, site.id, params.section);
    if (section.section_group !== group.id) throw notFound('section of the group', section.id);
    store.update('site_sections', { id: section.id }, { section_group: null });
    return undefined;
  }),

  route(ops.moveSectionGroup, ({ params, body, store }) => {
    const site = findSite(store, params.org, params.site);
    const { id } = findSectionGroup(store, site, params.group);
    const { before, after } = body.position ?? {};
    const ids = groupsInOrder(store, site.id).map((group) => group.id);
    const order = reorder(ids, id, { before: before?.id, after: after?.id });
    storeOrder(store, 'site_section_groups', order);
    return findSectionGroup(store, site, id);
  }),
];

function groupsInOrder(store: Store, site: string): { id: string; position: number }[] {
  return store.all(
    'SELECT id, position FROM site_section_groups WHERE site = ? ORDER BY position, seq',
    site,
  );
}

/** Throws 400 if one of `ids` is no section of the site; `field` is their name in the request. */
function assertSections(store: Store, site: string, ids: readonly string[], field: string): void {
  const known = new Set<string>(siteSectionRows(store, site).map((section) => section.id));
  const problems = ids
    .filter((id) => !known.has(id))
    .map((id) => ({ path: [field], message: `names no section of the site: "${id}"` }));
  if (problems.length > 0) throw invalid(problems);
}

interface SectionGroupRow {
  id: IdOf<'group'>;
  title: string;
  icon: string | null;
}

const sectionGroupSource: TableSource<SectionGroupRow> = {
  called: 'section group',
  select: 'g.id, g.title, g.icon',
  from: 'site_section_groups AS g',
  order: ['g.position', 'g.seq'],
};

/** Turns rows of one site into section groups, with their sections in the order of the site. */
function toSectionGroups(store: Store, site: SiteRow, rows: readonly SectionGroupRow[]): ops.SectionGroup[] {
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
function findSectionGroup(store: Store, site: SiteRow, id: string): ops.SectionGroup {
  const row = findRow(store, sectionGroupSource, { 'g.site': site.id, 'g.id': id });
  return toSectionGroups(store, site, [row])[0] as ops.SectionGroup;
}
