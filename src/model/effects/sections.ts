import { at } from '../fields.ts';
import { assumed, make, type NounEffects, pick, shown, theMade, within } from './facts.ts';

export const sections: NounEffects = {
  touches: {
    'sections.create': (params, { spaceId, ...fields }) => [
      make('section', pick(params, 'org', 'site'), fields),
      make('site-space', pick(params, 'org', 'site'), { spaceId, sectionId: theMade }),
    ],
  },
  references: [
    within('section', 'site', 'site'),
    assumed('section', 'section-group', 'sectionGroup', 'clears'),
    assumed('section', 'site-space', 'defaultSiteSpace', 'chooses'),
  ],
  restoring: {
    section: {
      fields: (item) => shown(item, 'sectionGroup', 'default'),
      holds: (item) => ({
        siteSpaces: ((at(item, 'siteSpaces') ?? []) as readonly unknown[]).map((one) => shown(one, 'id')),
      }),
      clears: { condition: null, icon: null, description: null },
    },
  },
};
