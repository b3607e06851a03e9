import { granting } from '../support/access.ts';
import {
  certificate,
  changeRequest,
  collection,
  comment,
  daysAgo,
  installation,
  integration,
  provider,
  revision,
  site,
  siteSpace,
  space,
  specification,
  type Tables,
  team,
  value,
} from '../support/audited.ts';

import { type Broken, brokenCustomizations, brokenFields } from './broken-settings.ts';

function change(table: string, test: (row: Record<string, unknown>) => boolean, facts: object) {
  return (tables: Tables) => {
    for (const row of tables[table] ?? []) if (test(row)) Object.assign(row, facts);
  };
}

function add(rows: Tables) {
  return (tables: Tables) => {
    for (const [table, more] of Object.entries(rows)) tables[table] = [...(tables[table] ?? []), ...more];
  };
}

function without(table: string, test: (row: Record<string, unknown>) => boolean) {
  return (tables: Tables) => {
    tables[table] = (tables[table] ?? []).filter((row) => !test(row));
  };
}

function all(...steps: ((tables: Tables) => void)[]) {
  return (tables: Tables) => {
    for (const step of steps) step(tables);
  };
}

const is = (name: string, expected: unknown) => (row: Record<string, unknown>) => row[name] === expected;
const inDocs = (name: string) => (row: Record<string, unknown>) =>
  row.team === 'team_docs' && row.user === `user_${name}`;
const always = () => true;
const schema =
  '{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{},"additionalProperties":false}';

const members = /\/members\?/;
const teamMembers = /\/teams\/team_docs\/members/;

/** Every rule, with an organization that breaks it. */
export const broken: readonly Broken[] = [
  {
    rule: 'DA101',
    breaks: change('team_members', is('team', 'team_docs'), { role: 'member' }),
    objects: ['team_docs'],
    chosen: { member: 'user_kim' },
    refused: teamMembers,
  },
  {
    rule: 'DA102',
    breaks: change('team_members', inDocs('kim'), { role: 'member' }),
    objects: ['team_docs'],
    chosen: { member: 'user_kim' },
    refused: teamMembers,
  },
  {
    rule: 'DA103',
    breaks: add({ teams: [team('empty', 'Empty')] }),
    objects: ['team_empty'],
    refused: teamMembers,
  },
  {
    rule: 'DA104',
    breaks: all(
      without('team_members', inDocs('ada')),
      change('members', is('user', 'user_kim'), { disabled: 1 }),
    ),
    objects: ['team_docs/user_kim'],
    chosen: { member: 'user_bob' },
    refused: teamMembers,
  },
  {
    rule: 'DA105',
    breaks: add({ teams: [team('docs2', 'Docs'), team('docs3', 'Docs')] }),
    objects: ['team_docs2', 'team_docs3'],
    chosen: { title: 'Other Docs' },
    refused: /\/teams\?/,
  },
  {
    rule: 'DA201',
    breaks: change('members', is('user', 'user_bob'), { disabled: 1 }),
    objects: ['org_acme'],
    chosen: { member: 'user_kim' },
    refused: members,
  },
  {
    rule: 'DA202',
    breaks: change('members', is('user', 'user_kim'), { role: 'admin' }),
    objects: ['org_acme'],
    flags: '--max-admins 2',
    chosen: { administrator: 'user_kim' },
    refused: members,
  },
  {
    rule: 'DA203',
    breaks: change('members', is('user', 'user_bob'), { sso: 0 }),
    objects: ['user_bob'],
    refused: /\/saml/,
  },
  {
    rule: 'DA204',
    breaks: change('members', is('user', 'user_gus'), { sso: 0 }),
    objects: ['user_gus'],
    refused: /\/saml/,
  },
  {
    rule: 'DA205',
    breaks: all(
      without('team_members', inDocs('ada')),
      change('members', is('user', 'user_kim'), { disabled: 1 }),
    ),
    objects: ['user_kim'],
    chosen: { member: 'user_bob' },
    refused: teamMembers,
  },
  {
    rule: 'DA206',
    breaks: change('members', is('user', 'user_gus'), { last_seen_at: daysAgo(90) }),
    objects: ['user_gus'],
    chosen: { successor: 'user_bob' },
    refused: members,
  },
  {
    rule: 'DA207',
    breaks: change('members', is('user', 'user_gus'), { last_seen_at: null }),
    objects: ['user_gus'],
    chosen: { successor: 'user_bob' },
    refused: members,
  },
  {
    rule: 'DA208',
    breaks: change('users', is('id', 'user_gus'), { email: 'gus@elsewhere.example' }),
    objects: ['user_gus'],
    flags: '--domains Acme.example',
    chosen: { successor: 'user_bob' },
    refused: members,
  },
  {
    rule: 'DA301',
    breaks: change('collection_teams', is('team', 'team_partners'), { role: 'edit' }),
    objects: ['user_gus'],
    refused: /\/permissions\/teams/,
  },
  {
    rule: 'DA302',
    breaks: change('collections', is('id', 'col_internal'), { default_level: 'edit' }),
    objects: ['col_internal'],
    refused: /\/collections/,
  },
  {
    rule: 'DA303',
    breaks: change('spaces', is('id', 'space_plans'), { default_level: 'create' }),
    objects: ['space_plans'],
    isFixable: false,
    refused: /\/spaces\?/,
  },
  {
    rule: 'DA304',
    breaks: change('collections', is('id', 'col_handbooks'), { default_level: 'edit' }),
    objects: ['sitesp_guide'],
    refused: /\/site-spaces/,
  },
  {
    rule: 'DA305',
    breaks: add({ site_spaces: [siteSpace('plans', { section: 'section_guides' })] }),
    objects: ['sitesp_plans'],
    flags: '--internal name:Internal',
    refused: /\/site-spaces/,
  },
  {
    rule: 'DA306',
    breaks: add({ collections: [collection('other', 'Internal', { position: 10_000 })] }),
    objects: ['col_other'],
    chosen: { title: 'Other' },
    refused: /\/collections/,
  },
  {
    rule: 'DA307',
    breaks: () => {},
    through: granting('user_gus', 'space_plans', 'admin'),
    objects: ['user_gus'],
    isFixable: false,
    refused: /\/members\/user_gus\/spaces/,
  },
  {
    rule: 'DA401',
    breaks: change('sites', always, { visibility: 'share-link' }),
    objects: ['site_docs'],
    refused: /\/sites\?/,
  },
  {
    rule: 'DA402',
    breaks: change('sites', always, { adaptive_content: 1 }),
    objects: ['site_docs'],
    chosen: { file: schema },
    refused: /\/adaptive-schema/,
  },
  {
    rule: 'DA403',
    breaks: add({ sites: [site('bare', 'Bare', { doc: '{"published":true}' })] }),
    objects: ['site_bare'],
    refused: /\/site-spaces/,
  },
  {
    rule: 'DA404',
    breaks: change('site_sections', always, { is_default: 0 }),
    objects: ['site_docs'],
    chosen: { section: 'section_news' },
    refused: /\/sections/,
  },
  {
    rule: 'DA405',
    breaks: add({ sites: [site('other', 'Acme Docs')] }),
    objects: ['site_other'],
    chosen: { title: 'Other Docs' },
    refused: /\/sites\?/,
  },
  {
    rule: 'DA406',
    breaks: all(
      add({
        site_adaptive_schemas: [
          { site: 'site_docs', json_schema: '{"properties":{"plan":{}}}', updated_at: daysAgo(1) },
        ],
      }),
      change('site_sections', is('id', 'section_news'), {
        condition: 'visitor.claims.plan == "visitor.claims.pro" && visitor.claims.tier.level == 2',
      }),
    ),
    objects: ['section_news'],
    chosen: { file: '{"properties":{"plan":{},"tier":{"type":"object"}}}' },
    refused: /\/adaptive-schema/,
  },
  ...brokenCustomizations,
  {
    rule: 'DA501',
    breaks: change('saml_providers', always, { certificate: certificate(-1) }),
    objects: ['saml_okta'],
    chosen: { file: certificate(100) },
    refused: /\/saml/,
  },
  {
    rule: 'DA502',
    breaks: change('saml_providers', always, { certificate: certificate(60) }),
    objects: ['saml_okta'],
    chosen: { file: certificate(61) },
    refused: /\/saml/,
  },
  {
    rule: 'DA503',
    breaks: change('saml_providers', always, { certificate: certificate(100, { hash: 'sha1' }) }),
    objects: ['saml_okta'],
    chosen: { file: certificate(100) },
    refused: /\/saml/,
  },
  {
    rule: 'DA504',
    breaks: change('saml_providers', always, { default_role: 'comment' }),
    objects: ['saml_okta'],
    refused: /\/saml/,
  },
  {
    rule: 'DA505',
    breaks: change('saml_providers', always, { default_team: null }),
    objects: ['saml_okta'],
    chosen: { team: 'team_partners' },
    refused: /\/saml/,
  },
  {
    rule: 'DA506',
    breaks: change('members', always, { sso: 0 }),
    objects: ['org_acme'],
    chosen: { administrator: 'user_bob' },
    refused: /\/saml/,
  },
  {
    rule: 'DA507',
    breaks: add({ saml_providers: [provider('half', { certificate: null, entity_id: null })] }),
    objects: ['saml_half'],
    chosen: { file: certificate(100), 'entity-id': 'acme' },
    refused: /\/saml/,
  },
  {
    rule: 'DA601',
    breaks: change('integrations', always, { verified: 0 }),
    objects: ['counter'],
    isFixable: false,
    refused: /\/installations/,
  },
  {
    rule: 'DA602',
    breaks: add({
      integrations: [integration('writer', ['space:content:read', 'space:content:write'])],
      installations: [installation('writer')],
    }),
    objects: ['writer'],
    isFixable: false,
    refused: /\/installations/,
  },
  {
    rule: 'DA603',
    breaks: change('installations', always, { space_selection: 'all' }),
    objects: ['inst_counter'],
    isFixable: false,
    refused: /\/integrations\?/,
  },
  {
    rule: 'DA701',
    breaks: change('openapi_specs', always, {
      processing_state: 'error',
      last_process_error_code: 'FETCH_TIMEOUT',
    }),
    objects: ['petstore'],
    refused: /\/openapi/,
  },
  {
    rule: 'DA702',
    breaks: all(
      change('openapi_specs', always, { last_processed_at: daysAgo(30) }),
      add({
        openapi_specs: [
          specification('text', { source_url: null, source_text: '{}', last_processed_at: daysAgo(40) }),
        ],
      }),
    ),
    objects: ['petstore', 'text'],
    chosen: { file: 'openapi: "3.1.0"\n' },
    refused: /\/openapi/,
  },
  {
    rule: 'DA703',
    breaks: change('git_syncs', always, { updated_at: daysAgo(30) }),
    objects: ['space_guide'],
    isFixable: false,
    refused: /\/spaces\?/,
  },
  {
    rule: 'DA704',
    breaks: change('git_syncs', always, { url: 'https://bot:hunter2@git.example/acme/docs' }),
    objects: ['space_guide'],
    isFixable: false,
    refused: /\/spaces\?/,
  },
  {
    rule: 'DA801',
    breaks: add({ change_requests: [changeRequest('old', { created_at: daysAgo(60) })] }),
    objects: ['cr_old'],
    refused: /\/change-requests/,
  },
  {
    rule: 'DA802',
    breaks: all(
      add({ revisions: [revision('guide', 'before')] }),
      change('change_requests', always, { revision: 'rev_before', revision_initial: 'rev_before' }),
    ),
    objects: ['cr_new'],
    refused: /\/change-requests/,
  },
  {
    rule: 'DA803',
    breaks: add({ comments: [comment('old', { posted_at: daysAgo(90) })] }),
    objects: ['comment_old'],
    refused: /\/comments/,
  },
  {
    rule: 'DA804',
    breaks: without('custom_field_values', is('space', 'space_plans')),
    objects: ['space_plans'],
    chosen: { value: 'gold' },
    refused: /\/custom-fields/,
  },
  {
    rule: 'DA805',
    breaks: all(
      without('custom_field_values', is('space', 'space_plans')),
      add({ custom_field_values: [value('plans', 'tier', 'bronze')] }),
    ),
    objects: ['tier'],
    refused: /\/custom-fields/,
  },
  {
    rule: 'DA806',
    breaks: change('spaces', is('id', 'space_plans'), { collection: null }),
    objects: ['space_plans'],
    isFixable: false,
    refused: /\/collections/,
  },
  {
    rule: 'DA807',
    breaks: add({
      spaces: [space('old', 'Old', 'col_internal', { updated_at: daysAgo(366) })],
      revisions: [revision('old')],
    }),
    objects: ['space_old'],
    isFixable: false,
    refused: /\/site-spaces/,
  },
  {
    rule: 'DA808',
    breaks: without('translation_languages', always),
    objects: ['translation_docs'],
    refused: /\/translations/,
  },
  ...brokenFields,
];
