import { isManagedInFull, type LoadedFile, peopleAt } from '../organization.ts';
import { type SectionName, sectionNames } from '../section-names.ts';
import { pathText, problemLine } from './problems.ts';

/** The number of things that a section of the file lists: collections with those in them. */
export interface SectionCount {
  readonly section: SectionName;
  readonly things: number;
}

/** Returns the sections that a file manages, with the number of their things. */
export function sectionCounts(file: LoadedFile): SectionCount[] {
  return sectionNames.flatMap((section) => {
    const things = section === 'members' ? peopleAt(file, ['members']) : file.organization[section];
    if (file.organization[section] === undefined || !things) return [];
    const { collections } = file.organization;
    const count = section === 'collections' ? collectionsIn(collections) : Object.keys(things).length;
    return [{ section, things: count }];
  });
}

function collectionsIn(collections: LoadedFile['organization']['collections'] = {}): number {
  return Object.values(collections).reduce((sum, one) => sum + 1 + collectionsIn(one.collections), 0);
}

/**
 * Returns a line for each section that the file manages in full and does not have: an absent section is not managed, so
 * that the key has no effect. Without this line, a person who forgot the section would believe that it is compared.
 */
export function keysWithoutEffect({ organization, where }: LoadedFile): string[] {
  const absent = sectionNames.filter(
    (section) => organization[section] === undefined && isManagedInFull(organization, section),
  );
  return absent.map((section) => {
    const path = ['managed', section];
    const message = `${pathText(path)}: has no effect: the file has no section "${section}", so it is not compared`;
    return problemLine({ ...where(path), message });
  });
}
