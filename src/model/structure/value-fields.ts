import { updateSectionGroup } from '../../api/contract/operations/section-groups.ts';
import { updateSection } from '../../api/contract/operations/sections.ts';
import { updateSiteSpace } from '../../api/contract/operations/site-spaces.ts';
import { updateSite } from '../../api/contract/operations/sites.ts';

const updates = {
  site: updateSite,
  'section-group': updateSectionGroup,
  section: updateSection,
  'site-space': updateSiteSpace,
};

/** Returns the fields of a kind that its update sets, but for the defaults. */
export function valueFields(kind: keyof typeof updates): string[] {
  return Object.keys(updates[kind].body.def.shape).filter((field) => !field.startsWith('default'));
}
