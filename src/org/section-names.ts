/**
 * The sections of an organization file, in its order, with the kind of their things. Each has a file of its name in
 * `sections/`, from which the table there is generated. They are apart from it because flags name them, too.
 */
export const kindOfSection = {
  members: 'member',
  teams: 'team',
  'custom-fields': 'custom-field',
  collections: 'collection',
  spaces: 'space',
  sites: 'site',
  openapi: 'openapi',
  translations: 'translation',
  saml: 'saml',
} as const;

export type SectionName = keyof typeof kindOfSection;

export const sectionNames = Object.keys(kindOfSection) as [SectionName, ...SectionName[]];
