import * as ops from '../../api/contract/operations/translations.ts';
import { lists, prints, takesAway } from '../../cli/operation-actions.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { verb } from '../../cli/verb.ts';
import { parsedMarkdown } from '../../domain/document.ts';
import { UsageError } from '../../errors.ts';
import { translationLanguageView } from '../../views/translations.ts';

export const translationLanguages = () => [
  verb('list', ops.listTranslationLanguages, [
    'docs-admin translations languages list translation_docs',
    'docs-admin translations languages list translation_docs -o id',
  ])
    .argument('<id>', 'the translation settings')
    .run(lists(translationLanguageView)),
  verb('get', ops.getTranslationLanguage, [
    'docs-admin translations languages get translation_docs fr --fields instructions -o yaml',
  ])
    .argument('<id>', 'the translation settings')
    .argument('<language>', 'code of the language, such as fr')
    .run(prints(translationLanguageView)),
  verb('set', ops.setTranslationLanguage, [
    'docs-admin translations languages set translation_docs de --instructions instructions.de.yaml',
    'docs-admin translations languages set translation_docs de --instructions instructions.de.md',
  ])
    .argument('<id>', 'the translation settings')
    .argument('<language>', 'code of the language, such as fr; it is added if it is missing')
    .option(
      '--instructions <file>',
      ': Markdown (.md), or a document as JSON or YAML; - for a document on standard input',
    )
    .run(async ({ api, scope, files, bodyOf, out }, translation, language, { input, instructions: file }) => {
      // The client checks the document against the contract, like every body.
      const instructions = file === undefined ? undefined : await readInstructions({ files }, file);
      const body = await bodyOf(ops.setTranslationLanguage, input, { instructions });
      const params = { org: scope.org(), translation, language };
      const changed = await api.call(ops.setTranslationLanguage, { params, body });
      await out.item(changed, translationLanguageView, `set language ${changed.language} of ${translation}`);
    }),
  verb('delete', ops.deleteTranslationLanguage, [
    'docs-admin translations languages delete translation_docs ja --yes',
  ])
    .argument('<id>', 'the translation settings')
    .argument('<language>', 'code of the language')
    .run(takesAway()),
];

/**
 * Reads instructions from a file: Markdown with paragraphs, headings and lists, or a document in the form of the
 * service.
 */
async function readInstructions(
  { files }: Pick<LineParts, 'files'>,
  file: string,
): Promise<ops.Instructions> {
  if (!/\.(?:md|markdown)$/i.test(file)) return fromDocument(files, file);
  const document = parsedMarkdown(await files.text(file));
  if (document.nodes.length === 0)
    throw new UsageError(`${file} is empty`, { hint: 'write the instructions into it' });
  return document;
}

async function fromDocument(files: LineParts['files'], file: string): Promise<ops.Instructions> {
  const document = await files.document(file, 'for Markdown, give a file whose name ends with .md');
  if ('object' in document) return document as ops.Instructions;
  throw new UsageError(`invalid --instructions ${file}: it is no document of the service; nothing was sent`, {
    hint: 'for Markdown, give a file whose name ends with .md; `docs-admin translations languages get --fields instructions` shows the form of a document',
  });
}
