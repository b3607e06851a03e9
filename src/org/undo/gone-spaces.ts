import type { Client } from '../../api/client/client.ts';
import { createReader } from '../../model/read/reader.ts';
import { readSnapshot } from '../../model/read/snapshot.ts';
import { type Left, noSpaceAgain } from '../../work/undo/left.ts';
import type { Organization } from '../file/schema.ts';
import { idIn, nameOfStructure, type StructureRecord, structureText } from './structure-record.ts';

type Site = NonNullable<Organization['sites']>[string];
type Section = NonNullable<Site['sections']>[number];
type SiteSpaces = NonNullable<Site['spaces']>;

/**
 * Leaves the spaces that no longer exist out of the structure before a run, and the sections that the run has deleted
 * and that have no other spaces: the service makes sections of a space only. `lost` names both. Where the spaces cannot
 * be read, all stay.
 */
export async function withoutGoneSpaces(
  client: Client,
  organization: string,
  record: StructureRecord,
): Promise<{ readonly record: StructureRecord; readonly lost: readonly Left[] }> {
  const { parts } = await readSnapshot(createReader({ client, org: organization }), organization, {
    space: {},
  });
  const there: ReadonlyMap<string, unknown> | undefined = parts.space.lists.get(organization);
  if (!there) return { record, lost: [] };
  const lost: Left[] = [];
  const before = Object.fromEntries(
    Object.entries(record.before).map(([site, value]) => {
      const lose = (what: string) => void lost.push({ name: nameOfStructure(site), reason: what });
      const withoutGone = (spaces: SiteSpaces) =>
        spaces.filter(({ space }) => {
          if (!there.has(space)) lose(`space ${titled(record.spaces?.[space], space)}: ${noSpaceAgain}`);
          return there.has(space);
        });
      const { sections, spaces } = value;
      const left = sections?.flatMap((section): Section[] => {
        if (!section.spaces) return [section];
        const kept = withoutGone(section.spaces);
        if (kept.length > 0 || isKept(site, section, record)) return [{ ...section, spaces: kept }];
        lose(`section ${JSON.stringify(section.title)}: the service makes sections of a space only`);
        return [];
      });
      return [
        site,
        { ...value, ...(left && { sections: left }), ...(spaces && { spaces: withoutGone(spaces) }) },
      ];
    }),
  );
  return { record: { ...record, before }, lost };
}

/** Tells whether a section of the structure before is also in the one that the run has left. */
function isKept(site: string, { path }: Section, { ids, after }: StructureRecord): boolean {
  const own = idIn(site);
  const id = ids[structureText({ kind: 'section', key: [own, path] }, own)];
  return id !== undefined && after[own]?.some((thing) => thing.id === id) === true;
}

function titled(title: string | undefined, id: string): string {
  return title === undefined || title === id ? id : `${JSON.stringify(title)} (${id})`;
}
