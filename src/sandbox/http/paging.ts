import type { Store, Value } from '../store/store.ts';
import { ServiceProblem } from './problem.ts';
import { readSigned, signingKey, writeSigned } from './signed.ts';

/** A part of a WHERE clause with its values; `undefined` or `false` where a filter was not asked for. */
export type Condition = readonly [sql: string, ...values: Value[]] | false | undefined;

/** A list as SQL. All of it is written in this program; only values come from requests. */
export interface Listing {
  /** Columns of a row. */
  readonly select: string;
  /** The table, with the joins that `where` and `order` need. */
  readonly from: string;
  /** Joins that only `select` needs; each finds exactly one row, so that counting can do without. */
  readonly join?: string;
  readonly where: readonly Condition[];
  /** Columns that order the list; together they are unique, none is null. */
  readonly order: readonly string[];
  readonly descending?: boolean;
}

export type Page<Item> = {
  readonly items: Item[];
  /** All matches, on whatever page. */
  readonly count: number;
  readonly next?: { readonly page: string };
};

/** What a request asks of a list, and what its cursors are good for. */
export interface PageRequest {
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
  /** Path and filters: a cursor belongs to one list and is refused by any other. */
  readonly scope: string;
}

const defaultLimit = 50;

/**
 * One page of a listing. The cursor holds the last row's place in the order, not a number of rows: items added or
 * removed meanwhile neither repeat nor hide others.
 * `toItems` turns the rows of the page into resources. Throws 400 for a cursor that was not made here.
 */
export function readPage<Row, Item>(
  store: Store,
  listing: Listing,
  request: PageRequest,
  toItems: (rows: Row[]) => Item[],
): Page<Item> {
  const key = signingKey(store);
  const conditions = listing.where.filter((condition) => condition !== undefined && condition !== false);
  const where = conditions.map(([sql]) => `(${sql})`);
  const values = conditions.flatMap(([, ...rest]) => rest);
  const counted = `SELECT count(*) AS count FROM ${listing.from} WHERE ${where.join(' AND ') || 'TRUE'}`;
  const count = store.get<{ count: number }>(counted, ...values)?.count ?? 0;

  const place = request.page === undefined ? undefined : readCursor(request.page, request.scope, key);
  if (place) {
    const slots = listing.order.map(() => '?').join(', ');
    where.push(`(${listing.order.join(', ')}) ${listing.descending ? '<' : '>'} (${slots})`);
  }
  const limit = request.limit ?? defaultLimit;
  const direction = listing.descending ? 'DESC' : 'ASC';
  const rows = store.all<Row & Record<string, Value>>(
    `SELECT ${listing.select}, ${listing.order.map((column, at) => `${column} AS place${at}`).join(', ')}
     FROM ${listing.from} ${listing.join ?? ''} WHERE ${where.join(' AND ') || 'TRUE'}
     ORDER BY ${listing.order.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`,
    ...values,
    ...(place ?? []),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last && listing.order.map((_, at) => last[`place${at}`] as Value);
  return {
    items: toItems(shown),
    count,
    ...(next && { next: { page: writeSigned(JSON.stringify(next), request.scope, key) } }),
  };
}

function readCursor(cursor: string, scope: string, key: Buffer): Value[] {
  const text = readSigned(cursor, scope, key);
  if (text !== undefined) return JSON.parse(text) as Value[];
  throw new ServiceProblem(400, 'page is not a cursor of this list', {
    details: [{ path: ['page'], message: 'is not a cursor of this list' }],
  });
}
