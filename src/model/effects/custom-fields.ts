import { assumed, end, type Fields, type NounEffects, set, shown, within } from './facts.ts';

export const customFields: NounEffects = {
  touches: {
    'custom-fields.values.set': ({ space = '' }, { values = {} }) =>
      Object.entries(values as Record<string, Fields>).flatMap(([field, { value }]) =>
        value == null
          ? [end('space-field', { space, field })]
          : set('space-field', { space, field }, { value }),
      ),
  },
  references: [
    within('space-field', 'space', 'space', 'ends'),
    assumed('space-field', 'custom-field', 'field', 'ends'),
  ],
  restoring: {
    'custom-field': { keepsId: true, clears: { title: '', description: '', placeholder: '' } },
    'space-field': {
      fields: (item) => shown(item, 'value'),
      tie: {
        change: 'field-values',
        word: 'custom field values of space',
        of: 'space',
        field: 'value',
        set(params, wanted) {
          const values = Object.entries(wanted).map(([name, value]) => [name, { value }]);
          const body = { values: Object.fromEntries(values) };
          return [{ action: 'update', operation: 'custom-fields.values.set', params, body, sets: wanted }];
        },
      },
    },
  },
};
