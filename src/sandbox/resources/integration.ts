import type { IdOf } from '../../api/contract/ids.ts';
import type { Installation, Integration } from '../../api/contract/operations/integrations.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { toOrganization } from './organization.ts';
import { apiUrl, appUrl } from './urls.ts';

/** The content of an integration's `doc`: the manifest as published; of images, only whether they exist. */
export interface Manifest {
  readonly description: string;
  readonly summary?: string | undefined;
  readonly scopes: string[];
  readonly categories?: string[] | undefined;
  readonly hasIcon?: boolean;
  readonly previewImageCount?: number;
  readonly [field: string]: unknown;
}

export interface IntegrationRow {
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

export const integrationSource: TableSource<IntegrationRow> = {
  called: 'integration',
  select: `i.name, i.org, i.version, i.title, i.verified, i.visibility, i.target, i.doc,
    o.title AS org_title, o.hostname, o.created_at AS org_created_at, o.doc AS org_doc`,
  from: 'integrations AS i',
  join: 'JOIN organizations o ON o.id = i.org',
  order: ['i.seq'],
};

export function toIntegration(row: IntegrationRow): Integration {
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
export function findIntegration(store: Store, name: string): Integration {
  return toIntegration(findRow(store, integrationSource, { 'i.name': name }));
}

export interface InstallationRow {
  id: string;
  status: string;
  space_selection: string;
  site_selection: string;
  spaces: number;
  configuration: string;
}

export const installationSource: TableSource<InstallationRow> = {
  called: 'installation',
  select: `n.id, n.status, n.space_selection, n.site_selection, n.configuration,
  CASE n.space_selection
    WHEN 'all' THEN (SELECT count(*) FROM spaces s WHERE s.org = n.org AND s.deleted_at IS NULL)
    ELSE (SELECT count(*) FROM installation_spaces s WHERE s.installation = n.id)
  END AS spaces`,
  from: 'installations AS n',
  order: ['n.seq'],
};

export function toInstallation(row: InstallationRow): Installation {
  return {
    id: row.id,
    status: row.status,
    space_selection: row.space_selection,
    site_selection: row.site_selection,
    spaces: row.spaces,
    configuration: JSON.parse(row.configuration),
  };
}
