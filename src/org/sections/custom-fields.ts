import * as z from 'zod/mini';
import * as ops from '../../api/contract/operations/custom-fields.ts';
import type { ItemOf } from '../../model/read/snapshot.ts';
import { quoted } from '../../text/words.ts';
import type { DesiredState } from '../thing.ts';
import { byName, mapThings } from './children.ts';
import { fromFile, toFile, valuesAfter } from './fields.ts';
import { addRequest } from './requests.ts';
import { json, unknownTime } from './rows.ts';
import { byNames, explained, fieldOf, knownValues } from './schemas.ts';
import type { Section } from './section.ts';

const input = ops.createCustomField.body.def.shape;
const CustomField = z.strictObject({
  title: z.optional(explained('title of the field', fieldOf(input.title))),
  type: explained('type of its values; it cannot change', z.enum(knownValues(input.type))),
  description: z.optional(explained('description', fieldOf(input.description))),
  placeholder: z.optional(explained('text of an empty field', fieldOf(input.placeholder))),
  options: z.optional(explained('values to choose from', fieldOf(input.options))),
});
const schema = byNames('custom fields, by name', CustomField);

declare module '../organization.ts' {
  interface Organization {
    'custom-fields'?: z.output<typeof schema> | undefined;
  }
}

const fields = { title: {}, type: {}, description: {}, placeholder: {}, options: {} };

export const customFields = {
  name: 'custom-fields',
  schema,
  title: fieldOf(input.name),
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
    mapThings(parts['custom-field'], (item) => ({
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

  rules({ organization }, complain) {
    for (const [name, { type, options }] of Object.entries(organization['custom-fields'] ?? {})) {
      const isSelect = type.startsWith('select');
      if (isSelect && !options) complain(['custom-fields', name], `needs "options": its type is ${type}`);
      if (!isSelect && options)
        complain(['custom-fields', name, 'options'], `is for select fields: the type is ${type}`);
      const twice = options?.find((option, at) => options.indexOf(option) < at);
      if (twice !== undefined)
        complain(
          ['custom-fields', name, 'options', options?.lastIndexOf(twice) ?? 0],
          `${quoted(twice)} is there twice`,
        );
    }
  },
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
  }),
  check(differences, complain) {
    for (const { declared, fields } of differences) {
      const type = fields.find(({ field, before }) => field === 'type' && before !== null);
      if (type && declared?.path)
        complain([...declared.path, 'type'], `is ${String(type.before)} in the service, and cannot change`);
    }
  },
  requests(differences, writer) {
    for (const difference of differences) {
      const { action, key, declared, fields } = difference;
      const [name = ''] = key;
      const body = action === 'create' ? { name, ...declared?.fields } : valuesAfter(fields);
      addRequest(writer, [difference], operations, { field: name }, body);
    }
  },

  tables: ({ organization, parts }) => ({
    custom_fields: mapThings(parts['custom-field'], (item, { position }) => ({
      id: fieldId(item, position),
      org: organization,
      name: item.name,
      type: item.type ?? 'text',
      title: item.title,
      description: item.description,
      placeholder: item.placeholder,
      options: item.options ? json(item.options) : undefined,
      created_at: item.createdAt ?? unknownTime,
      updated_at: item.updatedAt ?? item.createdAt ?? unknownTime,
    })),
  }),
} as const satisfies Section;

const operations = {
  create: ops.createCustomField,
  update: ops.updateCustomField,
  delete: ops.deleteCustomField,
};

/** Returns the id of a custom field in a copy; `at` is its place in the list. The service may not tell it. */
export function fieldId({ id }: ItemOf<'custom-field'>, at: number): string {
  return id ?? `field_${at + 1}`;
}
