import { at } from '../fields.ts';
import { assumed, type NounEffects, pick, set, shown, unlessThere, within } from './facts.ts';
import { rolesOn } from './roles.ts';

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
  restoring: {
    space: {
      fields: (item) => shown(at(item, 'space'), 'parent', 'organization'),
      notMade: ({ ids, name = ids.space }) => `space ${JSON.stringify(name)} in it, with its content`,
      unwritable: (field, before, now) =>
        field !== 'parent' || (before ?? null) === (now ?? null)
          ? undefined
          : 'it stays at the top level: the service has no operation to move a space',
    },
    'space-team': { tie: rolesOn('space') },
  },
};
