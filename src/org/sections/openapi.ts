import * as z from 'zod/mini';
import {
  createOpenApiSpec,
  deleteOpenApiSpec,
  setOpenApiSpec,
} from '../../api/contract/operations/openapi.ts';
import { withoutCredentials } from '../../text/addresses.ts';
import { isSideFile, type LoadedFile } from '../organization.ts';
import type { DesiredState } from '../thing.ts';
import { byName, mapThings } from './children.ts';
import { refuseCredentials, toFile } from './fields.ts';
import { addRequest } from './requests.ts';
import { unknownTime } from './rows.ts';
import { byNames, explained, fieldOf, SideFile } from './schemas.ts';
import type { Section } from './section.ts';

const Source = z.union([
  z.strictObject({
    url: z.optional(
      explained(
        'address of the specification; without it the source stays as it is',
        z.string().check(z.minLength(1)),
      ),
    ),
  }),
  SideFile,
]);
type Source = z.output<typeof Source>;
const schema = byNames('OpenAPI specifications, by slug', Source);

declare module '../organization.ts' {
  interface Organization {
    openapi?: z.output<typeof schema> | undefined;
  }
}

const fields = { 'source.url': { word: 'url' }, 'source.text': { word: 'file' } };

const noSource = 'needs url or file: the service does not have it yet';

/** The OpenAPI specifications. The service does not show the text of one, nor does the plan what opens an address. */
export const openapi = {
  name: 'openapi',
  schema,
  title: fieldOf(createOpenApiSpec.body.def.shape.slug),
  kinds: {
    openapi: {
      words: ['specification', 'specifications'],
      fields,
      parts: ['openapi'],
      made: 'create',
      ended: 'delete',
      titled: ({ slug }) => ({ id: slug, title: slug }),
      keyOf: (_, { spec = '' }) => [spec],
    },
  },
  wanted: ['openapi'],
  present: ({ parts }) =>
    mapThings(parts.openapi, (item) => ({
      kind: 'openapi',
      key: [item.slug],
      id: item.slug,
      ...(item.sourceURL
        ? { fields: { 'source.url': withoutCredentials(item.sourceURL) } }
        : { fields: {}, hidden: ['source.text'] }),
    })),
  exported: (things) => byName(things, (thing) => toFile(fields, thing.fields)),

  sides: ({ openapi = {} }) =>
    Object.keys(openapi).map((slug) => ({ path: ['openapi', slug], holds: 'text' })),
  rules({ organization }, complain) {
    for (const [slug, source] of Object.entries(organization.openapi ?? {}))
      if ('url' in source) refuseCredentials(source.url, ['openapi', slug, 'url'], complain);
  },
  reads: () => ({ openapi: {} }),
  declared: ({ organization }, { skip, idOf }) => ({
    things: Object.entries(organization.openapi ?? {}).flatMap(([slug, source]): DesiredState[] => {
      const path = ['openapi', slug];
      const values = valuesOf(source);
      const isMade = idOf('openapi', slug) === undefined && Object.keys(values.fields).length === 0;
      if (isMade) skip?.(path, noSource);
      return isMade && skip ? [] : [{ kind: 'openapi', key: [slug], ...values, path }];
    }),
  }),
  check(differences, complain) {
    for (const { action, fields, declared } of differences)
      if (action === 'create' && fields.length === 0 && declared?.path) complain(declared.path, noSource);
  },
  requests(differences, writer) {
    for (const difference of differences) {
      const { action, key } = difference;
      const [slug = ''] = key;
      const body = { ...(action === 'create' && { slug }), source: sourceOf(writer.file, slug) };
      addRequest(writer, [difference], operations, { spec: slug }, body);
    }
  },

  tables: ({ organization, parts }) => ({
    openapi_specs: mapThings(parts.openapi, (spec) => ({
      id: spec.id,
      org: organization,
      slug: spec.slug,
      source_url: spec.sourceURL,
      processing_state: spec.processingState ?? 'pending',
      last_version: spec.lastVersion,
      last_processed_at: spec.lastProcessedAt,
      last_process_error_code: spec.lastProcessErrorCode,
      created_at: spec.createdAt ?? unknownTime,
      updated_at: spec.updatedAt ?? unknownTime,
    })),
  }),
} as const satisfies Section;

const operations = { create: createOpenApiSpec, update: setOpenApiSpec, delete: deleteOpenApiSpec };

function valuesOf(source: Source): Pick<DesiredState, 'fields' | 'unshown'> {
  // A specification with a text has no address.
  if (isSideFile(source)) return { fields: { 'source.url': null }, unshown: { 'source.text': source.file } };
  if (!('url' in source) || source.url === undefined) return { fields: {} };
  const url = withoutCredentials(source.url);
  return {
    fields: { 'source.url': url },
    ...(url !== source.url && { unshown: { credentials: 'in the address' } }),
  };
}

function sourceOf(file: LoadedFile, slug: string): object {
  const source = file.organization.openapi?.[slug];
  return source && isSideFile(source)
    ? { text: file.side(['openapi', slug]) }
    : { url: source && 'url' in source && source.url };
}
