import { assumed, type NounEffects, pick, set, unlessThere, within } from './facts.ts';

export const collections: NounEffects = {
  touches: {
    'collections.permissions.set': (params, { role = unlessThere('read') }) =>
      set('collection-team', pick(params, 'collection', 'team'), { role }),
    'collections.transfer': ({ collection = '' }, { organization }) =>
      set('collection', { collection }, { organization, parent: null }),
  },
  references: [
    assumed('collection-team', 'team', 'team', 'ends'),
    within('collection-team', 'collection', 'collection', 'ends'),
    assumed('collection', 'collection', 'parent', 'ends', 'follows'),
  ],
};
