import * as ops from '../api/contract/operations/translations.ts';
import { byRole, resource } from './resource.ts';

export const translation = resource({
  kind: 'translation',
  noun: 'translations',
  one: 'translation settings',
  several: 'translation settings',
  asked: 'translation',
  key: 'translation',
  parents: ['org'],
  id: 'id',
  title: 'title',
  naturalKey: ['title'],
  addresses: ['/translations/{id}'],
  operations: byRole(ops, 'translations', 'list', 'get', 'create', 'update', 'delete'),
  endings: { delete: { act: 'delete' } },
});

export const translationLanguage = resource({
  kind: 'translation-language',
  noun: 'translations languages',
  one: 'language',
  several: 'languages',
  key: 'language',
  parents: ['org', 'translation'],
  id: 'language',
  naturalKey: ['language'],
  operations: byRole(ops, 'translations.languages', 'list', 'get', 'set', 'delete'),
  endings: { delete: { act: 'delete', from: ' of translation settings {translation}' } },
});
