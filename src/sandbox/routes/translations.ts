import * as ops from '../../api/contract/operations/translations.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { findOrganization } from '../resources/organization.ts';
import {
  findLanguage,
  findTranslation,
  languageSource,
  toLanguageSettings,
  toTranslation,
  translationSource,
} from '../resources/translation.ts';
import { removeRow } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listTranslations, (call) => {
    const { params, store } = call;
    findOrganization(store, params.org);
    return pageOf(call, translationSource, (rows) => rows.map(toTranslation), [['t.org = ?', params.org]]);
  }),

  route(ops.createTranslation, ({ params, body, store, now }) => {
    const { id: org } = findOrganization(store, params.org);
    const id = store.nextId('translation');
    store.insert('translations', { id, org, title: body.title, created_at: now, updated_at: now });
    return new Created(findTranslation(store, org, id));
  }),

  route(ops.getTranslation, ({ params, store }) => findTranslation(store, params.org, params.translation)),

  route(ops.updateTranslation, ({ params, body, store, now }) => {
    const { id } = findTranslation(store, params.org, params.translation);
    store.update('translations', { id }, { title: body.title, updated_at: now });
    return findTranslation(store, params.org, id);
  }),

  route(ops.deleteTranslation, ({ params, store }) =>
    removeRow(store, translationSource, { 't.org': params.org, 't.id': params.translation }),
  ),

  route(ops.listTranslationLanguages, (call) => {
    const { params, store } = call;
    const { id } = findTranslation(store, params.org, params.translation);
    return pageOf(call, languageSource, (rows) => rows.map(toLanguageSettings), [['l.translation = ?', id]]);
  }),

  route(ops.getTranslationLanguage, ({ params, store }) => {
    const { id } = findTranslation(store, params.org, params.translation);
    return findLanguage(store, id, params.language);
  }),

  route(ops.setTranslationLanguage, ({ params, body, store, now }) => {
    const { id, languages } = findTranslation(store, params.org, params.translation);
    store.run(
      `INSERT INTO translation_languages (translation, language, instructions) VALUES (?, ?, ?)
       ON CONFLICT (translation, language) DO UPDATE SET instructions = excluded.instructions`,
      id,
      params.language,
      JSON.stringify(body.instructions),
    );
    touch(store, id, now);
    const language = findLanguage(store, id, params.language);
    return languages?.includes(params.language) ? language : new Created(language);
  }),

  route(ops.deleteTranslationLanguage, ({ params, store, now }) => {
    const { id } = findTranslation(store, params.org, params.translation);
    removeRow(store, languageSource, { 'l.translation': id, 'l.language': params.language });
    touch(store, id, now);
    return undefined;
  }),
];

/** Updates the time of the settings: a change of a language also changes them. */
function touch(store: Store, translation: string, now: string): void {
  store.update('translations', { id: translation }, { updated_at: now });
}
