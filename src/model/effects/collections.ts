import { assumed, type NounEffects, pick, set, shown, unlessThere, within } from './facts.ts';
import { rolesOn } from './roles.ts';

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
  restoring: {
    collection: {
      fields: (item) => shown(item, 'organization'),
      keeps: ['space', 'collection'],
      clears: { title: '', description: '', defaultLevel: null, parent: null },
      starts: { defaultLevel: 'inherit' },
      set(params, { parent, ...fields }) {
        const move = { action: 'move', operation: 'collections.move', params, body: { parent } } as const;
        const update = { action: 'update', operation: 'collections.update', params, body: fields } as const;
        return [
          ...(parent === undefined ? [] : [{ ...move, sets: { parent } }]),
          ...(Object.keys(fields).length === 0 ? [] : [{ ...update, sets: fields }]),
        ];
      },
      loses: ['its place among the others: the service does not show it'],
    },
    'collection-team': { tie: rolesOn('collection') },
  },
};
