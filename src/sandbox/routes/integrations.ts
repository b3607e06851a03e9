import type { IdOf } from '../../api/contract/ids.ts';
import * as ops from '../../api/contract/operations/integrations.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { conflict, invalidField } from '../problem.ts';
import { toOrganization } from '../resources/organization.ts';
import { apiUrl, appUrl } from '../resources/urls.ts';
import { findRow, removeRow, type TableSource } from '../store/sql-list.ts';
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

/** The content of an integration's `doc`: the manifest as published; of images, only whether they exist. */
interface Manifest {
  readonly description: string;
  readonly summary?: string | undefined;
  readonly scopes: string[];
  readonly categories?: string[] | undefined;
  readonly hasIcon?: boolean;
  readonly previewImageCount?: number;
  readonly [field: string]: unknown;
}

interface IntegrationRow {
  name: IdOf<'integration'>;
  org: string;
  version: number;
  title: string;
  verified: number;
  visibility: string;
  target: string;
  doc: string;
  org_title: string;
  hostname: string;
  org_created_at: string;
  org_doc: string;
}

const integrationSource: TableSource<IntegrationRow> = {
  called: 'integration',
  select: `i.name, i.org, i.version, i.title, i.verified, i.visibility, i.target, i.doc,
    o.title AS org_title, o.hostname, o.created_at AS org_created_at, o.doc AS org_doc`,
  from: 'integrations AS i',
  join: 'JOIN organizations o ON o.id = i.org',
  order: ['i.seq'],
};

function toIntegration(row: IntegrationRow): ops.Integration {
  const { hasIcon = false, previewImageCount = 0, ...manifest }: Manifest = JSON.parse(row.doc);
  const asset = (...names: string[]) => appUrl('integrations', row.name, 'assets', ...names);
  return {
    object: 'integration',
    name: row.name,
    version: row.version,
    title: row.title,
    categories: [],
    blocks: [],
    contentSources: [],
    configurations: {},
    externalLinks: [],
    ...manifest,
    previewImages: Array.from({ length: previewImageCount }, (_, at) => asset(`preview-${at + 1}`)),
    target: row.target,
    verified: row.verified === 1,
    visibility: row.visibility,
    owner: toOrganization({
      id: row.org,
      title: row.org_title,
      hostname: row.hostname,
      created_at: row.org_created_at,
      doc: row.org_doc,
    }),
    urls: {
      location: apiUrl('integrations', row.name),
      ...(hasIcon && { icon: asset('icon') }),
      app: appUrl('integrations', row.name),
      assets: asset(),
      publicEndpoint: appUrl('integrations', row.name, 'endpoint'),
    },
    permissions: { admin: true, install: true },
  };
}

/** Returns an integration by its name. Throws 404. */
function findIntegration(store: Store, name: string): ops.Integration {
  return toIntegration(findRow(store, integrationSource, { 'i.name': name }));
}

interface InstallationRow {
  id: string;
  status: string;
  space_selection: string;
  site_selection: string;
  spaces: number;
  configuration: string;
}

const installationSource: TableSource<InstallationRow> = {
  called: 'installation',
  select: `n.id, n.status, n.space_selection, n.site_selection, n.configuration,
  CASE n.space_selection
    WHEN 'all' THEN (SELECT count(*) FROM spaces s WHERE s.org = n.org AND s.deleted_at IS NULL)
    ELSE (SELECT count(*) FROM installation_spaces s WHERE s.installation = n.id)
  END AS spaces`,
  from: 'installations AS n',
  order: ['n.seq'],
};

function toInstallation(row: InstallationRow): ops.Installation {
  return {
    id: row.id,
    status: row.status,
    space_selection: row.space_selection,
    site_selection: row.site_selection,
    spaces: row.spaces,
    configuration: JSON.parse(row.configuration),
  };
}
