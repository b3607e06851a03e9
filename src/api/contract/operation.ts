import * as z from 'zod/mini';
import { described, type Taken } from './facts.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a request does to what the service holds. */
export type Effect = 'read' | 'create' | 'update' | 'delete';

/**
 * One endpoint of the service, as plain data. The client, the commands' checks, the sandbox, completion and
 * the reference are all fed from it.
 */
export interface Operation {
  /** `<noun>.<verb>`, as on the command line: `sites.create`, `teams.members.list`. */
  readonly id: string;
  readonly method: Method;
  /** Path with `{name}` for each parameter; a parameter is always one whole segment. */
  readonly path: string;
  /** The one parameter that is itself a path: its slashes are sent as `%2F`. */
  readonly pathParam?: string;
  /** What is documented of a path parameter, beyond being one segment: a name's pattern, an enumeration. */
  readonly params?: Readonly<Record<string, z.ZodMiniType>>;
  readonly summary: string;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** Schema of the answer; absent where the service answers without a body. */
  readonly result?: z.ZodMiniType;
  /** Schema of one item: present where the answer is a cursor page. */
  readonly item?: z.ZodMiniType;
  /**
   * Whether sending the same request twice has the effect of sending it once. Where absent it follows from the
   * method, see `isRepeatable`.
   */
  readonly repeatable?: boolean;
  /** Where absent, it follows from the method: see `effectOf`. What may create or replace is an update. */
  readonly effect?: Effect;
  /** What people should know before it is sent: one or two sentences, without the last full stop. */
  readonly consequence?: string;
  /** The fields of the body on which the consequence depends, with their values; a missing field counts as `false`. */
  readonly consequenceIf?: Readonly<Record<string, string | boolean>>;
  /** What it may take away. Where absent, a DELETE takes away what its path names, and anything else nothing. */
  readonly takes?: readonly Taken[];
}

/** An operation that answers cursor pages; made by {@link listOperation}. */
export interface ListOperation extends Operation {
  readonly query: z.ZodMiniObject;
  readonly result: z.ZodMiniType;
  readonly item: z.ZodMiniType;
}

/** The names in the braces of a path. */
type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

/** What a caller gives to an operation: path parameters, query and body, each only where it has one. */
export type Input<Op extends Operation> = ([ParamName<Op['path']>] extends [never]
  ? { params?: Record<string, never> }
  : { params: Record<ParamName<Op['path']>, string> }) &
  (Op extends { query: infer Query extends z.ZodMiniType }
    ? { query?: z.input<Query> }
    : { query?: Record<string, never> }) &
  (Op extends { body: infer Body extends z.ZodMiniType } ? { body: z.input<Body> } : { body?: undefined }) & {
    /** Further headers, names in lower case. */
    headers?: Record<string, string> | undefined;
  };

/** What an operation answers, `undefined` where the answer has no body. */
export type Result<Op extends Operation> = Op extends { result: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : undefined;

/** One item of a list operation's pages. */
export type Item<Op extends ListOperation> = z.output<Op['item']>;

/** The page query that every list takes. */
export const PageQuery = z.strictObject({
  page: described('start from this cursor', z.optional(z.string())),
  limit: described('items per request', z.optional(z.int().check(z.gte(1), z.lte(1000)))),
});

export function operation<const Op extends Operation>(op: Op): Op {
  return op;
}

type ListSpec = Omit<Operation, 'body' | 'result' | 'method'> & { readonly item: z.ZodMiniType };

const beside = {
  count: z.nullish(z.number()),
  next: z.nullish(z.looseObject({ page: z.nullish(z.string()) })),
};

/** The envelope of a page: `items`, `next.page` where more follow, and what one list has beside them. */
function envelope<ItemSchema extends z.ZodMiniType, Fields extends z.core.$ZodShape>(
  item: ItemSchema,
  fields: Fields,
) {
  return z.looseObject({ items: z.array(item), ...beside, ...fields });
}

/**
 * A GET that answers cursor pages of `item`.
 * `query` holds the filters only: `page` and `limit` are added here. `pageFields` are what the envelope has beside
 * `items`, `count` and `next`.
 */
export function listOperation<
  const Spec extends ListSpec,
  Fields extends z.core.$ZodShape = Record<never, z.ZodMiniType>,
>(spec: Spec, pageFields?: Fields) {
  type Filters = Spec extends { query: z.ZodMiniObject<infer Shape> } ? Shape : Record<never, z.ZodMiniType>;
  return {
    ...spec,
    method: 'GET' as const,
    query: (spec.query ? z.extend(PageQuery, spec.query.shape) : PageQuery) as z.ZodMiniObject<
      typeof PageQuery.shape & Filters
    >,
    result: envelope(spec.item as Spec['item'], (pageFields ?? {}) as Fields),
  };
}
