import * as z from 'zod/mini';
import { check } from '../../api/contract/check.ts';
import type { IdOf } from '../../api/contract/ids.ts';
import * as ops from '../../api/contract/operations/custom-fields.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { type Complaint, conflict, invalid, invalidField } from '../problem.ts';
import { findOrganization } from '../resources/organization.ts';
import { findSpace } from '../resources/space.ts';
import { apiUrl } from '../resources/urls.ts';
import { allRows, findRow, removeRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listCustomFields, (call) => {
    const { params, store } = call;
    findOrganization(store, params.org);
    return pageOf(call, customFieldSource, (rows) => rows.map(toCustomField), [['f.org = ?', params.org]]);
  }),

  route(ops.createCustomField, ({ params, body, store, now }) => {
    const { id: org } = findOrganization(store, params.org);
    const { options, ...field } = body;
    if (field.type.startsWith('select:') && !options) {
      throw invalidField('options', `is required for type "${field.type}"`);
    }
    if (store.get('SELECT id FROM custom_fields WHERE org = ? AND name = ?', org, field.name)) {
      throw conflict(`name "${field.name}" is taken`);
    }
    store.insert('custom_fields', {
      id: store.nextId('field'),
      org,
      ...field,
      options: options && JSON.stringify(options),
      created_at: now,
      updated_at: now,
    });
    return new Created(toCustomField(findCustomField(store, org, field.name)));
  }),

  route(ops.getCustomField, ({ params, store }) =>
    toCustomField(findCustomField(store, params.org, params.field)),
  ),

  route(ops.updateCustomField, ({ params, body, store, now }) => {
    const { id } = findCustomField(store, params.org, params.field);
    const { options, ...settings } = body;
    // Values of spaces stay as they are: options apply to later values only.
    store.update(
      'custom_fields',
      { id },
      { ...settings, options: options && JSON.stringify(options), updated_at: now },
    );
    return toCustomField(findCustomField(store, params.org, params.field));
  }),

  route(ops.deleteCustomField, ({ params, store }) =>
    removeRow(store, customFieldSource, { 'f.org': params.org, 'f.name': params.field }),
  ),

  route(ops.listCustomFieldValues, ({ params, store }) => {
    const { id, organization } = findSpace(store, params.space);
    const rows = store.all<CustomFieldRow & { value: string | null }>(
      `SELECT ${customFieldSource.select}, v.value FROM custom_fields f
       LEFT JOIN custom_field_values v ON v.field = f.id AND v.space = ? WHERE f.org = ? ORDER BY f.seq`,
      id,
      organization as string,
    );
    return rows.map((row) => ({
      customField: toCustomField(row),
      ...(row.value !== null && { value: JSON.parse(row.value) as unknown }),
    }));
  }),

  route(ops.setCustomFieldValues, ({ params, body, store }) => {
    const { id: space, organization } = findSpace(store, params.space);
    const known = allRows(store, customFieldSource, { 'f.org': organization as string });
    const fields = new Map<string, CustomFieldRow>(known.map((row) => [row.name, row]));
    const entries = Object.entries(body.values).map(([name, { value }]) => ({ name, value }));
    const problems = entries.flatMap(({ name, value }) => entryProblems(fields.get(name), name, value));
    if (problems.length > 0) throw invalid(problems);
    for (const { name, value } of entries) storeValue(store, space, fields.get(name)?.id as string, value);
    return undefined;
  }),
];

function entryProblems(field: CustomFieldRow | undefined, name: string, value: unknown): Complaint[] {
  if (!field) return [{ path: ['values', name], message: 'is no custom field of the organization' }];
  if (value === null) return [];
  return check(valueSchema(toCustomField(field)), value).problems.map(({ path, message }) => ({
    path: ['values', name, 'value', ...path],
    message,
  }));
}

/** Stores the value of a field for a space; null removes it. */
function storeValue(store: Store, space: string, field: string, value: unknown): void {
  store.run('DELETE FROM custom_field_values WHERE space = ? AND field = ?', space, field);
  if (value === null) return;
  store.insert('custom_field_values', { space, field, value: JSON.stringify(value) });
}

/** Returns the schema for the field's type; for a field with options, the texts must be among them. */
function valueSchema({ type, options }: ops.CustomField): z.ZodMiniType {
  const text = options ? z.enum(options) : z.string();
  switch (type) {
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'tags':
    case 'select:multi':
      return z.array(text);
    default:
      return text;
  }
}

interface CustomFieldRow {
  id: string;
  org: string;
  name: IdOf<'field'>;
  type: string;
  title: string | null;
  description: string | null;
  placeholder: string | null;
  options: string | null;
  created_at: string;
  updated_at: string;
}

const customFieldSource: TableSource<CustomFieldRow> = {
  called: 'custom field',
  select: `f.id, f.org, f.name, f.type, f.title, f.description, f.placeholder, f.options,
    f.created_at, f.updated_at`,
  from: 'custom_fields AS f',
  order: ['f.seq'],
};

function toCustomField(row: CustomFieldRow): ops.CustomField {
  return {
    id: row.id,
    name: row.name,
    ...(row.title !== null && { title: row.title }),
    ...(row.description !== null && { description: row.description }),
    type: row.type,
    ...(row.placeholder !== null && { placeholder: row.placeholder }),
    ...(row.options !== null && { options: JSON.parse(row.options) as string[] }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: { location: apiUrl('orgs', row.org, 'custom-fields', row.name) },
  };
}

/** Returns a custom field of the organization, by name. Throws 404. */
function findCustomField(store: Store, org: string, name: string): CustomFieldRow {
  return findRow(store, customFieldSource, { 'f.org': org, 'f.name': name });
}
