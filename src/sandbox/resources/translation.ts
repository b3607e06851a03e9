import type { IdOf } from '../../api/contract/ids.ts';
import type { LanguageSettings, Translation } from '../../api/contract/operations/translations.ts';
import { notFound } from '../problem.ts';
import type { Store } from '../store/store.ts';
import { apiUrl } from './urls.ts';

export interface TranslationRow {
  id: IdOf<'translation'>;
  org: string;
  title: string;
  created_at: string;
  updated_at: string;
  languages: string;
}

/** Columns of translation settings named `t`. */
export const translationColumns = `t.id, t.org, t.title, t.created_at, t.updated_at,
  (SELECT json_group_array(l.language ORDER BY l.seq) FROM translation_languages l
   WHERE l.translation = t.id) AS languages`;

export function toTranslation(row: TranslationRow): Translation {
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
export function findTranslation(store: Store, org: string, id: string): Translation {
  const row = store.get<TranslationRow>(
    `SELECT ${translationColumns} FROM translations t WHERE t.org = ? AND t.id = ?`,
    org,
    id,
  );
  if (!row) throw notFound('translation settings', id);
  return toTranslation(row);
}

export interface LanguageRow {
  org: string;
  translation: string;
  language: string;
  instructions: string;
}

/** Columns of a language named `l`, with its translation settings as `t`. */
export const languageColumns = 't.org, l.translation, l.language, l.instructions';
export const languageJoin = 'JOIN translations t ON t.id = l.translation';

export function toLanguageSettings(row: LanguageRow): LanguageSettings {
  const { org, translation, language } = row;
  return {
    object: 'translation-language-settings',
    language,
    instructions: JSON.parse(row.instructions),
    urls: { location: apiUrl('orgs', org, 'translations', translation, 'languages', language) },
  };
}

/** Returns a language of existing translation settings. Throws 404. */
export function findLanguage(store: Store, translation: string, language: string): LanguageSettings {
  const row = store.get<LanguageRow>(
    `SELECT ${languageColumns} FROM translation_languages l ${languageJoin}
     WHERE l.translation = ? AND l.language = ?`,
    translation,
    language,
  );
  if (!row) throw notFound('language', language);
  return toLanguageSettings(row);
}
