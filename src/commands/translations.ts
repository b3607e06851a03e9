import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  updateTranslation,
} from '../api/contract/operations/translations.ts';
import type { NounWords } from '../cli/noun.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
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

export const translations = (parts: LineParts) => [
  listVerb(parts),
  create(parts),
  get(parts),
  update(parts),
  remove(parts),
  group('languages', 'languages to translate into, and how', translationLanguages(parts)),
];

const listVerb = ({ api, scope, out }: LineParts) =>
  verb('list', listTranslations, [
    'docs-admin translations list',
    'docs-admin translations list --fields id,title,languages --json',
  ]).action(async (range) => {
    await out.list(api.pages(listTranslations, { params: { org: scope.org() } }, range), translationView);
  });

const create = ({ api, scope, bodyOf, out }: LineParts) =>
  verb('create', createTranslation, ['docs-admin translations create --title "Guides, translated"'])
    .option('--title <title>')
    .action(async ({ input, title }) => {
      const body = await bodyOf(createTranslation, input, { title });
      const translation = await api.call(createTranslation, { params: { org: scope.org() }, body });
      await out.item(translation, translationView, changed('created', 'translation settings', translation));
    });

const get = ({ api, scope, out }: LineParts) =>
  verb('get', getTranslation, ['docs-admin translations get translation_docs'])
    .argument('<id>', 'the translation settings')
    .action(async (translation) => {
      const found = await api.call(getTranslation, { params: { org: scope.org(), translation } });
      await out.item(found, translationView);
    });

const update = ({ api, scope, bodyOf, out }: LineParts) =>
  verb('update', updateTranslation, [
    'docs-admin translations update translation_docs --title "Docs in three languages"',
  ])
    .argument('<id>', 'the translation settings')
    .option('--title <title>')
    .action(async (translation, { input, title }) => {
      const body = await bodyOf(updateTranslation, input, { title });
      const params = { org: scope.org(), translation };
      const updated = await api.call(updateTranslation, { params, body });
      await out.item(updated, translationView, changed('updated', 'translation settings', updated, body));
    });

const remove = ({ scope, takeAway }: LineParts) =>
  verb('delete', deleteTranslation, ['docs-admin translations delete translation_empty --yes'])
    .argument('<id>', 'the translation settings')
    .action(async (translation) => {
      const params = { org: scope.org(), translation };
      await takeAway(deleteTranslation, { params });
    });
