import { InvalidOption } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { type SectionName, sectionNames } from '../file/schema.ts';
import type { OrgSection } from './section.ts';

/** Loads the sections of an organization file. */
export const sections: Readonly<Record<SectionName, () => Promise<OrgSection>>> = {
  members: async () => (await import('./members.ts')).members,
  teams: async () => (await import('./teams.ts')).teams,
  'custom-fields': async () => (await import('./custom-fields.ts')).customFields,
  collections: async () => (await import('./collections.ts')).collections,
  spaces: async () => (await import('./spaces.ts')).spaces,
  sites: async () => (await import('./sites.ts')).sites,
  openapi: async () => (await import('./openapi.ts')).openapi,
  translations: async () => (await import('./translations.ts')).translations,
  saml: async () => (await import('./saml.ts')).saml,
};

/**
 * Returns the sections with these names, in the order of a file; all sections without names. Throws `InvalidOption` for
 * a name that is not in `known`; `option` is where the user gave it: `only`.
 */
export function sectionsOf(
  option: string,
  names: readonly string[] = sectionNames,
  known: readonly SectionName[] = sectionNames,
): SectionName[] {
  for (const name of names) {
    if (known.some((one) => one === name)) continue;
    const isSection = sectionNames.some((one) => one === name);
    const message = isSection ? 'cannot be chosen here' : 'is no section of an organization file';
    throw new InvalidOption(option, `${quoted(name)} ${message}`, {
      hint: { code: 'choose-section', data: { names: known } },
    });
  }
  return sectionNames.filter((name) => names.includes(name));
}
