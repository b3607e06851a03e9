import type { SectionName } from '../file/schema.ts';
import { collections } from './collections.ts';
import { customFields } from './custom-fields.ts';
import { members } from './members.ts';
import { openapi } from './openapi.ts';
import { saml } from './saml.ts';
import type { ReadSection, Section } from './section.ts';
import { sites } from './sites.ts';
import { spaces } from './spaces.ts';
import { teams } from './teams.ts';
import { translations } from './translations.ts';

/** The sections of an organization file, in its order. */
export const sections = {
  members,
  teams,
  'custom-fields': customFields,
  collections,
  spaces,
  sites,
  openapi,
  translations,
  saml,
} as const satisfies Record<Exclude<SectionName, 'sites'>, Section> & { readonly sites: ReadSection };
