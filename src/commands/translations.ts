import {
  createTranslation,
  deleteTranslation,
  getTranslation,
  listTranslations,
  updateTranslation,
} from '../api/contract/operations/translations.ts';
import { group, verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { takeAway } from '../cli/session/losses.ts';
import { changed } from '../domain/changed.ts';
import { translationView } from '../views/translations.ts';
import { translationLanguages } from './translations/languages.ts';

export const translations = (app: App) => [
  listVerb(app),
  create(app),
  get(app),
  update(app),
  remove(app),
  group('languages', 'languages to translate into, and how', translationLanguages(app)),
];

const listVerb = (app: App) =>
  verb('list', listTranslations, [
    'docs-admin translations list',
    'docs-admin translations list --fields id,title,languages --json',
  ]).action(async (range) => {
    await app.out.list(
      app.api.pages(listTranslations, { params: { org: app.scope.org() } }, range),
      translationView,
    );
  });

const create = (app: App) =>
  verb('create', createTranslation, ['docs-admin translations create --title "Guides, translated"'])
    .option('--title <title>', 'title, 1 to 100 characters')
    .action(async ({ input, title }) => {
      const body = await app.body(createTranslation, input, { title });
      const translation = await app.api.call(createTranslation, { params: { org: app.scope.org() }, body });
      await app.out.item(
        translation,
        translationView,
        changed('created', 'translation settings', translation),
      );
    });

const get = (app: App) =>
  verb('get', getTranslation, ['docs-admin translations get translation_docs'])
    .argument('<id>', 'the translation settings')
    .action(async (translation) => {
      const found = await app.api.call(getTranslation, { params: { org: app.scope.org(), translation } });
      await app.out.item(found, translationView);
    });

const update = (app: App) =>
  verb('update', updateTranslation, [
    'docs-admin translations update translation_docs --title "Docs in three languages"',
  ])
    .argument('<id>', 'the translation settings')
    .option('--title <title>', 'title, 1 to 100 characters')
    .action(async (translation, { input, title }) => {
      const body = await app.body(updateTranslation, input, { title });
      const params = { org: app.scope.org(), translation };
      const updated = await app.api.call(updateTranslation, { params, body });
      await app.out.item(updated, translationView, changed('updated', 'translation settings', updated, body));
    });

const remove = (app: App) =>
  verb('delete', deleteTranslation, ['docs-admin translations delete translation_empty --yes'])
    .argument('<id>', 'the translation settings')
    .action(async (translation) => {
      const params = { org: app.scope.org(), translation };
      await takeAway(app, deleteTranslation, { params });
    });
