import * as ops from '../api/contract/operations/integrations.ts';
import { byRole, resource } from './resource.ts';

const hidden = 'the service does not tell the code and the secrets of an integration';
const picture = { writeOnly: 'the service tells an address of the picture, not its bytes' } as const;

export const integration = resource({
  kind: 'integration',
  noun: 'integrations',
  one: 'integration',
  several: 'integrations',
  key: 'integration',
  parents: [],
  id: 'name',
  title: 'title',
  naturalKey: ['name'],
  search: 'search',
  addresses: ['/integrations/{id}'],
  operations: {
    ...byRole(ops, 'integrations', 'list', 'get'),
    set: ops.publishIntegration,
    delete: ops.unpublishIntegration,
  },
  fields: {
    icon: picture,
    previewImages: picture,
    organization: { from: 'owner.id' },
    script: { writeOnly: 'the service does not tell the code' },
    secrets: { writeOnly: 'secrets are never told' },
  },
  endings: { delete: { act: 'unpublish' } },
  whyNotRestorable: { set: hidden, delete: hidden },
});

/** An installation of an integration, in the organization or elsewhere. */
export const installation = resource({
  kind: 'installation',
  noun: 'integrations',
  one: 'installation',
  several: 'installations',
  parents: ['integration'],
  id: 'id',
  naturalKey: [],
  operations: { list: ops.listIntegrationInstallations },
});
