import * as ops from '../api/contract/operations/saml.ts';
import { resource } from './resource.ts';

export const saml = resource({
  kind: 'saml',
  shownAs: 'saml-provider',
  noun: 'saml',
  one: 'SAML provider',
  several: 'SAML providers',
  key: 'provider',
  parents: ['org'],
  id: 'id',
  title: 'label',
  naturalKey: ['label'],
  addresses: ['/saml/{id}'],
  operations: {
    list: ops.listSamlProviders,
    get: ops.getSamlProvider,
    create: ops.createSamlProvider,
    update: ops.updateSamlProvider,
    delete: ops.deleteSamlProvider,
  },
  fields: { defaultTeam: { from: 'defaultTeam.id' } },
  needs: ['team'],
  endings: { delete: { act: 'delete' } },
});
