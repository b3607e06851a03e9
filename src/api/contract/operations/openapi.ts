import * as z from 'zod/mini';
import { described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import { answerId, Flags, open, resource, Timestamp, text, Uri, Urls } from '../schemas.ts';

const Slug = described(
  'name of the specification: lower-case letters, digits and single hyphens',
  text(1, 100).check(
    z.regex(
      /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
      'must be lower-case letters and digits, separated by single hyphens',
    ),
  ),
);

/** The source of the specification: an address, or its text as JSON or YAML. */
const Source = described(
  'where the specification comes from',
  open(
    z.strictObject({
      url: described('address from which the service fetches it', Uri.check(z.maxLength(2048))),
    }),
    z.strictObject({ text: described('its text, JSON or YAML', z.string()) }),
  ),
);

/** Operations address it by its `slug`. */
export const OpenApiSpec = resource({ id: z.string(), slug: answerId<'spec'>() }, () => ({
  object: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  sourceURL: z.string(),
  processingState: z.string(),
  lastVersion: z.string(),
  lastProcessedAt: Timestamp,
  lastProcessErrorCode: z.string(),
  permissions: Flags('edit'),
  urls: Urls('location', 'app'),
}));
export type OpenApiSpec = z.output<typeof OpenApiSpec>;

export const listOpenApiSpecs = listOperation({
  id: 'openapi.list',
  path: '/v1/orgs/{org}/openapi',
  summary: 'List the OpenAPI specifications of an organization',
  item: OpenApiSpec,
});

export const createOpenApiSpec = operation({
  id: 'openapi.create',
  method: 'POST',
  path: '/v1/orgs/{org}/openapi',
  summary: 'Create an OpenAPI specification',
  body: fields(() => ({ slug: Slug, source: Source })),
  result: OpenApiSpec,
});

export const getOpenApiSpec = operation({
  id: 'openapi.get',
  method: 'GET',
  path: '/v1/orgs/{org}/openapi/{spec}',
  summary: 'Show an OpenAPI specification',
  result: OpenApiSpec,
});

export const setOpenApiSpec = operation({
  id: 'openapi.set',
  method: 'PUT',
  path: '/v1/orgs/{org}/openapi/{spec}',
  params: { spec: Slug },
  summary: 'Create or replace an OpenAPI specification',
  body: fields(() => ({ source: Source })),
  result: OpenApiSpec,
});

export const deleteOpenApiSpec = operation({
  id: 'openapi.delete',
  method: 'DELETE',
  path: '/v1/orgs/{org}/openapi/{spec}',
  summary: 'Delete an OpenAPI specification',
  consequence: 'Pages no longer show it. Undo does not bring back a text that was uploaded',
});
