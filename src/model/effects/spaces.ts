import { assumed, type NounEffects, pick, set, unlessThere, within } from './facts.ts';

export const spaces: NounEffects = {
  touches: {
    'spaces.permissions.set': (params, { role = unlessThere('read') }) =>
      set('space-team', pick(params, 'space', 'team'), { role }),
  },
  references: [
    assumed('space-team', 'team', 'team', 'ends'),
    assumed('space', 'collection', 'parent', 'ends', 'follows'),
    within('space-team', 'space', 'space', 'ends'),
  ],
};
