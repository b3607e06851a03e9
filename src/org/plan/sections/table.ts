import type { SectionName } from '../../file/schema.ts';
import { sections } from '../../sections/registry.ts';
import type { Section } from '../../sections/section.ts';
import { sites } from './sites.ts';

/** Returns a section with how it is planned. */
export function sectionCalled(name: SectionName): Section {
  return name === 'sites' ? { ...sections.sites, ...sites } : sections[name];
}
