import * as ops from '../api/contract/operations/saml.ts';
import { byRole, resource } from './resource.ts';

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
  operations: byRole(ops, 'saml', 'list', 'get', 'create', 'update', 'delete'),
  fields: { defaultTeam: { from: 'defaultTeam.id' } },
  needs: ['team'],
  endings: { delete: { act: 'delete' } },
});
