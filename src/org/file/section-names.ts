/** The sections of an organization file, in its order. They are apart from their schemas because flags name them, too. */
export const sectionNames = [
  'members',
  'teams',
  'custom-fields',
  'collections',
  'spaces',
  'sites',
  'openapi',
  'translations',
  'saml',
] as const;
export type SectionName = (typeof sectionNames)[number];
