import {
  createCustomField,
  deleteCustomField,
  getCustomField,
  listCustomFields,
  updateCustomField,
} from '../api/contract/operations/custom-fields.ts';
import { list } from '../cli/flags/flag.ts';
import type { NounWords } from '../cli/noun.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { group, verb } from '../cli/verb.ts';
import { changed } from '../domain/changed.ts';
import { customFieldView } from '../views/custom-fields.ts';
import { customFieldValues } from './custom-fields/values.ts';

export const noun: NounWords = {
  group: 'Content and review',
  order: 160,
  summary: 'custom fields and their values in spaces',
  first: [
    ['docs-admin custom-fields list', 'the fields'],
    ['docs-admin custom-fields values list --all-spaces', 'what spaces hold'],
  ],
};

export const customFields = (parts: LineParts) => [
  listVerb(parts),
  create(parts),
  get(parts),
  update(parts),
  remove(parts),
  group('values', 'what the fields hold in a space', customFieldValues(parts)),
];

const listVerb = ({ api, scope, out }: LineParts) =>
  verb('list', listCustomFields, [
    'docs-admin custom-fields list',
    'docs-admin custom-fields list --fields name,type,options --json',
  ]).action(async (range) => {
    await out.list(api.pages(listCustomFields, { params: { org: scope.org() } }, range), customFieldView);
  });

const create = ({ api, scope, bodyOf, out }: LineParts) =>
  verb('create', createCustomField, [
    'docs-admin custom-fields create audience --type text --title "Audience"',
    'docs-admin custom-fields create status --type select:single --option draft,final --json',
  ])
    .argument('<name>')
    .option('--type <type>')
    .option('--title <title>')
    .option('--description <text>')
    .option('--placeholder <text>')
    .addOption(list('--option <value>').with({ field: 'options' }))
    .action(async (name, { input, type, title, description, placeholder, option }) => {
      const settings = { title, description, placeholder, options: option };
      const body = await bodyOf(createCustomField, input, { name, type, ...settings });
      const field = await api.call(createCustomField, { params: { org: scope.org() }, body });
      await out.item(field, customFieldView, changed('created', 'custom field', field));
    });

const get = ({ api, scope, out }: LineParts) =>
  verb('get', getCustomField, ['docs-admin custom-fields get tier'])
    .argument('<name>', 'the field')
    .action(async (field) => {
      const found = await api.call(getCustomField, { params: { org: scope.org(), field } });
      await out.item(found, customFieldView);
    });

const update = ({ api, scope, bodyOf, out }: LineParts) =>
  verb('update', updateCustomField, [
    'docs-admin custom-fields update owner_team --title "Owning team"',
    'docs-admin custom-fields update tier --option gold,silver,bronze,tin',
  ])
    .argument('<name>', 'the field')
    .option('--title <title>')
    .option('--description <text>')
    .option('--placeholder <text>')
    .addOption(list('--option <value>').with({ field: 'options' }))
    .action(async (field, { input, title, description, placeholder, option }) => {
      const settings = { title, description, placeholder, options: option };
      const body = await bodyOf(updateCustomField, input, settings);
      const updated = await api.call(updateCustomField, {
        params: { org: scope.org(), field },
        body,
      });
      await out.item(updated, customFieldView, changed('updated', 'custom field', updated, body));
    });

const remove = ({ scope, takeAway }: LineParts) =>
  verb('delete', deleteCustomField, ['docs-admin custom-fields delete labels --yes'])
    .argument('<name>', 'the field')
    .action(async (field) => {
      const params = { org: scope.org(), field };
      await takeAway(deleteCustomField, { params });
    });
