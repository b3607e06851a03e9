import { check } from '../../../api/contract/check.ts';
import {
  createTranslation,
  deleteTranslation,
  deleteTranslationLanguage,
  setTranslationLanguage,
  updateTranslation,
} from '../../../api/contract/operations/translations.ts';
import { keyName } from '../../file/names.ts';
import type { Organization } from '../../file/schema.ts';
import type { LoadedFile } from '../../file/side-files.ts';
import type { Thing } from '../../thing.ts';
import { type Difference, listText } from '../compare.ts';
import type { RequestWriter } from '../writer.ts';
import { isNamed } from './named.ts';
import type { PlannedSection } from './section.ts';

/** The translation settings with their languages. */
export const translations: PlannedSection = {
  name: 'translations',
  kinds: {
    translation: ['translation'],
    'translation-language': ['translation', 'translation-language'],
  },
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
      things: declared.flatMap(([key, { languages = {} }]): Thing[] => [
        {
          kind: 'translation',
          key: [key],
          fields: {},
          keyed: { title: keyName(key).title },
          path: ['translations', key],
        },
        ...Object.entries(languages).map(([code, settings]): Thing => {
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
      for (const { path, message } of check(setTranslationLanguage.body, declared.fields).problems)
        complain([...declared.path, ...path], message);
    }
  },
  requests(differences, writer) {
    for (const difference of differences)
      if (difference.kind === 'translation') changeSettings(difference, writer);
    for (const difference of differences)
      if (difference.kind === 'translation-language') changeLanguage(difference, writer);
  },
};

type Translation = NonNullable<Organization['translations']>[string];

function declaredIn({ organization }: LoadedFile): [string, Translation][] {
  return Object.entries(organization.translations ?? {});
}

function changeSettings(difference: Difference, { add }: RequestWriter): void {
  const { action, id = '', declared } = difference;
  const params = { translation: id };
  const body = { title: declared?.keyed?.title };
  if (action === 'create')
    add({ operation: createTranslation, params: {}, body, for: [difference], makes: true });
  else if (action === 'rename') add({ operation: updateTranslation, params, body, for: [difference] });
  else add({ operation: deleteTranslation, params, for: [difference] });
}

function changeLanguage(difference: Difference, { add, idOf }: RequestWriter): void {
  const { action, key, declared } = difference;
  const [title = '', language = ''] = key;
  const params = { translation: idOf('translation', [title]), language };
  if (action === 'delete') add({ operation: deleteTranslationLanguage, params, for: [difference] });
  else add({ operation: setTranslationLanguage, params, body: declared?.fields, for: [difference] });
}
