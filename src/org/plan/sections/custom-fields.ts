import {
  createCustomField,
  deleteCustomField,
  updateCustomField,
} from '../../../api/contract/operations/custom-fields.ts';
import type { Thing } from '../../thing.ts';
import type { PlannedSection } from './section.ts';

/** The custom fields of the organization. */
export const customFields: PlannedSection = {
  name: 'custom-fields',
  kinds: { 'custom-field': ['custom-field'] },
  reads: () => ({ 'custom-field': {} }),
  declared: ({ organization }) => ({
    things: Object.entries(organization['custom-fields'] ?? {}).map(
      ([name, fields]): Thing => ({
        kind: 'custom-field',
        key: [name],
        fields,
        path: ['custom-fields', name],
      }),
    ),
    lists: new Set(),
  }),
  check(differences, complain) {
    for (const { declared, fields } of differences) {
      const type = fields.find(({ field, before }) => field === 'type' && before !== null);
      if (type && declared?.path)
        complain([...declared.path, 'type'], `is ${String(type.before)} in the service, and cannot change`);
    }
  },
  requests(differences, { add }) {
    for (const difference of differences) {
      const { action, key, declared, fields } = difference;
      const [name = ''] = key;
      if (action === 'create')
        add({
          operation: createCustomField,
          params: {},
          body: { name, ...declared?.fields },
          for: [difference],
          makes: true,
        });
      else if (action === 'delete')
        add({ operation: deleteCustomField, params: { field: name }, for: [difference] });
      else
        add({
          operation: updateCustomField,
          params: { field: name },
          body: Object.fromEntries(fields.map(({ field, after }) => [field, after])),
          for: [difference],
        });
    }
  },
};
