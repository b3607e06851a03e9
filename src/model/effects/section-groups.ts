import { type Ids, make, type NounEffects, pick, set, type Touch, theMade, within } from './facts.ts';

export const sectionGroups: NounEffects = {
  touches: {
    'section-groups.create': (params, { sections = [], ...fields }) => [
      make('section-group', pick(params, 'org', 'site'), fields),
      ...(sections as string[]).flatMap((section) => grouped(params, section, theMade)),
    ],
    'section-groups.add-section': (params, { sectionId }) =>
      grouped(params, String(sectionId), params.group ?? ''),
    'section-groups.remove-section': (params) => grouped(params, params.section ?? '', null),
  },
  references: [within('section-group', 'site', 'site')],
  restoring: {
    'section-group': { clears: { icon: null } },
  },
};

function grouped(params: Ids, section: string, sectionGroup: string | null): Touch[] {
  return set('section', { ...pick(params, 'org', 'site'), section }, { sectionGroup });
}
