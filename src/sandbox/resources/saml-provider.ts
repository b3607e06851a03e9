import type { IdOf } from '../../api/contract/ids.ts';
import type { SamlProvider } from '../../api/contract/operations/saml.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { findTeam } from './team.ts';
import { apiUrl, appUrl } from './urls.ts';

export interface SamlProviderRow {
  id: IdOf<'provider'>;
  org: string;
  label: string;
  sso_url: string | null;
  entity_id: string | null;
  certificate: string | null;
  default_team: string | null;
  default_role: string | null;
  created_at: string;
}

export const samlProviderSource: TableSource<SamlProviderRow> = {
  called: 'SAML provider',
  select:
    'p.id, p.org, p.label, p.sso_url, p.entity_id, p.certificate, p.default_team, p.default_role, p.created_at',
  from: 'saml_providers AS p',
  order: ['p.seq'],
};

export function toSamlProvider(store: Store, row: SamlProviderRow): SamlProvider {
  return {
    object: 'saml-provider',
    id: row.id,
    label: row.label,
    ...(row.sso_url !== null && { ssoURL: row.sso_url }),
    ...(row.entity_id !== null && { entityID: row.entity_id }),
    ...(row.certificate !== null && { certificate: row.certificate }),
    ...(row.default_team !== null && { defaultTeam: findTeam(store, row.org, row.default_team) }),
    defaultRole: row.default_role,
    createdAt: row.created_at,
    service: {
      acsURL: appUrl('saml', row.id, 'acs'),
      startURL: samlStartUrl(row.id),
      entityID: appUrl('saml', row.id),
    },
    urls: { location: apiUrl('orgs', row.org, 'saml', row.id) },
  };
}

/** Returns the address where people begin to sign in through a provider. */
export function samlStartUrl(id: string): string {
  return appUrl('saml', id, 'start');
}

/** Returns a SAML provider of the organization. Throws 404. */
export function findSamlProvider(store: Store, org: string, id: string): SamlProvider {
  return toSamlProvider(store, findRow(store, samlProviderSource, { 'p.org': org, 'p.id': id }));
}
