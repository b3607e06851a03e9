import { peopleAt } from './rules.ts';
import { type SectionName, sectionNames } from './schema.ts';
import type { LoadedFile } from './side-files.ts';

/** The number of things that a section of the file lists at its top. */
export interface SectionCount {
  readonly section: SectionName;
  readonly things: number;
}

/** Returns the sections that a file manages, with the number of their things. */
export function countsOf(file: LoadedFile): SectionCount[] {
  return sectionNames.flatMap((section) => {
    const things = section === 'members' ? peopleAt(file, ['members']) : file.organization[section];
    if (file.organization[section] === undefined || !things) return [];
    return [{ section, things: Object.keys(things).length }];
  });
}
