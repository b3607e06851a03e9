import { assumed, chosen, make, type NounEffects, pick, shown, within } from './facts.ts';

export const siteSpaces: NounEffects = {
  touches: {
    'site-spaces.create': (params, { sectionId = chosen, ...fields }) => [
      make('site-space', pick(params, 'org', 'site'), { ...fields, sectionId }),
    ],
  },
  references: [
    assumed('site-space', 'space', 'spaceId', 'ends', 'ends'),
    within('site-space', 'site', 'site'),
    assumed('site-space', 'section', 'sectionId', 'ends'),
  ],
  restoring: {
    'site-space': {
      fields: (item) => shown(item, 'default'),
      clears: { condition: null },
    },
  },
};
