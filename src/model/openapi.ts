import {
  createOpenApiSpec,
  deleteOpenApiSpec,
  getOpenApiSpec,
  listOpenApiSpecs,
  setOpenApiSpec,
} from '../api/contract/operations/openapi.ts';
import { resource } from './resource.ts';

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
  operations: {
    list: listOpenApiSpecs,
    get: getOpenApiSpec,
    create: createOpenApiSpec,
    set: setOpenApiSpec,
    delete: deleteOpenApiSpec,
  },
  fields: {
    'source.url': { from: 'sourceURL' },
    'source.text': { writeOnly: 'the service does not tell the text of a specification' },
  },
  endings: { delete: { act: 'delete' } },
});
