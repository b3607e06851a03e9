import {
  CustomFieldType,
  createCustomField,
  deleteCustomField,
  getCustomField,
  listCustomFields,
  updateCustomField,
} from '../api/contract/operations/custom-fields.ts';
import { choice, forField, group, list, verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { takeAway } from '../cli/session/losses.ts';
import { changed } from '../domain/changed.ts';
import { customFieldView } from '../views/custom-fields.ts';
import { customFieldValues } from './custom-fields/values.ts';

export const customFields = (app: App) => [
  listVerb(app),
  create(app),
  get(app),
  update(app),
  remove(app),
  group('values', 'what the fields hold in a space', customFieldValues(app)),
];

const listVerb = (app: App) =>
  verb('list', listCustomFields, [
    'docs-admin custom-fields list',
    'docs-admin custom-fields list --fields name,type,options --json',
  ]).action(async (range) => {
    await app.out.list(
      app.api.pages(listCustomFields, { params: { org: app.scope.org() } }, range),
      customFieldView,
    );
  });

const create = (app: App) =>
  verb('create', createCustomField, [
    'docs-admin custom-fields create audience --type text --title "Audience"',
    'docs-admin custom-fields create status --type select:single --option draft,final --json',
  ])
    .argument('<name>', 'name of the field: lower-case letters, digits, "_" and "-", 1 to 50 characters')
    .addOption(choice('--type <type>', 'what it holds', CustomFieldType))
    .option('--title <title>', 'title shown to people, at most 100 characters')
    .option('--description <text>', 'what it is for, at most 200 characters')
    .option('--placeholder <text>', 'shown where it has no value, at most 100 characters')
    .addOption(forField('options', list('--option <value>', 'value to choose from, at most 50')))
    .action(async (name, { input, type, title, description, placeholder, option }) => {
      const settings = { title, description, placeholder, options: option };
      const body = await app.body(createCustomField, input, { name, type, ...settings });
      const field = await app.api.call(createCustomField, { params: { org: app.scope.org() }, body });
      await app.out.item(field, customFieldView, changed('created', 'custom field', field));
    });

const get = (app: App) =>
  verb('get', getCustomField, ['docs-admin custom-fields get tier'])
    .argument('<name>', 'the field')
    .action(async (field) => {
      const found = await app.api.call(getCustomField, { params: { org: app.scope.org(), field } });
      await app.out.item(found, customFieldView);
    });

const update = (app: App) =>
  verb('update', updateCustomField, [
    'docs-admin custom-fields update owner_team --title "Owning team"',
    'docs-admin custom-fields update tier --option gold,silver,bronze,tin',
  ])
    .argument('<name>', 'the field')
    .option('--title <title>', 'title shown to people, at most 100 characters')
    .option('--description <text>', 'what it is for, at most 200 characters')
    .option('--placeholder <text>', 'shown where it has no value, at most 100 characters')
    .addOption(
      forField(
        'options',
        list('--option <value>', 'value to choose from, at most 50; replaces all there are'),
      ),
    )
    .action(async (field, { input, title, description, placeholder, option }) => {
      const settings = { title, description, placeholder, options: option };
      const body = await app.body(updateCustomField, input, settings);
      const updated = await app.api.call(updateCustomField, {
        params: { org: app.scope.org(), field },
        body,
      });
      await app.out.item(updated, customFieldView, changed('updated', 'custom field', updated, body));
    });

const remove = (app: App) =>
  verb('delete', deleteCustomField, ['docs-admin custom-fields delete labels --yes'])
    .argument('<name>', 'the field')
    .action(async (field) => {
      const params = { org: app.scope.org(), field };
      await takeAway(app, deleteCustomField, { params });
    });
