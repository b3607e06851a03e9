import type * as z from 'zod/mini';
import type { Organization } from '../../api/contract/operations/integrations.ts';
import { notFound } from '../problem.ts';
import type { Store } from '../store/store.ts';
import { apiUrl, appUrl } from './urls.ts';

export interface OrganizationRow {
  id: string;
  title: string;
  hostname: string;
  created_at: string;
  doc: string;
}

/** Returns an organization's row. Throws 404. */
export function findOrganization(store: Store, id: string): OrganizationRow {
  const row = store.get<OrganizationRow>('SELECT * FROM organizations WHERE id = ?', id);
  if (!row) throw notFound('organization', id);
  return row;
}

export function toOrganization(row: OrganizationRow): z.output<typeof Organization> {
  return {
    object: 'organization',
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    hostname: row.hostname,
    trial: { status: 'none' },
    ...JSON.parse(row.doc),
    urls: {
      location: apiUrl('orgs', row.id),
      app: appUrl('o', row.id),
      logo: appUrl('o', row.id, 'logo'),
    },
    permissions: { admin: true, createContent: true },
  };
}
