import * as z from 'zod/mini';
import { copied, described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import { answerId, openEnum, resource, Timestamp, text, Urls, Variant } from '../schemas.ts';

export const CustomFieldType = openEnum(
  [],
  ['text', 'number', 'boolean', 'tags', 'select:single', 'select:multi'],
);
export const CustomFieldName = text(1, 50).check(
  z.regex(/^[a-z_\-0-9]+$/, 'must be lower-case letters, digits, "_" and "-"'),
);

const options = z.array(z.string()).check(z.minLength(1), z.maxLength(50));
const option = 'value to choose from';

const settings = z.strictObject({
  title: described('title shown to people', z.optional(z.string().check(z.maxLength(100)))),
  description: described('what it is for', z.optional(z.string().check(z.maxLength(200)))),
  placeholder: described('shown where it has no value', z.optional(z.string().check(z.maxLength(100)))),
  options: described(`${option}; replaces all there are`, z.optional(options)),
});

/** Operations address it by its `name`. */
export const CustomField = resource({ id: z.string(), name: answerId<'field'>() }, () => ({
  title: z.string(),
  description: z.string(),
  type: z.string(),
  placeholder: z.string(),
  options: z.array(z.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  urls: Urls('location'),
}));
export type CustomField = z.output<typeof CustomField>;

export const CustomFieldValue = resource({ customField: CustomField }, () => ({ value: Variant }));
export type CustomFieldValue = z.output<typeof CustomFieldValue>;

export const listCustomFields = listOperation({
  id: 'custom-fields.list',
  path: '/v1/orgs/{org}/custom-fields',
  summary: 'List the custom fields of an organization',
  item: CustomField,
});

export const createCustomField = operation({
  id: 'custom-fields.create',
  method: 'POST',
  path: '/v1/orgs/{org}/custom-fields',
  summary: 'Create a custom field',
  body: z.extend(settings, {
    name: described('name of the field: lower-case letters, digits, "_" and "-"', copied(CustomFieldName)),
    type: described('what it holds', copied(CustomFieldType)),
    options: described(option, z.optional(options)),
  }),
  result: CustomField,
});

export const getCustomField = operation({
  id: 'custom-fields.get',
  method: 'GET',
  path: '/v1/orgs/{org}/custom-fields/{field}',
  summary: 'Show a custom field',
  result: CustomField,
});

export const updateCustomField = operation({
  id: 'custom-fields.update',
  method: 'PATCH',
  path: '/v1/orgs/{org}/custom-fields/{field}',
  summary: 'Change a custom field',
  body: settings,
  result: CustomField,
});

export const deleteCustomField = operation({
  id: 'custom-fields.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/custom-fields/{field}',
  summary: 'Delete a custom field with its values',
  consequence: 'Its values in all spaces are deleted too',
});

export const listCustomFieldValues = operation({
  id: 'custom-fields.values.list',
  method: 'GET',
  path: '/v1/spaces/{space}/custom-fields',
  summary: 'List the custom field values of a space',
  result: z.array(CustomFieldValue),
});

export const setCustomFieldValues = operation({
  id: 'custom-fields.values.set',
  method: 'PATCH',
  path: '/v1/spaces/{space}/custom-fields',
  summary: 'Set custom field values of a space',
  body: fields(() => ({
    values: described(
      'values, by the name of their custom field',
      z.record(CustomFieldName, z.strictObject({ value: Variant })),
    ),
  })),
});
