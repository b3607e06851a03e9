import type { IdOf } from '../../api/contract/ids.ts';
import * as ops from '../../api/contract/operations/translations.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { findOrganization } from '../resources/organization.ts';
import { apiUrl } from '../resources/urls.ts';
import { findRow, removeRow, type TableSource } from '../store/sql-list.ts';
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

interface TranslationRow {
  id: IdOf<'translation'>;
  org: string;
  title: string;
  created_at: string;
  updated_at: string;
  languages: string;
}

const translationSource: TableSource<TranslationRow> = {
  called: 'translation settings',
  select: `t.id, t.org, t.title, t.created_at, t.updated_at,
    (SELECT json_group_array(l.language ORDER BY l.seq) FROM translation_languages l
     WHERE l.translation = t.id) AS languages`,
  from: 'translations AS t',
  order: ['t.seq'],
};

function toTranslation(row: TranslationRow): ops.Translation {
  return {
    object: 'translation-settings',
    id: row.id,
    title: row.title,
    languages: JSON.parse(row.languages),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    permissions: { edit: true },
    urls: { location: apiUrl('orgs', row.org, 'translations', row.id) },
  };
}

/** Returns translation settings of the organization. Throws 404. */
function findTranslation(store: Store, org: string, id: string): ops.Translation {
  return toTranslation(findRow(store, translationSource, { 't.org': org, 't.id': id }));
}

interface LanguageRow {
  org: string;
  translation: string;
  language: string;
  instructions: string;
}

const languageSource: TableSource<LanguageRow> = {
  called: 'language',
  select: 't.org, l.translation, l.language, l.instructions',
  from: 'translation_languages AS l',
  join: 'JOIN translations t ON t.id = l.translation',
  order: ['l.seq'],
};

function toLanguageSettings(row: LanguageRow): ops.LanguageSettings {
  const { org, translation, language } = row;
  return {
    object: 'translation-language-settings',
    language,
    instructions: JSON.parse(row.instructions),
    urls: { location: apiUrl('orgs', org, 'translations', translation, 'languages', language) },
  };
}

/** Returns a language of existing translation settings. Throws 404. */
function findLanguage(store: Store, translation: string, language: string): ops.LanguageSettings {
  return toLanguageSettings(
    findRow(store, languageSource, { 'l.translation': translation, 'l.language': language }),
  );
}
