import type { IdOf } from '../../api/contract/ids.ts';
import * as ops from '../../api/contract/operations/openapi.ts';
import { parseYaml } from '../../formats/yaml.ts';
import { parsedJson } from '../../text/json.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { conflict } from '../problem.ts';
import { findOrganization } from '../resources/organization.ts';
import { apiUrl, appUrl } from '../resources/urls.ts';
import { allRows, findRow, removeRow, type TableSource } from '../store/sql-list.ts';
import type { Store, StoredRow } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listOpenApiSpecs, (call) => {
    const { params, store } = call;
    findOrganization(store, params.org);
    return pageOf(call, openApiSpecSource, (rows) => rows.map(toOpenApiSpec), [['s.org = ?', params.org]]);
  }),

  route(ops.createOpenApiSpec, ({ params, body, store, now }) => {
    const { id: org } = findOrganization(store, params.org);
    const { slug } = body;
    if (openApiSpecRow(store, org, slug)) throw conflict(`slug "${slug}" is taken`);
    return new Created(createSpec(store, { org, slug, source: body.source, now }));
  }),

  route(ops.getOpenApiSpec, ({ params, store }) =>
    toOpenApiSpec(findRow(store, openApiSpecSource, { 's.org': params.org, 's.slug': params.spec })),
  ),

  route(ops.setOpenApiSpec, ({ params, body, store, now }) => {
    const { id: org } = findOrganization(store, params.org);
    const { source } = body;
    const before = openApiSpecRow(store, org, params.spec);
    if (!before) return new Created(createSpec(store, { org, slug: params.spec, source, now }));
    store.update('openapi_specs', { id: before.id }, { updated_at: now, ...outcome(store, source, now) });
    return stillPending(store, before, before);
  }),

  route(ops.deleteOpenApiSpec, ({ params, store }) =>
    removeRow(store, openApiSpecSource, { 's.org': params.org, 's.slug': params.spec }),
  ),
];

type Source = { readonly url: string } | { readonly text: string };

function createSpec(
  store: Store,
  { org, slug, source, now }: { org: string; slug: string; source: Source; now: string },
): ops.OpenApiSpec {
  const id = store.nextId('openapi');
  const times = { created_at: now, updated_at: now };
  store.insert('openapi_specs', { id, org, slug, ...times, ...outcome(store, source, now) });
  return stillPending(store, { org, slug }, { last_version: null, last_processed_at: null });
}

/**
 * Returns the result of processing a source. An address is only stored and stays pending, because the sandbox has no
 * network.
 */
function outcome(store: Store, source: Source, now: string): StoredRow {
  if ('url' in source) {
    const columns = { source_url: source.url, source_text: null };
    return { ...columns, processing_state: 'pending', last_process_error_code: null };
  }
  const error = specificationError(source.text);
  return {
    source_url: null,
    source_text: source.text,
    processing_state: error ? 'error' : 'complete',
    last_version: error ? undefined : store.nextId('openapi_version'),
    last_processed_at: now,
    last_process_error_code: error ?? null,
  };
}

/**
 * Returns the specification as pending: the answer does not wait for the processing. The next read shows the result.
 */
function stillPending(
  store: Store,
  { org, slug }: { readonly org: string; readonly slug: string },
  { last_version, last_processed_at }: Pick<OpenApiSpecRow, 'last_version' | 'last_processed_at'>,
): ops.OpenApiSpec {
  const row = openApiSpecRow(store, org, slug) as OpenApiSpecRow;
  const unprocessed = { processing_state: 'pending', last_process_error_code: null };
  return toOpenApiSpec({ ...row, ...unprocessed, last_version, last_processed_at });
}

/** Returns an error code that says why a text is no OpenAPI specification; `undefined` if it is one. */
function specificationError(text: string): 'PARSE_ERROR' | 'INVALID_SPEC' | undefined {
  let value: unknown;
  try {
    // Reading a large JSON text as YAML takes much longer.
    value = parsedJson(text) ?? parseYaml(text);
  } catch {
    return 'PARSE_ERROR';
  }
  return isSpecification(value) ? undefined : 'INVALID_SPEC';
}

/** Returns whether a value is a specification. Without quotes, `swagger: 2.0` is a number in YAML. */
function isSpecification(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { openapi, swagger } = value as Record<string, unknown>;
  return [openapi, swagger].some((version) => typeof version === 'string' || typeof version === 'number');
}

interface OpenApiSpecRow {
  id: string;
  org: string;
  slug: IdOf<'spec'>;
  source_url: string | null;
  processing_state: string;
  last_version: string | null;
  last_processed_at: string | null;
  last_process_error_code: string | null;
  created_at: string;
  updated_at: string;
}

/** Specifications without their texts. */
const openApiSpecSource: TableSource<OpenApiSpecRow> = {
  called: 'OpenAPI specification',
  select: `s.id, s.org, s.slug, s.source_url, s.processing_state, s.last_version,
    s.last_processed_at, s.last_process_error_code, s.created_at, s.updated_at`,
  from: 'openapi_specs AS s',
  order: ['s.seq'],
};

function toOpenApiSpec(row: OpenApiSpecRow): ops.OpenApiSpec {
  return {
    object: 'openapi-spec',
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    slug: row.slug,
    ...(row.source_url !== null && { sourceURL: row.source_url }),
    processingState: row.processing_state,
    ...(row.last_version !== null && { lastVersion: row.last_version }),
    ...(row.last_processed_at !== null && { lastProcessedAt: row.last_processed_at }),
    ...(row.last_process_error_code !== null && { lastProcessErrorCode: row.last_process_error_code }),
    permissions: { edit: true },
    urls: {
      location: apiUrl('orgs', row.org, 'openapi', row.slug),
      app: appUrl('o', row.org, 'openapi', row.slug),
    },
  };
}

/** Returns the row of a specification; `undefined` if the organization has none with this slug. */
function openApiSpecRow(store: Store, org: string, slug: string): OpenApiSpecRow | undefined {
  return allRows(store, openApiSpecSource, { 's.org': org, 's.slug': slug })[0];
}
