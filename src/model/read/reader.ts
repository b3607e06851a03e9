import type { Client } from '../../api/client/client.ts';
import { ServiceError } from '../../api/client/errors.ts';
import { paramNames } from '../../api/client/request.ts';
import type { Input, Item, ListOperation, Operation, Result } from '../../api/contract/operation.ts';
import { isObject } from '../../text/fields.ts';

/** The path parameters of an operation: ids, even if they look like names. */
type Ids = Readonly<Record<string, string>>;
type IdsOf<Op extends Operation> = NonNullable<Input<Op>['params']>;
type Query = Readonly<Record<string, unknown>>;

/** What to read of a list: up to `limit` things that fit `query`. */
interface ListPart {
  readonly query?: Query | undefined;
  readonly limit?: number | undefined;
}

type Element<Op extends Operation> = Op extends ListOperation
  ? Item<Op>
  : Result<Op> extends readonly (infer One)[]
    ? One
    : unknown;

/** Reads things and lists for a decision. Rejects with the errors of the client. */
export interface Reader {
  /** The organization of the work; `undefined` if it is not known. */
  readonly org: string | undefined;
  /** Resolves with one thing; `null` if it does not exist. */
  get(op: Operation, ids: Ids, query?: Query): Promise<unknown>;
  /** Resolves as `get` does. Rejects with `ServiceError` 404 for a thing that does not exist. */
  need(op: Operation, ids: Ids, query?: Query): Promise<unknown>;
  /** Resolves with all things of a list; `null` if what it is in does not exist. */
  list(op: Operation, ids: Ids, query?: Query): Promise<readonly unknown[] | null>;
}

/** Reads each thing and each list of the service once. */
export interface ServiceReader extends Reader {
  /** The name of the rules of access that the service follows; `undefined` if it is not known. */
  readonly accessRules: string | undefined;
  get<const Op extends Operation>(op: Op, ids: IdsOf<Op>, query?: Query): Promise<Result<Op> | null>;
  list<const Op extends Operation>(
    op: Op,
    ids: IdsOf<Op>,
    query?: Query,
  ): Promise<readonly Element<Op>[] | null>;
  need<const Op extends Operation>(op: Op, ids: IdsOf<Op>, query?: Query): Promise<Result<Op>>;
  /** Resolves as `list` does. Rejects with `ServiceError` 404 if what the list is in does not exist. */
  needList<const Op extends Operation>(
    op: Op,
    ids: IdsOf<Op>,
    query?: Query,
  ): Promise<readonly Element<Op>[]>;
  /** Resolves with what `read` makes of a list, and keeps only that. `name` and `ids` say what it is. */
  once<Value>(name: string, ids: Ids, read: () => Promise<Value>): Promise<Value>;
  /** Yields a list, page by page. It is not kept, so that a long one needs no memory. */
  pages<const Op extends Operation>(
    op: Op,
    ids: IdsOf<Op>,
    part?: ListPart,
  ): AsyncGenerator<readonly Element<Op>[], void>;
  /** Returns whether a list is known, so that nothing has to be requested. */
  has(op: Operation, ids: Ids): boolean;
  /** Returns the lists that are known. */
  lists(): readonly (readonly unknown[])[];
}

/** Where a reader reads, and what was read there: readers that share it read nothing twice. */
export interface ReadCache {
  readonly client: Client;
  /** The organization of the work, if it is known. */
  readonly org?: string | undefined;
  /** The name of the rules of access that the service follows, if it is known. */
  readonly accessRules?: string | undefined;
  /** Answers that are under way or have come, by the key of their address; a list that has come is an array. */
  readonly known?: Map<string, unknown>;
}

export function createReader({ client, org, accessRules, known = new Map() }: ReadCache): ServiceReader {
  async function once(key: string, read: () => Promise<unknown>): Promise<unknown> {
    const asked = known.get(key) ?? read();
    known.set(key, asked);
    const answer = await asked;
    // What has been forgotten meanwhile stays forgotten.
    if (known.get(key) === asked) known.set(key, answer);
    return answer;
  }

  function need(op: Operation, params: Ids, query?: Query): Promise<unknown> {
    return once(readKey(op, params, query), () => client.call(op, { params, query }));
  }

  function needList(op: Operation, params: Ids, query?: Query): Promise<unknown> {
    return once(readKey(op, params, query), () => all(client, op, params, query));
  }

  const reader = {
    org,
    accessRules,
    need,
    needList,
    get: (op: Operation, ids: Ids, query?: Query) => need(op, ids, query).catch(absent),
    list: (op: Operation, ids: Ids, query?: Query) => needList(op, ids, query).catch(absent),
    once: (name: string, ids: Ids, read: () => Promise<unknown>) => once(JSON.stringify([name, ids]), read),
    async *pages(op: Operation, params: Ids, { query, limit }: ListPart = {}) {
      const items = known.get(readKey(op, params, query));
      if (Array.isArray(items)) yield items.slice(0, limit);
      else if (op.item) yield* client.pages(op as ListOperation, { params, query }, { limit });
      else yield elements(await client.call(op, { params, query })).slice(0, limit);
    },
    has: (op: Operation, ids: Ids) => Array.isArray(known.get(readKey(op, ids))),
    lists: () => [...known.values()].filter(Array.isArray),
  };
  // The schemas of an operation check its answer: no type can show that.
  return reader as unknown as ServiceReader;
}

/** Returns the key of what is asked for in {@link ReadCache.known}. */
export function readKey({ id, path }: Operation, ids: Ids, query: Query = {}): string {
  return JSON.stringify([id, paramNames(path).map((name) => ids[name]), query]);
}

async function all(client: Client, op: Operation, params: Ids, query?: Query): Promise<readonly unknown[]> {
  if (!op.item) return elements(await client.call(op, { params, query }));
  const items: unknown[] = [];
  for await (const page of client.pages(op as ListOperation, { params, query })) {
    for (const item of page) forgetDetails(item);
    items.push(...page);
  }
  return items;
}

/** Forgets what no decision needs of a person: it is most of what a member takes in memory, and there can be very many. */
function forgetDetails(item: unknown): void {
  const person = isObject(item) && isObject(item.organization) ? item.organization : item;
  if (!isObject(person) || !isObject(person.user)) return;
  Object.assign(person, { joinedAt: undefined, lastSeenAt: undefined, urls: undefined });
  // An id that both have is one text then.
  const id = person.user.id === person.id ? person.id : person.user.id;
  Object.assign(person.user, { id, photoURL: undefined, urls: undefined });
}

/** Returns the things in an answer without pages: an array, or an object with one. */
export function elements(answer: unknown): readonly unknown[] {
  return [answer, ...Object.values(answer as object)].find(Array.isArray) ?? [];
}

/** Returns `null` for the error that something does not exist, and throws every other. */
export function absent(error: unknown): null {
  if (error instanceof ServiceError && error.status === 404) return null;
  throw error;
}
