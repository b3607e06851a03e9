import type { IdOf } from '../../api/contract/ids.ts';
import type { CustomField } from '../../api/contract/operations/custom-fields.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { apiUrl } from './urls.ts';

export interface CustomFieldRow {
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

export const customFieldSource: TableSource<CustomFieldRow> = {
  called: 'custom field',
  select: `f.id, f.org, f.name, f.type, f.title, f.description, f.placeholder, f.options,
    f.created_at, f.updated_at`,
  from: 'custom_fields AS f',
  order: ['f.seq'],
};

export function toCustomField(row: CustomFieldRow): CustomField {
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
export function findCustomField(store: Store, org: string, name: string): CustomFieldRow {
  return findRow(store, customFieldSource, { 'f.org': org, 'f.name': name });
}
