import { sandboxOrg } from '../identity.ts';
import type { Store, StoredRow } from '../store/store.ts';
import { day } from './time.ts';

/** Adds three integrations of both organizations and their installations. `doc` is the manifest as published. */
export function seedIntegrations(store: Store): void {
  publish(
    store,
    { name: 'acme-analytics', org: sandboxOrg, version: 3, title: 'Acme Analytics', verified: true },
    {
      description: 'Counts readers, politely',
      summary: '# Analytics\n\nSee who reads **what**.',
      scopes: ['space:views:read', 'site:views:read'],
      categories: ['analytics'],
      externalLinks: [{ url: 'https://analytics.acme.example', label: 'Documentation' }],
      configurations: {
        account: {
          properties: { key: { title: 'Key', description: 'From your account', type: 'string' } },
          required: ['key'],
        },
      },
    },
  );
  publish(
    store,
    {
      name: 'acme-diagrams',
      org: sandboxOrg,
      version: 1,
      title: 'Diagrams 図',
      visibility: 'private',
      target: 'space',
    },
    {
      description: 'Draws what you mean',
      scopes: ['space:content:read'],
      categories: ['content'],
      blocks: [
        {
          id: 'diagram',
          title: 'Diagram',
          description: 'A diagram from text',
          urlUnfurl: ['diagrams.acme.example'],
          markdown: { codeblock: 'diagram', body: 'content' },
        },
      ],
    },
  );
  publish(
    store,
    { name: 'globex-import', org: 'org_globex', version: 7, title: 'Globex Import' },
    {
      description: 'Brings pages from Globex',
      scopes: ['space:content:write'],
      categories: ['content', 'gitsync'],
      contentSources: [{ id: 'globex', title: 'Globex', configuration: { componentId: 'configure' } }],
    },
  );
  install(store, 'inst_analytics_acme', 'acme-analytics', sandboxOrg, { key: 'demo' }, ['acme-1']);
  install(store, 'inst_analytics_globex', 'acme-analytics', 'org_globex', {}, ['globex-1']);
  install(store, 'inst_diagrams', 'acme-diagrams', sandboxOrg, {}, []);
  store.update('installations', { id: 'inst_diagrams' }, { space_selection: 'selected' });
  for (const space of ['space_guides', 'space_rest']) {
    store.insert('installation_spaces', { installation: 'inst_diagrams', space });
  }
}

function publish(store: Store, row: StoredRow & { title: string }, manifest: Record<string, unknown>): void {
  store.insert('integrations', {
    visibility: 'public',
    target: 'all',
    script: '// the demo has no code',
    ...row,
    search: `${row.name}\n${row.title}`.toLowerCase(),
    doc: JSON.stringify(manifest),
  });
}

function install(
  store: Store,
  id: string,
  integration: string,
  org: string,
  configuration: Record<string, unknown>,
  externalIds: readonly string[],
): void {
  store.insert('installations', {
    id,
    integration,
    org,
    status: 'active',
    space_selection: 'all',
    site_selection: 'all',
    external_ids: JSON.stringify(externalIds),
    configuration: JSON.stringify(configuration),
    created_at: day(35),
  });
}
