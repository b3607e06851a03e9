import * as ops from '../api/contract/operations/translations.ts';
import { resource } from './resource.ts';

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
  operations: {
    list: ops.listTranslations,
    get: ops.getTranslation,
    create: ops.createTranslation,
    update: ops.updateTranslation,
    delete: ops.deleteTranslation,
  },
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
  operations: {
    list: ops.listTranslationLanguages,
    get: ops.getTranslationLanguage,
    set: ops.setTranslationLanguage,
    delete: ops.deleteTranslationLanguage,
  },
  endings: { delete: { act: 'delete', from: ' of translation settings {translation}' } },
});
