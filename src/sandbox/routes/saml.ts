import * as ops from '../../api/contract/operations/saml.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { invalidField } from '../problem.ts';
import { findOrganization } from '../resources/organization.ts';
import { findSamlProvider, samlProviderSource, toSamlProvider } from '../resources/saml-provider.ts';
import { removeRow } from '../store/sql-list.ts';
import type { Store, StoredRow } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listSamlProviders, (call) => {
    const { params, store } = call;
    findOrganization(store, params.org);
    return pageOf(call, samlProviderSource, (rows) => rows.map((row) => toSamlProvider(store, row)), [
      ['p.org = ?', params.org],
    ]);
  }),

  route(ops.createSamlProvider, ({ params, body, store, now }) => {
    const { id: org } = findOrganization(store, params.org);
    const columns = settingColumns(store, org, body);
    const id = store.nextId('saml');
    store.insert('saml_providers', { id, org, created_at: now, ...columns });
    return new Created(findSamlProvider(store, org, id));
  }),

  route(ops.getSamlProvider, ({ params, store }) => findSamlProvider(store, params.org, params.provider)),

  route(ops.updateSamlProvider, ({ params, body, store }) => {
    findSamlProvider(store, params.org, params.provider);
    store.update('saml_providers', { id: params.provider }, settingColumns(store, params.org, body));
    return findSamlProvider(store, params.org, params.provider);
  }),

  route(ops.deleteSamlProvider, ({ params, store }) =>
    removeRow(store, samlProviderSource, { 'p.org': params.org, 'p.id': params.provider }),
  ),
];

interface Settings {
  readonly label?: string | undefined;
  readonly entityID?: string | undefined;
  readonly certificate?: string | undefined;
  readonly ssoURL?: string | undefined;
  readonly defaultTeam?: string | undefined;
  readonly defaultRole?: string | null | undefined;
}

/** Returns the columns for the settings. Throws 400 if the default team is not in the organization. */
function settingColumns(store: Store, org: string, settings: Settings): StoredRow {
  const { defaultTeam } = settings;
  const isKnown = (team: string) =>
    store.get('SELECT 1 FROM teams WHERE org = ? AND id = ?', org, team) !== undefined;
  if (defaultTeam !== undefined && !isKnown(defaultTeam)) {
    throw invalidField('defaultTeam', `names an unknown team "${defaultTeam}"`);
  }
  return {
    label: settings.label,
    entity_id: settings.entityID,
    certificate: settings.certificate,
    sso_url: settings.ssoURL,
    default_team: defaultTeam,
    default_role: settings.defaultRole,
  };
}
