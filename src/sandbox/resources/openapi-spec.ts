import type { IdOf } from '../../api/contract/ids.ts';
import type { OpenApiSpec } from '../../api/contract/operations/openapi.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { apiUrl, appUrl } from './urls.ts';

export interface OpenApiSpecRow {
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
export const openApiSpecSource: TableSource<OpenApiSpecRow> = {
  called: 'OpenAPI specification',
  select: `s.id, s.org, s.slug, s.source_url, s.processing_state, s.last_version,
    s.last_processed_at, s.last_process_error_code, s.created_at, s.updated_at`,
  from: 'openapi_specs AS s',
  order: ['s.seq'],
};

export function toOpenApiSpec(row: OpenApiSpecRow): OpenApiSpec {
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
export function openApiSpecRow(store: Store, org: string, slug: string): OpenApiSpecRow | undefined {
  return store.get<OpenApiSpecRow>(
    `SELECT ${openApiSpecSource.select} FROM openapi_specs s WHERE s.org = ? AND s.slug = ?`,
    org,
    slug,
  );
}

/** Returns a specification of the organization. Throws 404. */
export function findOpenApiSpec(store: Store, org: string, slug: string): OpenApiSpec {
  return toOpenApiSpec(findRow(store, openApiSpecSource, { 's.org': org, 's.slug': slug }));
}
