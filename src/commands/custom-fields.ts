import * as ops from '../api/contract/operations/custom-fields.ts';
import { list } from '../cli/flags/flag.ts';
import { lists, prints, sends, takesAway } from '../cli/operation-actions.ts';
import { group, verb } from '../cli/verb.ts';
import { changed } from '../domain/changed.ts';
import { customFieldView } from '../views/custom-fields.ts';
import { customFieldValues } from './custom-fields/values.ts';

export const customFields = () => [
  verb('list', ops.listCustomFields, [
    'docs-admin custom-fields list',
    'docs-admin custom-fields list --fields name,type,options --json',
  ]).run(lists(customFieldView)),
  verb('create', ops.createCustomField, [
    'docs-admin custom-fields create audience --type text --title "Audience"',
    'docs-admin custom-fields create status --type select:single --option draft,final --json',
  ])
    .argument('<name>')
    .option('--type <type>')
    .option('--title <title>')
    .option('--description <text>')
    .option('--placeholder <text>')
    .addOption(list('--option <value>').with({ field: 'options' }))
    .run(
      async ({ api, scope, bodyOf, out }, name, { input, type, title, description, placeholder, option }) => {
        const settings = { title, description, placeholder, options: option };
        const body = await bodyOf(ops.createCustomField, input, { name, type, ...settings });
        const field = await api.call(ops.createCustomField, { params: { org: scope.org() }, body });
        await out.item(field, customFieldView, changed('created', 'custom field', field));
      },
    ),
  verb('get', ops.getCustomField, ['docs-admin custom-fields get tier'])
    .argument('<name>', 'the field')
    .run(prints(customFieldView)),
  verb('update', ops.updateCustomField, [
    'docs-admin custom-fields update owner_team --title "Owning team"',
    'docs-admin custom-fields update tier --option gold,silver,bronze,tin',
  ])
    .argument('<name>', 'the field')
    .option('--title <title>')
    .option('--description <text>')
    .option('--placeholder <text>')
    .addOption(list('--option <value>').with({ field: 'options' }))
    .run(sends('updated', 'custom field', customFieldView)),
  verb('delete', ops.deleteCustomField, ['docs-admin custom-fields delete labels --yes'])
    .argument('<name>', 'the field')
    .run(takesAway()),
  group('values', 'what the fields hold in a space', customFieldValues()),
];
