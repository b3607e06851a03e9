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
} from '../../api/contract/operations/translations.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { notFound } from '../problem.ts';
import { findOrganization } from '../resources/organization.ts';
import {
  findLanguage,
  findTranslation,
  type LanguageRow,
  languageColumns,
  languageJoin,
  type TranslationRow,
  toLanguageSettings,
  toTranslation,
  translationColumns,
} from '../resources/translation.ts';
import type { SqlList } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(listTranslations, (call) => {
    const { params, store } = call;
    findOrganization(store, params.org);
    const listing: SqlList = {
      select: translationColumns,
      from: 'translations t',
      where: [['t.org = ?', params.org]],
      order: ['t.seq'],
    };
    return pageOf(call, listing, (rows: TranslationRow[]) => rows.map(toTranslation));
  }),

  route(createTranslation, ({ params, body, store, now }) => {
    const { id: org } = findOrganization(store, params.org);
    const id = store.nextId('translation');
    store.insert('translations', { id, org, title: body.title, created_at: now, updated_at: now });
    return new Created(findTranslation(store, org, id));
  }),

  route(getTranslation, ({ params, store }) => findTranslation(store, params.org, params.translation)),

  route(updateTranslation, ({ params, body, store, now }) => {
    const { id } = findTranslation(store, params.org, params.translation);
    store.update('translations', { id }, { title: body.title, updated_at: now });
    return findTranslation(store, params.org, id);
  }),

  route(deleteTranslation, ({ params, store }) => {
    const { id } = findTranslation(store, params.org, params.translation);
    store.run('DELETE FROM translations WHERE id = ?', id);
    return undefined;
  }),

  route(listTranslationLanguages, (call) => {
    const { params, store } = call;
    const { id } = findTranslation(store, params.org, params.translation);
    const listing: SqlList = {
      select: languageColumns,
      from: 'translation_languages l',
      join: languageJoin,
      where: [['l.translation = ?', id]],
      order: ['l.seq'],
    };
    return pageOf(call, listing, (rows: LanguageRow[]) => rows.map(toLanguageSettings));
  }),

  route(getTranslationLanguage, ({ params, store }) => {
    const { id } = findTranslation(store, params.org, params.translation);
    return findLanguage(store, id, params.language);
  }),

  route(setTranslationLanguage, ({ params, body, store, now }) => {
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

  route(deleteTranslationLanguage, ({ params, store, now }) => {
    const { id } = findTranslation(store, params.org, params.translation);
    const deleted = store.run(
      'DELETE FROM translation_languages WHERE translation = ? AND language = ?',
      id,
      params.language,
    );
    if (deleted === 0) throw notFound('language', params.language);
    touch(store, id, now);
    return undefined;
  }),
];

/** Updates the time of the settings: a change of a language also changes them. */
function touch(store: Store, translation: string, now: string): void {
  store.update('translations', { id: translation }, { updated_at: now });
}
