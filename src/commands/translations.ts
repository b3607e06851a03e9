import * as ops from '../api/contract/operations/translations.ts';
import { lists, prints, sends, takesAway } from '../cli/operation-actions.ts';
import { group, verb } from '../cli/verb.ts';
import { translationView } from '../views/translations.ts';
import { translationLanguages } from './translations/languages.ts';

export const translations = () => [
  verb('list', ops.listTranslations, [
    'docs-admin translations list',
    'docs-admin translations list --fields id,title,languages --json',
  ]).run(lists(translationView)),
  verb('create', ops.createTranslation, ['docs-admin translations create --title "Guides, translated"'])
    .option('--title <title>')
    .run(sends('created', 'translation settings', translationView)),
  verb('get', ops.getTranslation, ['docs-admin translations get translation_docs'])
    .argument('<id>', 'the translation settings')
    .run(prints(translationView)),
  verb('update', ops.updateTranslation, [
    'docs-admin translations update translation_docs --title "Docs in three languages"',
  ])
    .argument('<id>', 'the translation settings')
    .option('--title <title>')
    .run(sends('updated', 'translation settings', translationView)),
  verb('delete', ops.deleteTranslation, ['docs-admin translations delete translation_empty --yes'])
    .argument('<id>', 'the translation settings')
    .run(takesAway()),
  group('languages', 'languages to translate into, and how', translationLanguages()),
];
