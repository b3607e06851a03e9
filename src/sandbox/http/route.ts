import type * as z from 'zod/mini';
import type {
  AnyInput,
  Input,
  Item,
  ListOperation,
  Operation,
  Result,
} from '../../api/contract/operation.ts';
import { ServiceProblem } from '../problem.ts';
import type { Condition, RowList } from '../store/sql-list.ts';
import type { Store, StoredValue } from '../store/store.ts';
import { readSigned, signingKey, writeSigned } from './signed.ts';

/** One request to an operation, parsed and checked. */
export interface Call<Op extends Operation> {
  readonly params: Input<Op>['params'] & {};
  readonly query: Op extends { query: infer Query extends z.ZodMiniType }
    ? z.output<Query>
    : Record<string, never>;
  readonly body: Op extends { body: infer Body extends z.ZodMiniType } ? z.output<Body> : undefined;
  readonly store: Store;
  /** The user whose token the request carries. */
  readonly caller: string;
  /** The time of the request, in the format of the API. */
  readonly now: string;
  /** Scheme, host and port of the request, for addresses that lead back to the sandbox. */
  readonly origin: string;
  /** Path and filters of the request; see `PageRequest.scope`. */
  readonly scope: string;
}

/** An answer with status 201. */
export class Created<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}

/** One request to an operation that is not known when the code is written. */
interface AnyCall extends Omit<Call<Operation>, keyof AnyInput> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The answer of the service to one operation. */
export interface OperationRoute {
  readonly operation: Operation;
  /** Runs inside the request's transaction. `undefined` means an answer without a body. */
  readonly answer: (call: AnyCall) => unknown;
}

/**
 * Makes the route of an operation; method, path and schemas come from the operation. The handler returns the answer, or
 * `new Created(answer)` for a 201, or throws a `ServiceProblem`.
 */
export function route<const Op extends Operation>(
  operation: Op,
  handler: (call: Call<Op>) => Result<Op> | Created<Result<Op>>,
): OperationRoute {
  // The app calls it with values that the operation's own schemas have accepted.
  return { operation, answer: (call) => handler(call as Call<Op>) };
}

/**
 * Returns the words that find the routes of a path: the word after the version, and the one after the first id.
 * `orgs/sites` for `/v1/orgs/org_acme/sites/site_docs`.
 */
export function pathBeginning(path: string): string {
  const [, , first = '', , second = ''] = path.split('/');
  return `${first}/${second}`;
}

/** Returns the requested page of the rows that meet all conditions; `toItems` turns them into the API's resources. */
export function pageOf<Op extends ListOperation, Row>(
  call: Call<Op>,
  list: RowList<Row>,
  toItems: (rows: Row[]) => Item<Op>[],
  where: readonly Condition[],
): SandboxPage<Item<Op>> {
  const { page, limit } = call.query as { page?: string; limit?: number };
  return readPage(call.store, list, where, { page, limit, scope: call.scope }, toItems);
}

type SandboxPage<Item> = {
  readonly items: Item[];
  /** The number of all matches on all pages. */
  readonly count: number;
  readonly next?: { readonly page: string };
};

/** The parameters of a list request, and the scope of its cursors. */
interface PageRequest {
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
function readPage<Row, Item>(
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
  // Most lists are a single page.
  const isAll = !place && rows.length <= limit;
  const count = isAll ? rows.length : store.get<{ count: number }>(counted, ...values)?.count;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last && list.order.map((_, at) => last[`place${at}`] as StoredValue);
  return {
    items: toItems(shown),
    count: count ?? 0,
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
