import { ServiceProblem } from '../problem.ts';
import type { Condition, RowList } from '../store/sql-list.ts';
import type { Store, StoredValue } from '../store/store.ts';
import { readSigned, signingKey, writeSigned } from './signed.ts';

export type SandboxPage<Item> = {
  readonly items: Item[];
  /** The number of all matches on all pages. */
  readonly count: number;
  readonly next?: { readonly page: string };
};

/** The parameters of a list request, and the scope of its cursors. */
export interface PageRequest {
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
  /** Path and filters. A cursor is valid only for the list with its scope. */
  readonly scope: string;
}

const defaultLimit = 50;

/**
 * Returns one page of the rows that meet all given conditions. The cursor holds the last row's values in the order, not a number of rows, so that
 * items that are added or removed meanwhile do not repeat or hide others. `toItems` turns the rows of the page into
 * resources. Throws 400 for a cursor that the sandbox did not make.
 */
export function readPage<Row, Item>(
  store: Store,
  list: RowList<Row>,
  given: readonly Condition[],
  request: PageRequest,
  toItems: (rows: Row[]) => Item[],
): SandboxPage<Item> {
  const conditions = given.filter((condition) => condition !== undefined && condition !== false);
  const where = conditions.map(([sql]) => `(${sql})`);
  const values = conditions.flatMap(([, ...rest]) => rest);
  const counted = `SELECT count(*) AS count FROM ${list.from} WHERE ${where.join(' AND ') || 'TRUE'}`;
  const count = store.get<{ count: number }>(counted, ...values)?.count ?? 0;

  const place = request.page === undefined ? undefined : readCursor(request.page, request.scope, store);
  if (place) {
    const slots = list.order.map(() => '?').join(', ');
    where.push(`(${list.order.join(', ')}) ${list.descending ? '<' : '>'} (${slots})`);
  }
  const limit = request.limit ?? defaultLimit;
  const direction = list.descending ? 'DESC' : 'ASC';
  const rows = store.all<Row & Record<string, StoredValue>>(
    `SELECT ${list.select}, ${list.order.map((column, at) => `${column} AS place${at}`).join(', ')}
     FROM ${list.from} ${list.join ?? ''} WHERE ${where.join(' AND ') || 'TRUE'}
     ORDER BY ${list.order.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`,
    ...values,
    ...(place ?? []),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last && list.order.map((_, at) => last[`place${at}`] as StoredValue);
  return {
    items: toItems(shown),
    count,
    ...(next && { next: { page: writeSigned(JSON.stringify(next), request.scope, signingKey(store)) } }),
  };
}

function readCursor(cursor: string, scope: string, store: Store): StoredValue[] {
  const text = readSigned(cursor, scope, signingKey(store));
  if (text !== undefined) return JSON.parse(text) as StoredValue[];
  throw new ServiceProblem(400, 'page is not a cursor of this list', {
    details: [{ path: ['page'], message: 'is not a cursor of this list' }],
  });
}
