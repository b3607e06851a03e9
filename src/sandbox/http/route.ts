import type * as z from 'zod/mini';
import type {
  AnyInput,
  Input,
  Item,
  ListOperation,
  Operation,
  Result,
} from '../../api/contract/operation.ts';
import type { Condition, RowList } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { readPage, type SandboxPage } from './paging.ts';

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
export interface AnyCall extends Omit<Call<Operation>, keyof AnyInput> {
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
