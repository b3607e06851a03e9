import * as z from 'zod/mini';
import { check } from '../../api/contract/check.ts';
import * as ops from '../../api/contract/operations/translations.ts';
import { type Difference, listText } from '../difference.ts';
import type { LoadedFile } from '../organization.ts';
import type { DesiredState } from '../thing.ts';
import { byName, childrenOf, mapThings } from './children.ts';
import { inline } from './fields.ts';
import { declaredThing, isNamed, titledThing } from './named.ts';
import { addRequest } from './requests.ts';
import { json, unknownTime } from './rows.ts';
import { byNames, explained, fieldOf, JsonObject, knownValues, Previously, SideFile } from './schemas.ts';
import type { RequestWriter, Section } from './section.ts';

const Translation = z.strictObject({
  previously: z.optional(Previously),
  languages: z.optional(
    explained(
      'languages, by code; a complete list',
      z.partialRecord(
        z.enum(knownValues(ops.TranslationLanguage)),
        z.strictObject({
          instructions: explained(
            'instructions to the translator, as a document',
            z.union([SideFile, JsonObject]),
          ),
        }),
      ),
    ),
  ),
});
type Translation = z.output<typeof Translation>;
const schema = byNames('translation settings, by title', Translation);

declare module '../organization.ts' {
  interface Organization {
    translations?: z.output<typeof schema> | undefined;
  }
}

/** The translation settings with their languages. */
export const translations = {
  name: 'translations',
  schema,
  title: fieldOf(ops.createTranslation.body.def.shape.title),
  kinds: {
    translation: {
      words: ['translation setting', 'translation settings'],
      noun: 'translation',
      fields: { title: {} },
      parts: ['translation'],
      made: 'create',
      ended: 'delete',
      rename: 'title',
      titled: (item) => item,
      keyOf: (names, { translation = '' }) => [names.titled('translation', translation)],
      keepInCopy: ({ id, title, createdAt, updatedAt }) => ({ id, title, createdAt, updatedAt }),
    },
    'translation-language': {
      words: ['language', 'languages'],
      fields: { instructions: {} },
      parts: ['translation', 'translation-language'],
      above: ['translation'],
      made: 'update',
      ended: 'delete',
      isInner: true,
      isContent: true,
      list: 'languages',
      keyOf: (names, { translation = '', language = '' }) => [
        names.titled('translation', translation),
        language,
      ],
    },
  },
  wanted: ['translation', 'translation-language'],
  present({ parts }, names) {
    return [
      ...mapThings(parts.translation, ({ id, title }) => titledThing('translation', names, id, title)),
      ...mapThings(
        parts['translation-language'],
        (item, { parent, id }): DesiredState => ({
          kind: 'translation-language',
          key: [names.titled('translation', parent), id],
          id,
          fields: {
            instructions: inline(
              item.instructions ?? { object: 'document' },
              `the instruction for ${id} of translation settings ${parent}`,
            ),
          },
        }),
      ),
    ];
  },
  exported(given) {
    const things = [...given];
    const languages = childrenOf(things, 'translation-language');
    return byName(childrenOf(things, 'translation')([]), ({ key }) => ({
      languages: byName(languages(key), ({ fields }) => fields),
    }));
  },

  sides: ({ translations = {} }) =>
    Object.entries(translations).flatMap(([title, { languages = {} }]) =>
      Object.keys(languages).map((code) => ({
        path: ['translations', title, 'languages', code, 'instructions'],
        holds: 'document' as const,
      })),
    ),
  reads(file) {
    const listed = declaredIn(file).filter(([, { languages }]) => languages);
    return {
      translation: {},
      ...(listed.length > 0 && { 'translation-language': { of: isNamed(listed) } }),
    };
  },
  declared(file) {
    const declared = declaredIn(file);
    return {
      things: declared.flatMap(([key, { languages = {} }]): DesiredState[] => [
        declaredThing('translation', 'translations', key),
        ...Object.entries(languages).map(([code, settings]): DesiredState => {
          const path = ['translations', key, 'languages', code];
          const value = file.side([...path, 'instructions']) ?? settings?.instructions;
          return { kind: 'translation-language', key: [key, code], fields: { instructions: value }, path };
        }),
      ]),
      lists: new Set(
        declared
          .filter(([, { languages }]) => languages)
          .map(([key]) => listText('translation-language', [key])),
      ),
    };
  },
  check(differences, complain) {
    for (const { kind, declared } of differences) {
      if (kind !== 'translation-language' || !declared?.path) continue;
      for (const { path, message } of check(ops.setTranslationLanguage.body, declared.fields).problems)
        complain([...declared.path, ...path], message);
    }
  },
  requests(differences, writer) {
    for (const difference of differences)
      if (difference.kind === 'translation') changeSettings(difference, writer);
    for (const difference of differences)
      if (difference.kind === 'translation-language') changeLanguage(difference, writer);
  },

  tables: ({ organization, parts }) => ({
    translations: mapThings(parts.translation, ({ id, title, createdAt, updatedAt }) => ({
      id,
      org: organization,
      title: title ?? '',
      created_at: createdAt ?? unknownTime,
      updated_at: updatedAt ?? unknownTime,
    })),
    translation_languages: mapThings(parts['translation-language'], ({ instructions }, { parent, id }) => ({
      translation: parent,
      language: id,
      instructions: json(instructions ?? {}),
    })),
  }),
} as const satisfies Section;

function declaredIn({ organization }: LoadedFile): [string, Translation][] {
  return Object.entries(organization.translations ?? {});
}

function changeSettings(difference: Difference, writer: RequestWriter): void {
  const { id = '', declared } = difference;
  const { createTranslation: create, updateTranslation: update, deleteTranslation } = ops;
  const body = { title: declared?.keyed?.title };
  addRequest(writer, [difference], { create, update, delete: deleteTranslation }, { translation: id }, body);
}

function changeLanguage(difference: Difference, writer: RequestWriter): void {
  const [title = '', language = ''] = difference.key;
  const params = { translation: writer.idOf('translation', [title]), language };
  const operations = { update: ops.setTranslationLanguage, delete: ops.deleteTranslationLanguage };
  addRequest(writer, [difference], operations, params, difference.declared?.fields);
}
