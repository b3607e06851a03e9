import type { Transport } from '../../src/ports.ts';
import { selfSigned } from './certificate.ts';
import { type CliInFolder, sandboxCli } from './cli.ts';
import { addTables, emptyStore } from './demo-store.ts';
import { testNow } from './test-system.ts';

type Row = Record<string, unknown>;
export type Tables = Record<string, Row[]>;

const org = 'org_acme';

/** Returns the time `days` before the tests. */
export function daysAgo(days: number): string {
  return new Date(testNow - days * 86_400_000).toISOString();
}

/** Returns a certificate that ends `days` days after the time of the tests. */
export function certificate(days: number, options: { curve?: string; hash?: string } = {}): string {
  return selfSigned('sso.acme.example', { from: testNow, days, ...options }).cert;
}

const good = certificate(400);

/** Returns an organization that passes every rule, as the tables of a fixture. */
export function goodTables(): Tables {
  const now = daysAgo(1);
  return {
    meta: [
      { name: 'org', value: org },
      { name: 'caller', value: 'user_ada' },
    ],
    organizations: [{ id: org, title: 'Acme', hostname: 'acme', created_at: now, doc: '{}' }],
    users: ['ada', 'bob', 'kim', 'gus'].map(user),
    members: [
      member('ada', { role: 'admin' }),
      member('bob', { role: 'admin' }),
      member('kim', { role: 'create' }),
      member('gus', { role: null }),
    ],
    teams: [team('docs', 'Docs'), team('partners', 'Partners')],
    team_members: [
      membership('docs', 'ada', 'owner'),
      membership('docs', 'kim', 'owner'),
      membership('partners', 'ada', 'owner'),
      membership('partners', 'bob', 'owner'),
      membership('partners', 'gus', 'member'),
    ],
    collections: [collection('handbooks', 'Handbooks'), collection('internal', 'Internal')],
    collection_teams: [
      { collection: 'col_handbooks', team: 'team_docs', role: 'edit' },
      { collection: 'col_handbooks', team: 'team_partners', role: 'read' },
    ],
    spaces: [space('guide', 'Guide', 'col_handbooks'), space('plans', 'Plans', 'col_internal')],
    revisions: ['guide', 'plans'].map((id) => revision(id)),
    sites: [site('docs', 'Acme Docs')],
    site_sections: [section('guides', 'Guides', 1), section('news', 'News', 0)],
    site_spaces: [siteSpace('guide', { section: 'section_guides', is_default: 1 })],
    change_requests: [changeRequest('new')],
    comments: [comment('new')],
    custom_fields: [
      field('tier', 'select:single', '["gold","silver"]'),
      { ...field('review', 'text', ''), options: null },
      { ...field('owner', 'text', ''), options: null },
    ],
    custom_field_values: ['guide', 'plans'].flatMap((id) => [
      value(id, 'tier', 'gold'),
      value(id, 'review', '2099-01-31'),
      value(id, 'owner', 'Docs'),
    ]),
    integrations: [integration('counter')],
    installations: [installation('counter')],
    saml_providers: [provider('okta')],
    openapi_specs: [specification('petstore')],
    translations: [{ id: 'translation_docs', org, title: 'Docs', created_at: now, updated_at: now }],
    translation_languages: [
      { translation: 'translation_docs', language: 'fr', instructions: '{"object":"document","nodes":[]}' },
    ],
    git_syncs: [gitSync('guide')],
  };
}

export function user(name: string): Row {
  const email = `${name}@acme.example`;
  return { id: `user_${name}`, display_name: name, email, search: `${name}\n${email}` };
}

export function member(name: string, facts: Row = {}): Row {
  const own = { org, user: `user_${name}`, role: 'read', disabled: 0, sso: 1 };
  return { ...own, joined_at: daysAgo(200), last_seen_at: daysAgo(2), ...facts };
}

export function team(id: string, title: string): Row {
  return { id: `team_${id}`, org, title, search: title.toLowerCase(), created_at: daysAgo(100) };
}

export function membership(of: string, name: string, role: string): Row {
  return { team: `team_${of}`, org, user: `user_${name}`, role };
}

let position = 0;

export function collection(id: string, title: string, facts: Row = {}): Row {
  position += 1;
  return {
    id: `col_${id}`,
    org,
    position,
    title,
    default_level: 'comment',
    created_at: daysAgo(90),
    ...facts,
  };
}

export function space(id: string, title: string, parent: string | null, facts: Row = {}): Row {
  position += 1;
  const own = { id: `space_${id}`, org, collection: parent, position, title, visibility: 'private' };
  const times = { created_at: daysAgo(500), updated_at: daysAgo(3) };
  return { ...own, edit_mode: 'live', revision: `rev_${id}`, ...times, ...facts };
}

export function revision(id: string, name = id): Row {
  return {
    id: `rev_${name}`,
    space: `space_${id}`,
    type: 'initial',
    parents: '[]',
    created_at: daysAgo(500),
  };
}

export function site(id: string, title: string, facts: Row = {}): Row {
  const own = { id: `site_${id}`, org, type: 'basic', title, search: title.toLowerCase(), basename: id };
  return { ...own, visibility: 'public', share_key: `key-${id}`, created_at: daysAgo(80), ...facts };
}

export function section(id: string, title: string, isDefault: 0 | 1): Row {
  position += 1;
  return { id: `section_${id}`, site: 'site_docs', position, title, path: id, is_default: isDefault };
}

export function siteSpace(id: string, facts: Row = {}): Row {
  position += 1;
  return { id: `sitesp_${id}`, site: 'site_docs', space: `space_${id}`, position, path: id, ...facts };
}

export function changeRequest(id: string, facts: Row = {}): Row {
  const times = { created_at: daysAgo(5), updated_at: daysAgo(4) };
  const revisions = { revision: 'rev_guide', revision_initial: 'rev_guide' };
  const own = {
    id: `cr_${id}`,
    space: 'space_guide',
    number: ++position,
    status: 'open',
    subject: `About ${id}`,
  };
  return { ...own, created_by: 'user_kim', ...times, ...revisions, ...facts };
}

export function comment(id: string, facts: Row = {}): Row {
  const own = { id: `comment_${id}`, space: 'space_guide', revision: 'rev_guide', posted_by: 'user_kim' };
  return { ...own, posted_at: daysAgo(5), markdown: 'Is it so?', ...facts };
}

export function field(name: string, type: string, options: string): Row {
  const times = { created_at: daysAgo(60), updated_at: daysAgo(60) };
  return { id: `field_${name}`, org, name, type, title: name, options, ...times };
}

export function value(of: string, name: string, given: unknown): Row {
  return { space: `space_${of}`, field: `field_${name}`, value: JSON.stringify(given) };
}

export function integration(name: string, scopes = ['space:views:read'], facts: Row = {}): Row {
  const own = { name, org, version: 1, title: name, search: name, verified: 1, visibility: 'public' };
  const doc = JSON.stringify({ description: 'Counts', scopes, categories: [] });
  return { ...own, target: 'all', script: '//', doc, ...facts };
}

export function installation(name: string, facts: Row = {}): Row {
  const own = { id: `inst_${name}`, integration: name, org, status: 'active', space_selection: 'selected' };
  const rest = {
    site_selection: 'selected',
    external_ids: '[]',
    configuration: '{}',
    created_at: daysAgo(9),
  };
  return { ...own, ...rest, ...facts };
}

export function provider(id: string, facts: Row = {}): Row {
  const own = { id: `saml_${id}`, org, label: id, sso_url: 'https://sso.acme.example/', entity_id: 'acme' };
  const rest = {
    certificate: good,
    default_team: 'team_docs',
    default_role: 'read',
    created_at: daysAgo(50),
  };
  return { ...own, ...rest, ...facts };
}

export function specification(slug: string, facts: Row = {}): Row {
  const own = { id: `openapi_${slug}`, org, slug, source_url: `https://acme.example/${slug}.yaml` };
  const times = { created_at: daysAgo(300), updated_at: daysAgo(300), last_processed_at: daysAgo(2) };
  return { ...own, processing_state: 'complete', ...times, ...facts };
}

export function gitSync(of: string, facts: Row = {}): Row {
  const own = { space: `space_${of}`, repo_name: 'acme/docs', url: 'https://git.example/acme/docs' };
  return { ...own, updated_at: daysAgo(2), ...facts };
}

/** Returns the good organization with teams that no one is in. */
export function withEmptyTeams(...ids: string[]): Tables {
  const tables = goodTables();
  tables.teams?.push(...ids.map((id) => team(id, `Team ${id}`)));
  return tables;
}

export function fixtureOf(tables: Tables): string {
  return JSON.stringify({ format: 'docs-admin-sandbox', version: 1, tables });
}

/** A command line whose sandbox holds these tables. `through` wraps its requests. */
export async function auditCli(
  tables: Tables,
  through?: (sandbox: Transport) => Transport,
  files: Record<string, string> = {},
): Promise<CliInFolder> {
  const store = emptyStore();
  store.transaction('write', () => addTables(store, tables));
  return sandboxCli(files, through, store);
}
