import {
  createSamlProvider,
  deleteSamlProvider,
  getSamlProvider,
  listSamlProviders,
  updateSamlProvider,
} from '../api/contract/operations/saml.ts';
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
    list: listSamlProviders,
    get: getSamlProvider,
    create: createSamlProvider,
    update: updateSamlProvider,
    delete: deleteSamlProvider,
  },
  fields: { defaultTeam: { from: 'defaultTeam.id' } },
  needs: ['team'],
  endings: { delete: { act: 'delete' } },
});
