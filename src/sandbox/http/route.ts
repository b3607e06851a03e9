import type * as z from 'zod/mini';
import type { Input, Item, ListOperation, Operation, Result } from '../../api/contract/operation.ts';
import type { Store } from '../store/store.ts';
import { type Listing, type Page, readPage } from './paging.ts';

/** One request to an operation, read and checked. */
export interface Call<Op extends Operation> {
  readonly params: Input<Op>['params'] & {};
  readonly query: Op extends { query: infer Query extends z.ZodMiniType }
    ? z.output<Query>
    : Record<string, never>;
  readonly body: Op extends { body: infer Body extends z.ZodMiniType } ? z.output<Body> : undefined;
  readonly store: Store;
  /** The user whose token the request carries. */
  readonly caller: string;
  /** The time of the request, as the API writes times. */
  readonly now: string;
  /** Scheme, host and port that the request was sent to, for an address that must lead back here. */
  readonly origin: string;
  /** Path and filters of the request; see `PageRequest`. */
  readonly scope: string;
}

/** An answer with status 201. */
export class Created<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}

/** How the service answers one operation. */
export interface Route {
  readonly operation: Operation;
  /** Runs inside the request's transaction. `undefined` is an answer without a body. */
  readonly answer: (call: Call<Operation>) => unknown;
}

/**
 * Registers the handler of an operation; method, path and schemas come from the operation. The handler returns
 * the answer, `new Created(answer)` for a 201, or throws a `ServiceProblem`.
 */
export function route<const Op extends Operation>(
  operation: Op,
  handler: (call: Call<Op>) => Result<Op> | Created<Result<Op>>,
): Route {
  // The app calls it with what the operation's own schemas have accepted.
  return { operation, answer: (call) => handler(call as unknown as Call<Op>) };
}

/**
 * The words by which the routes of a path are found: the one after the version, and the one after the first id.
 * `orgs/sites` for `/v1/orgs/org_acme/sites/site_docs`.
 */
export function beginningOf(path: string): string {
  const [, , first = '', , second = ''] = path.split('/');
  return `${first}/${second}`;
}

/** The page of `listing` that the request asks for; `toItems` turns its rows into the API's resources. */
export function pageOf<Op extends ListOperation, Row>(
  call: Call<Op>,
  listing: Listing,
  toItems: (rows: Row[]) => Item<Op>[],
): Page<Item<Op>> {
  const { page, limit } = call.query as { page?: string; limit?: number };
  return readPage(call.store, listing, { page, limit, scope: call.scope }, toItems);
}
