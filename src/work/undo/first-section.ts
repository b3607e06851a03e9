import { type Structure, type StructureIndex, structureIndex } from '../../model/structure/structure.ts';
import { changedName, type NotRestored } from './not-restored.ts';

/** Says what the first section of a site leaves behind. */
export function besideFirstSection(section: string): string {
  return `if the site had no sections before, its spaces stay in section ${section}`;
}

/** Returns what the service has put into another section, because the run has made the first one of its site. */
export function besideFirstSections(
  planned: Structure,
  left: StructureIndex,
  now: StructureIndex,
): NotRestored[] {
  const sites = planned.filter(({ kind }) => kind === 'site').map(({ key }) => key);
  const before = structureIndex(planned);
  const parted = sites.filter(
    (site) => before.list('section', site).length === 0 && left.list('section', site).length > 0,
  );
  return parted.flatMap((site): NotRestored[] => {
    const [moved] = before.siteSpaces(site, null).flatMap(({ key }) => {
      const section = now.get(key)?.fields.sectionId;
      return typeof section === 'string' && left.get(key)?.fields.sectionId == null ? section : [];
    });
    if (moved === undefined) return [];
    const title = now.get(site)?.fields.title ?? now.get(site)?.title;
    const thing = { kind: 'section-order', ids: { site }, name: undefined };
    const name = changedName(thing, { name: typeof title === 'string' ? title : undefined });
    return [{ name, reason: besideFirstSection(moved), of: { kind: 'site', id: site } }];
  });
}
