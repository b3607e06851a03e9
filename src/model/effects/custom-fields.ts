import { assumed, end, type Fields, type NounEffects, set, within } from './facts.ts';

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
};
