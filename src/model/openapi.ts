import * as ops from '../api/contract/operations/openapi.ts';
import { byRole, resource } from './resource.ts';

export const openapi = resource({
  kind: 'openapi',
  shownAs: 'openapi-spec',
  noun: 'openapi',
  one: 'OpenAPI specification',
  several: 'OpenAPI specifications',
  key: 'spec',
  parents: ['org'],
  id: 'slug',
  naturalKey: ['slug'],
  addresses: ['/openapi/{id}'],
  operations: byRole(ops, 'openapi', 'list', 'get', 'create', 'set', 'delete'),
  fields: {
    'source.url': { from: 'sourceURL' },
    'source.text': { writeOnly: 'the service does not tell the text of a specification' },
  },
  endings: { delete: { act: 'delete' } },
});
