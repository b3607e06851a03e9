import {
  createTranslation,
  deleteTranslation,
  deleteTranslationLanguage,
  getTranslation,
  getTranslationLanguage,
  listTranslationLanguages,
  listTranslations,
  setTranslationLanguage,
  updateTranslation,
} from '../api/contract/operations/translations.ts';
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
    list: listTranslations,
    get: getTranslation,
    create: createTranslation,
    update: updateTranslation,
    delete: deleteTranslation,
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
    list: listTranslationLanguages,
    get: getTranslationLanguage,
    set: setTranslationLanguage,
    delete: deleteTranslationLanguage,
  },
  endings: { delete: { act: 'delete', from: ' of translation settings {translation}' } },
});
