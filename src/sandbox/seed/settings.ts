import { sandboxOrg } from '../identity.ts';
import type { Store, StoredRow } from '../store/store.ts';
import { day } from './time.ts';

const org = sandboxOrg;

/** Adds custom fields with values, SAML providers, OpenAPI specifications, translations and Git synchronisation. */
export function seedSettings(store: Store): void {
  seedCustomFields(store);
  seedSaml(store);
  seedOpenApi(store);
  seedTranslations(store);
  seedGit(store);
}

function seedCustomFields(store: Store): void {
  const fields: readonly StoredRow[] = [
    { name: 'owner_team', type: 'text', title: 'Owner', placeholder: 'team that answers questions' },
    { name: 'review_days', type: 'number', title: 'Review every … days' },
    { name: 'public', type: 'boolean', title: 'May be published' },
    { name: 'labels', type: 'tags', title: 'Labels', description: 'Anything, separated by commas' },
    { name: 'tier', type: 'select:single', title: 'Tier', options: '["gold","silver","bronze"]' },
    { name: 'audiences', type: 'select:multi', title: '対象', options: '["customers","partners","staff"]' },
  ];
  for (const [at, field] of fields.entries()) {
    const created_at = day(15 + at);
    store.insert('custom_fields', {
      id: `field_${field.name}`,
      org,
      created_at,
      updated_at: created_at,
      ...field,
    });
  }
  const set = (space: string, field: string, value: unknown) =>
    store.insert('custom_field_values', { space, field: `field_${field}`, value: JSON.stringify(value) });
  set('space_handbook', 'owner_team', 'Docs');
  set('space_handbook', 'review_days', 90);
  set('space_handbook', 'public', false);
  set('space_guides', 'labels', ['start', 'how-to, long']);
  set('space_guides', 'tier', 'gold');
  set('space_guides', 'audiences', ['customers', 'partners']);
}

/** The certificate of CN=acme.okta.example, valid until 2045; its key does not exist any more. */
const oktaCertificate = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBSjCB8aADAgECAgEBMAoGCCqGSM49BAMCMBwxGjAYBgNVBAMMEWFjbWUub2t0',
  'YS5leGFtcGxlMCIYDzIwMjUwMTAxMDAwMDAwWhgPMjA0NTAxMDMwMDAwMDBaMBwx',
  'GjAYBgNVBAMMEWFjbWUub2t0YS5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0D',
  'AQcDQgAES0M2BNxrfrUsSN2CRemdqPjypc9PbdvrM0N8mq3uj591PF/1WxjGJoIW',
  'asWZNh9nHbBSVnqxo1SVIHI+sMYkH6MgMB4wHAYDVR0RBBUwE4IRYWNtZS5va3Rh',
  'LmV4YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIgRNfMwXw6ARO9ZHsEXRzR5erClgjn',
  'hr5LMe1bl1Vc0nECIQCriiuS/TPmbzNeFL82MaNspRy90Cp/gLDywCj4hDOnQQ==',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

function seedSaml(store: Store): void {
  store.insert('saml_providers', {
    id: 'saml_okta',
    org,
    label: 'Okta',
    sso_url: 'https://acme.okta.example/sso/saml',
    entity_id: 'https://acme.okta.example/entity',
    certificate: oktaCertificate,
    default_team: 'team_docs',
    default_role: 'read',
    created_at: day(25),
  });
  store.insert('saml_providers', { id: 'saml_entra', org, label: 'Entra “guests”', created_at: day(26) });
}

function seedOpenApi(store: Store): void {
  const times = { created_at: day(27), updated_at: day(28) };
  store.insert('openapi_specs', {
    id: 'openapi_petstore',
    org,
    slug: 'petstore',
    source_text: JSON.stringify({ openapi: '3.1.0', info: { title: 'Petstore', version: '1' }, paths: {} }),
    processing_state: 'complete',
    last_version: 'openapi_petstore_v1',
    last_processed_at: day(28),
    ...times,
  });
  store.insert('openapi_specs', {
    id: 'openapi_payments',
    org,
    slug: 'payments',
    source_url: 'https://api.acme.example/payments/openapi.json',
    processing_state: 'pending',
    ...times,
  });
  store.insert('openapi_specs', {
    id: 'openapi_broken',
    org,
    slug: 'broken',
    source_url: 'https://slow.acme.example/openapi.yaml',
    processing_state: 'error',
    last_processed_at: day(28),
    last_process_error_code: 'FETCH_TIMEOUT',
    ...times,
  });
}

function seedTranslations(store: Store): void {
  const add = (id: string, title: string, at: number) =>
    store.insert('translations', { id, org, title, created_at: day(at), updated_at: day(at + 1) });
  add('translation_docs', 'Docs, in other languages', 32);
  add('translation_empty', 'Someday', 34);
  const instructions = (text: string) =>
    JSON.stringify({
      object: 'document',
      data: { schemaVersion: 8 },
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
        },
      ],
    });
  const language = (code: string, text: string) =>
    store.insert('translation_languages', {
      translation: 'translation_docs',
      language: code,
      instructions: instructions(text),
    });
  language('en', 'Keep sentences short.');
  language('fr', 'Vouvoyer le lecteur.');
  language('ja', 'です・ます調で書く。');
}

function seedGit(store: Store): void {
  store.insert('git_syncs', {
    space: 'space_guides',
    repo_name: 'acme/guides',
    installation_provider: 'github',
    integration: 'github-files',
    url: 'https://github.example/acme/guides',
    updated_at: day(90),
  });
  store.insert('git_syncs', {
    space: 'space_rest',
    repo_name: 'acme/rest-api',
    installation_provider: 'gitlab',
    integration: 'gitlab-files',
    url: 'https://gitlab.example/acme/rest-api',
    updated_at: day(91),
  });
}
