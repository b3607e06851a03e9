import * as z from 'zod/mini';
import { described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import { answerId, Flags, openEnum, resource, Timestamp, text, Urls } from '../schemas.ts';

const TranslationTitle = described('title', text(1, 100));

/** A language code, as in `translations languages set <id> fr`. */
export const TranslationLanguage = openEnum(
  ['en'],
  [
    ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'es', 'et', 'fi', 'fr', 'he', 'hi', 'hr', 'hu', 'id', 'it', 'ja'],
    ...['ko', 'lt', 'lv', 'ms', 'nl', 'no', 'pl', 'pt', 'pt-br', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'th'],
    ...['tr', 'uk', 'vi', 'zh', 'zh-tw'],
  ],
);

/** Instructions for the translator, as a document. Its nodes are recursive and are not checked. */
const Instructions = described(
  'instructions to the translator',
  z.looseObject({
    object: z.literal('document'),
    data: z.optional(z.looseObject({ schemaVersion: z.optional(z.int()) })),
    nodes: z.optional(z.array(z.looseObject({}))),
  }),
);
export type Instructions = z.input<typeof Instructions>;

export const Translation = resource({ id: answerId<'translation'>() }, () => ({
  object: z.string(),
  title: z.string(),
  languages: z.array(z.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  permissions: Flags('edit'),
  urls: Urls('location'),
}));
export type Translation = z.output<typeof Translation>;

export const LanguageSettings = resource({ language: z.string() }, () => ({
  object: z.string(),
  instructions: z.looseObject({}),
  urls: Urls('location'),
}));
export type LanguageSettings = z.output<typeof LanguageSettings>;

export const listTranslations = listOperation({
  id: 'translations.list',
  path: '/v1/orgs/{org}/translations',
  summary: 'List the translation settings of an organization',
  item: Translation,
});

export const createTranslation = operation({
  id: 'translations.create',
  method: 'POST',
  path: '/v1/orgs/{org}/translations',
  summary: 'Create translation settings',
  body: fields(() => ({ title: TranslationTitle })),
  result: Translation,
});

export const getTranslation = operation({
  id: 'translations.get',
  method: 'GET',
  path: '/v1/orgs/{org}/translations/{translation}',
  summary: 'Show translation settings',
  result: Translation,
});

export const updateTranslation = operation({
  id: 'translations.update',
  method: 'PUT',
  path: '/v1/orgs/{org}/translations/{translation}',
  summary: 'Rename translation settings',
  body: fields(() => ({ title: TranslationTitle })),
  result: Translation,
});

export const deleteTranslation = operation({
  id: 'translations.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/translations/{translation}',
  summary: 'Delete translation settings with their languages',
  consequence: 'All their languages are deleted too',
});

export const listTranslationLanguages = listOperation({
  id: 'translations.languages.list',
  path: '/v1/orgs/{org}/translations/{translation}/languages',
  summary: 'List the languages of translation settings',
  item: LanguageSettings,
});

export const getTranslationLanguage = operation({
  id: 'translations.languages.get',
  method: 'GET',
  path: '/v1/orgs/{org}/translations/{translation}/languages/{language}',
  summary: 'Show the settings of a language',
  result: LanguageSettings,
});

export const setTranslationLanguage = operation({
  id: 'translations.languages.set',
  method: 'PUT',
  path: '/v1/orgs/{org}/translations/{translation}/languages/{language}',
  params: { language: TranslationLanguage },
  summary: 'Create or replace the settings of a language',
  body: fields(() => ({ instructions: Instructions })),
  result: LanguageSettings,
});

export const deleteTranslationLanguage = operation({
  id: 'translations.languages.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/translations/{translation}/languages/{language}',
  summary: 'Delete the settings of a language',
  consequence: 'Its instructions are deleted too. Both can be set again',
});
