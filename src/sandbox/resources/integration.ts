import type { IdOf } from '../../api/contract/ids.ts';
import type { Installation, Integration } from '../../api/contract/operations/integrations.ts';
import { notFound } from '../problem.ts';
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

/** Columns of an integration named `i` with its organization joined as `o`. */
export const integrationColumns = `i.name, i.org, i.version, i.title, i.verified, i.visibility, i.target, i.doc,
  o.title AS org_title, o.hostname, o.created_at AS org_created_at, o.doc AS org_doc`;
export const integrationJoin = 'JOIN organizations o ON o.id = i.org';

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
  const row = store.get<IntegrationRow>(
    `SELECT ${integrationColumns} FROM integrations i ${integrationJoin} WHERE i.name = ?`,
    name,
  );
  if (!row) throw notFound('integration', name);
  return toIntegration(row);
}

export interface InstallationRow {
  id: string;
  status: string;
  space_selection: string;
  site_selection: string;
  spaces: number;
  configuration: string;
}

/** Columns of an installation named `n`. */
export const installationColumns = `n.id, n.status, n.space_selection, n.site_selection, n.configuration,
  CASE n.space_selection
    WHEN 'all' THEN (SELECT count(*) FROM spaces s WHERE s.org = n.org AND s.deleted_at IS NULL)
    ELSE (SELECT count(*) FROM installation_spaces s WHERE s.installation = n.id)
  END AS spaces`;

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
