import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  updateTranslation,
} from '../api/contract/operations/translations.ts';
import type { NounWords } from '../cli/noun.ts';
import { group, verb } from '../cli/verb.ts';
import { changed } from '../domain/changed.ts';
import { translationView } from '../views/translations.ts';
import { translationLanguages } from './translations/languages.ts';

export const noun: NounWords = {
  group: 'Publish',
  order: 60,
  summary: 'translation settings and languages',
  first: [
    ['docs-admin translations list', 'what is translated'],
    ['docs-admin translations languages list translation_docs', 'into which languages'],
  ],
};

export const translations = () => [
  listVerb(),
  create(),
  get(),
  update(),
  remove(),
  group('languages', 'languages to translate into, and how', translationLanguages()),
];

const listVerb = () =>
  verb('list', listTranslations, [
    'docs-admin translations list',
    'docs-admin translations list --fields id,title,languages --json',
  ]).lists(translationView);

const create = () =>
  verb('create', createTranslation, ['docs-admin translations create --title "Guides, translated"'])
    .option('--title <title>')
    .run(async ({ api, scope, bodyOf, out }, { input, title }) => {
      const body = await bodyOf(createTranslation, input, { title });
      const translation = await api.call(createTranslation, { params: { org: scope.org() }, body });
      await out.item(translation, translationView, changed('created', 'translation settings', translation));
    });

const get = () =>
  verb('get', getTranslation, ['docs-admin translations get translation_docs'])
    .argument('<id>', 'the translation settings')
    .shows(translationView);

const update = () =>
  verb('update', updateTranslation, [
    'docs-admin translations update translation_docs --title "Docs in three languages"',
  ])
    .argument('<id>', 'the translation settings')
    .option('--title <title>')
    .run(async ({ api, scope, bodyOf, out }, translation, { input, title }) => {
      const body = await bodyOf(updateTranslation, input, { title });
      const params = { org: scope.org(), translation };
      const updated = await api.call(updateTranslation, { params, body });
      await out.item(updated, translationView, changed('updated', 'translation settings', updated, body));
    });

const remove = () =>
  verb('delete', deleteTranslation, ['docs-admin translations delete translation_empty --yes'])
    .argument('<id>', 'the translation settings')
    .takesAway();
