import * as ops from '../../api/contract/operations/integrations.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { conflict, invalidField } from '../problem.ts';
import {
  findIntegration,
  installationSource,
  integrationSource,
  type Manifest,
  toInstallation,
  toIntegration,
} from '../resources/integration.ts';
import { removeRow } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listIntegrations, (call) => {
    const { query } = call;
    return pageOf(call, integrationSource, (rows) => rows.map(toIntegration), [
      query.search !== undefined && ['instr(i.search, ?) > 0', query.search.toLowerCase()],
      query.category !== undefined && [
        `? IN (SELECT value FROM json_each(i.doc, '$.categories'))`,
        query.category,
      ],
      // A block is a whole domain, or one address in it.
      query.blockDomain !== undefined && [
        `EXISTS (SELECT 1 FROM json_each(i.doc, '$.blocks') b, json_each(b.value, '$.urlUnfurl') u
           WHERE instr('://' || lower(u.value) || '/', '://' || ? || '/') > 0)`,
        query.blockDomain.toLowerCase(),
      ],
      query.blocks !== undefined && [has('blocks', query.blocks)],
      query.contentSources !== undefined && [has('contentSources', query.contentSources)],
      query.owner !== undefined && ['i.org = ?', query.owner],
    ]);
  }),

  route(ops.getIntegration, ({ params, store }) => findIntegration(store, params.integration)),

  route(ops.publishIntegration, ({ params, body, store }) => {
    const { organization, title, visibility, target, script, secrets, icon, previewImages, ...rest } = body;
    const name = params.integration;
    const org = publisher(store, organization);
    const manifest: Manifest = {
      ...rest,
      hasIcon: icon !== undefined,
      previewImageCount: previewImages?.length ?? 0,
    };
    const fields = {
      title,
      search: `${name}\n${title}`.toLowerCase(),
      visibility: visibility ?? 'private',
      target: target ?? 'all',
      script,
      // Without new secrets, the code keeps its old ones.
      secrets: secrets && JSON.stringify(secrets),
      doc: JSON.stringify(manifest),
    };
    const present = store.get<{ org: string; version: number }>(
      'SELECT org, version FROM integrations WHERE name = ?',
      name,
    );
    if (!present) {
      store.insert('integrations', { name, org, version: 1, ...fields });
      return new Created(findIntegration(store, name));
    }
    if (present.org !== org) throw conflict(`the name "${name}" is taken by another organization`);
    store.update('integrations', { name }, { version: present.version + 1, ...fields });
    return findIntegration(store, name);
  }),

  route(ops.unpublishIntegration, ({ params, store }) =>
    removeRow(store, integrationSource, { 'i.name': params.integration }),
  ),

  route(ops.listIntegrationInstallations, (call) => {
    const { params, query, store } = call;
    findIntegration(store, params.integration);
    return pageOf(call, installationSource, (rows) => rows.map(toInstallation), [
      ['n.integration = ?', params.integration],
      query.externalId !== undefined && [
        '? IN (SELECT value FROM json_each(n.external_ids))',
        query.externalId,
      ],
    ]);
  }),
];

function has(field: 'blocks' | 'contentSources', wanted: boolean): string {
  return `coalesce(json_array_length(i.doc, '$.${field}'), 0) ${wanted ? '> 0' : '= 0'}`;
}

/** Returns the id of the organization that publishes; it may be given by its subdomain. */
function publisher(store: Store, organization: string): string {
  const row = store.get<{ id: string }>(
    'SELECT id FROM organizations WHERE id = ?1 OR hostname = ?1',
    organization,
  );
  if (!row) throw invalidField('organization', `names an unknown organization "${organization}"`);
  return row.id;
}
