import type { SectionName } from '../file/schema.ts';
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
