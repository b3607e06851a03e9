import {
  createCustomField,
  listCustomFieldValues,
  setCustomFieldValues,
} from '../../api/contract/operations/custom-fields.ts';
import { setOpenApiSpec } from '../../api/contract/operations/openapi.ts';
import { createSamlProvider } from '../../api/contract/operations/saml.ts';
import {
  createTranslation,
  listTranslationLanguages,
  setTranslationLanguage,
} from '../../api/contract/operations/translations.ts';
import { isObject } from '../../text/fields.ts';
import * as fields from '../custom-fields.ts';
import { at } from '../fields.ts';
import * as specs from '../openapi.ts';
import * as providers from '../saml.ts';
import * as translations from '../translations.ts';
import { space } from './content.ts';
import { type Fields, type PieceKind, pick, present, some, thing } from './facts.ts';

const customField = thing(fields.customField, {
  keepsId: true,
  clears: { title: '', description: '', placeholder: '' },
  whole: async (_, __, item) => ({ ...customField.fields?.(item) }),
  remake({ org = '', field = '' }, whole, plan) {
    plan({
      action: 'create',
      operation: createCustomField,
      params: { org },
      body: { name: field, ...present(whole) },
    });
    return ['its values in all spaces'];
  },
});

/** The values of a space, by the name of the field. */
const fieldValues: PieceKind = {
  kind: 'field-values',
  collects: { kind: 'space-field', key: 'field', field: 'value' },
  word: 'custom field values of space',
  of: space,
  async read(reader, ids, wanted) {
    const items = await reader.list(listCustomFieldValues, some(ids, 'space'));
    if (items === null) return null;
    const values = new Map(items.map((item) => [at(item, 'customField', 'name'), at(item, 'value')]));
    return Object.fromEntries(wanted.map((name) => [name, values.get(name) ?? null]));
  },
  set: (ids, wanted) => [
    {
      action: 'update',
      operation: setCustomFieldValues,
      params: some(ids, 'space'),
      body: {
        values: Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, { value }])),
      },
      sets: wanted,
    },
  ],
};

const saml = thing(providers.saml, {
  clears: { entityID: '', certificate: '', defaultRole: null },
  whole: async (_, __, item) => ({ ...saml.fields?.(item) }),
  remake({ org = '' }, whole, plan) {
    plan({ action: 'create', operation: createSamlProvider, params: { org }, body: present(whole) });
    return ['its addresses for the identity provider: they have the new id'];
  },
});

const openapi = thing(specs.openapi, {
  keepsId: true,
  fields(item) {
    const url = at(item, 'sourceURL');
    return { source: typeof url === 'string' ? { url } : { text: null } };
  },
  unwritable: (_, source) =>
    isObject(source) && 'text' in source ? 'the service does not give back the earlier text' : undefined,
  whole: async (_, __, item) => ({ ...openapi.fields?.(item) }),
  remake({ org = '', spec = '' }, { source }, plan) {
    if (source === undefined) return [];
    if (isObject(source) && 'text' in source)
      return ['the specification: the service does not give back its text'];
    plan({ action: 'create', operation: setOpenApiSpec, params: { org, spec }, body: { source } });
    return [];
  },
});

const translation = thing(translations.translation, {
  fields: (item) => pick(item, 'title', 'languages'),
  async whole(reader, ids, item) {
    const languages = (await reader.list(listTranslationLanguages, some(ids, 'org', 'translation'))) ?? [];
    return {
      ...pick(item, 'title'),
      languages: Object.fromEntries(
        languages.map((one) => [String(at(one, 'language')), at(one, 'instructions') ?? null]),
      ),
    };
  },
  remake({ org = '' }, { title, languages }, plan) {
    const made = plan({ action: 'create', operation: createTranslation, params: { org }, body: { title } });
    for (const [name, instructions] of Object.entries((languages ?? {}) as Fields))
      plan({
        action: 'create',
        operation: setTranslationLanguage,
        params: { org, translation: made, language: name },
        body: { instructions },
      });
    return [];
  },
});

const language = thing(translations.translationLanguage, {
  keepsId: true,
  whole: async (_, __, item) => ({ ...language.fields?.(item) }),
  remake(ids, { instructions }, plan) {
    if (instructions !== undefined)
      plan({ action: 'create', operation: setTranslationLanguage, params: ids, body: { instructions } });
    return [];
  },
});

export const kinds: readonly PieceKind[] = [customField, fieldValues, saml, openapi, translation, language];
