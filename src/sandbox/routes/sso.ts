import { listSsoLogins } from '../../api/contract/operations/sso.ts';
import { type OperationRoute, route } from '../http/route.ts';
import { findOrganization } from '../resources/organization.ts';
import { samlStartUrl } from '../resources/saml-provider.ts';

export const routes: readonly OperationRoute[] = [
  route(listSsoLogins, ({ params, store }) => {
    const { id: org } = findOrganization(store, params.org);
    const providers = store.all<{ id: string; label: string }>(
      'SELECT id, label FROM saml_providers WHERE org = ? ORDER BY seq',
      org,
    );
    return { items: providers.map(({ id, label }) => ({ id, label, startURL: samlStartUrl(id) })) };
  }),
];
