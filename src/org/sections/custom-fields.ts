import {
  createCustomField,
  deleteCustomField,
  updateCustomField,
} from '../../api/contract/operations/custom-fields.ts';
import { type ItemOf, thingsOf } from '../../model/read/snapshot.ts';
import { type FixtureRow, json, unknownTime } from '../snapshot/rows.ts';
import type { DesiredState } from '../thing.ts';
import { byName } from './children.ts';
import { fromFile, toFile, valuesAfter } from './fields.ts';
import type { Section } from './section.ts';

const fields = { title: {}, type: {}, description: {}, placeholder: {}, options: {} };

/** The custom fields of the organization. */
export const customFields = {
  name: 'custom-fields',
  kinds: {
    'custom-field': {
      words: ['custom field', 'custom fields'],
      fields,
      parts: ['custom-field'],
      made: 'create',
      ended: 'delete',
      titled: ({ name }) => ({ id: name, title: name }),
      keyOf: (_, { field = '' }) => [field],
    },
  },
  wanted: ['custom-field'],
  present: ({ parts }) =>
    [...thingsOf(parts['custom-field'])].map(({ item }) => ({
      kind: 'custom-field',
      key: [item.name],
      id: item.name,
      fields: {
        title: item.title ?? '',
        type: item.type,
        description: item.description ?? '',
        placeholder: item.placeholder ?? '',
        ...(item.type?.startsWith('select') && { options: item.options ?? [] }),
      },
    })),
  exported: (things) => byName(things, (thing) => toFile(fields, thing.fields)),

  reads: () => ({ 'custom-field': {} }),
  declared: ({ organization }) => ({
    things: Object.entries(organization['custom-fields'] ?? {}).map(
      ([name, values]): DesiredState => ({
        kind: 'custom-field',
        key: [name],
        fields: fromFile(fields, values),
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
          body: valuesAfter(fields),
          for: [difference],
        });
    }
  },

  tables: ({ organization, parts }) => ({
    custom_fields: [...thingsOf(parts['custom-field'])].map(
      ({ item }, at): FixtureRow => ({
        id: fieldId(item, at),
        org: organization,
        name: item.name,
        type: item.type ?? 'text',
        title: item.title,
        description: item.description,
        placeholder: item.placeholder,
        options: item.options ? json(item.options) : undefined,
        created_at: item.createdAt ?? unknownTime,
        updated_at: item.updatedAt ?? item.createdAt ?? unknownTime,
      }),
    ),
  }),
} as const satisfies Section;

/** Returns the id of a custom field in a copy; `at` is its place in the list. The service may not tell it. */
export function fieldId({ id }: ItemOf<'custom-field'>, at: number): string {
  return id ?? `field_${at + 1}`;
}
