import * as ops from '../api/contract/operations/custom-fields.ts';
import { byRole, resource } from './resource.ts';

export const customField = resource({
  kind: 'custom-field',
  noun: 'custom-fields',
  one: 'custom field',
  several: 'custom fields',
  key: 'field',
  parents: ['org'],
  id: 'name',
  title: 'title',
  naturalKey: ['name'],
  addresses: ['/custom-fields/{id}'],
  operations: byRole(ops, 'custom-fields', 'list', 'get', 'create', 'update', 'delete'),
  endings: { delete: { act: 'delete' } },
});

/** The value of a custom field for a space; null removes it. */
export const spaceField = resource({
  kind: 'space-field',
  noun: 'custom-fields values',
  one: 'custom field value',
  several: 'custom field values',
  key: 'field',
  idOf: 'custom-field',
  parents: ['space'],
  id: 'customField.name',
  title: 'customField.title',
  naturalKey: ['customField.name'],
  operations: { list: ops.listCustomFieldValues, setSeveral: ops.setCustomFieldValues },
  fields: { values: { from: 'value' } },
  needs: ['custom-field'],
});
