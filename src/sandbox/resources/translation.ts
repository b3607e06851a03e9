import type { IdOf } from '../../api/contract/ids.ts';
import type { LanguageSettings, Translation } from '../../api/contract/operations/translations.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
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

export const translationSource: TableSource<TranslationRow> = {
  called: 'translation settings',
  select: `t.id, t.org, t.title, t.created_at, t.updated_at,
    (SELECT json_group_array(l.language ORDER BY l.seq) FROM translation_languages l
     WHERE l.translation = t.id) AS languages`,
  from: 'translations AS t',
  order: ['t.seq'],
};

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
  return toTranslation(findRow(store, translationSource, { 't.org': org, 't.id': id }));
}

export interface LanguageRow {
  org: string;
  translation: string;
  language: string;
  instructions: string;
}

export const languageSource: TableSource<LanguageRow> = {
  called: 'language',
  select: 't.org, l.translation, l.language, l.instructions',
  from: 'translation_languages AS l',
  join: 'JOIN translations t ON t.id = l.translation',
  order: ['l.seq'],
};

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
  return toLanguageSettings(
    findRow(store, languageSource, { 'l.translation': translation, 'l.language': language }),
  );
}
