import {
  deleteTranslationLanguage,
  getTranslationLanguage,
  type Instructions,
  listTranslationLanguages,
  setTranslationLanguage,
} from '../../api/contract/operations/translations.ts';
import { verb } from '../../cli/command.ts';
import type { App } from '../../cli/session/app.ts';
import { takeAway } from '../../cli/session/losses.ts';
import { documentOf } from '../../domain/document.ts';
import { UsageError } from '../../errors.ts';
import { translationLanguageView } from '../../views/translations.ts';

export const translationLanguages = (app: App) => [listVerb(app), get(app), set(app), remove(app)];

const listVerb = (app: App) =>
  verb('list', listTranslationLanguages, [
    'docs-admin translations languages list translation_docs',
    'docs-admin translations languages list translation_docs -o id',
  ])
    .argument('<id>', 'the translation settings')
    .action(async (translation, range) => {
      const input = { params: { org: app.scope.org(), translation } };
      await app.out.list(app.api.pages(listTranslationLanguages, input, range), translationLanguageView);
    });

const get = (app: App) =>
  verb('get', getTranslationLanguage, [
    'docs-admin translations languages get translation_docs fr --fields instructions -o yaml',
  ])
    .argument('<id>', 'the translation settings')
    .argument('<language>', 'code of the language, such as fr')
    .action(async (translation, language) => {
      const params = { org: app.scope.org(), translation, language };
      const found = await app.api.call(getTranslationLanguage, { params });
      await app.out.item(found, translationLanguageView);
    });

const set = (app: App) =>
  verb('set', setTranslationLanguage, [
    'docs-admin translations languages set translation_docs de --instructions instructions.de.yaml',
    'docs-admin translations languages set translation_docs de --instructions instructions.de.md',
  ])
    .argument('<id>', 'the translation settings')
    .argument('<language>', 'code of the language, such as fr; it is added if it is missing')
    .option(
      '--instructions <file>',
      'instructions to the translator: Markdown (.md), or a document as JSON or YAML; - for standard input',
    )
    .action(async (translation, language, { input, instructions: file }) => {
      // The client holds the document against the contract, as every body.
      const instructions = file === undefined ? undefined : await readInstructions(app, file);
      const body = await app.body(setTranslationLanguage, input, { instructions });
      const params = { org: app.scope.org(), translation, language };
      const changed = await app.api.call(setTranslationLanguage, { params, body });
      await app.out.item(
        changed,
        translationLanguageView,
        `set language ${changed.language} of ${translation}`,
      );
    });

/** Markdown has paragraphs, headings and lists; any other document is written as the service has it. */
async function readInstructions(app: App, file: string): Promise<Instructions> {
  if (!/\.(?:md|markdown)$/i.test(file)) return (await app.input.document(file)) as Instructions;
  const document = documentOf(await app.input.text(file));
  if (document.nodes.length === 0)
    throw new UsageError(`${file} is empty`, { hint: 'write the instructions into it' });
  return document as unknown as Instructions;
}

const remove = (app: App) =>
  verb('delete', deleteTranslationLanguage, [
    'docs-admin translations languages delete translation_docs ja --yes',
  ])
    .argument('<id>', 'the translation settings')
    .argument('<language>', 'code of the language')
    .action(async (translation, language) => {
      const params = { org: app.scope.org(), translation, language };
      await takeAway(app, deleteTranslationLanguage, { params });
    });
