import * as z from 'zod/mini';
import { described, type Taken } from './facts.ts';

/** Makes the schema of an object with these fields only. */
export function fields<Shape extends z.core.$ZodShape>(
  make: () => Shape,
): z.ZodMiniObject<Shape, z.core.$strict> {
  return objectOf(make, none);
}

export function openFields<Shape extends z.core.$ZodShape>(
  make: () => Shape,
): z.ZodMiniObject<Shape, z.core.$loose> {
  return objectOf(make, any);
}

const none = z.never();
const any = z.unknown();

/**
 * Calls `make` when the fields are first used: a command line uses few schemas of the contract, and making all of them
 * would take longer than making its request. `catchall` is the schema of the fields that `make` does not return.
 */
function objectOf<Shape extends z.core.$ZodShape, Config extends z.core.$ZodObjectConfig>(
  make: () => Shape,
  catchall: z.ZodMiniType,
) {
  let made: Shape | undefined;
  const schema: z.ZodMiniObject = new z.ZodMiniObject({
    type: 'object',
    get shape() {
      made ??= make();
      return made;
    },
    catchall,
  });
  return schema as z.ZodMiniObject<Shape, Config>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a request does to the data of the service. */
export type OperationEffect = 'read' | 'create' | 'update' | 'delete';

/**
 * One endpoint of the service, as plain data. The client, the commands' checks, the sandbox, completion and the
 * reference all use it.
 */
export interface Operation {
  /** `<noun>.<verb>`, as on the command line: `sites.create`, `teams.members.list`. */
  readonly id: string;
  readonly method: Method;
  /** Path with `{name}` for each parameter; a parameter is always one whole segment. */
  readonly path: string;
  /** The one parameter that is itself a path. Its slashes are sent as `%2F`. */
  readonly pathParam?: string;
  /** Schemas of path parameters that are more than one segment of text: a pattern of names, an enumeration. */
  readonly params?: Readonly<Record<string, z.ZodMiniType>>;
  readonly summary: string;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** Schema of the answer; absent if the service answers without a body. */
  readonly result?: z.ZodMiniType;
  /** Schema of one item; present if the answer is a cursor page. */
  readonly item?: z.ZodMiniType;
  /**
   * Whether sending a request twice has the same effect as sending it once. If absent, it follows from the method: see
   * `isRepeatable`.
   */
  readonly repeatable?: boolean;
  /** If absent, it follows from the method: see `effectOf`. An operation that creates or replaces is an update. */
  readonly effect?: OperationEffect;
  /** What people should know before the request is sent: one or two sentences, without the last full stop. */
  readonly consequence?: string;
  /** The fields of the body on which the consequence depends, with their values; a missing field counts as `false`. */
  readonly consequenceIf?: Readonly<Record<string, string | boolean>>;
  /**
   * What the request may take away. If absent, a DELETE takes away the thing in its path, and any other method nothing.
   */
  readonly takes?: readonly Taken[];
  /**
   * Whether the request may open something to the public, or give the rights of an administrator; or the fields of the body with
   * which it may.
   */
  readonly opens?: true | readonly string[];
  /** Whether nothing takes back what the request does to a thing that is there; the reason is in the model. */
  readonly isFinal?: true;
}

/** An operation that answers cursor pages. {@link listOperation} makes it. */
export interface ListOperation extends Operation {
  readonly query: z.ZodMiniObject;
  readonly result: z.ZodMiniType;
  readonly item: z.ZodMiniType;
}

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

/** The input of an operation that is not known when the code is written. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** Further headers, names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Whether the type says nothing of a certain operation. */
type IsAny<Op extends Operation> = ListOperation extends Op ? true : false;

/** The input of an operation: path parameters, query and body, each only if the operation has it. */
export type Input<Op extends Operation> = IsAny<Op> extends true ? AnyInput : KnownInput<Op>;

type KnownInput<Op extends Operation> = ([ParamName<Op['path']>] extends [never]
  ? { params?: Record<string, never> }
  : { params: Record<ParamName<Op['path']>, string> }) &
  (Op extends { query: infer Query extends z.ZodMiniType }
    ? { query?: z.input<Query> }
    : { query?: Record<string, never> }) &
  (Op extends { body: infer Body extends z.ZodMiniType } ? { body: z.input<Body> } : { body?: undefined }) & {
    /** Further headers, names in lower case. */
    headers?: Record<string, string> | undefined;
  };

/** The answer of an operation; `undefined` if it has no body. */
export type Result<Op extends Operation> = IsAny<Op> extends true ? unknown : KnownResult<Op>;

type KnownResult<Op extends Operation> = Op extends { result: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : undefined;

export type Item<Op extends ListOperation> = z.output<Op['item']>;

export const PageQuery = fields(() => ({
  page: described('start from this cursor', z.optional(z.string())),
  limit: described('items per request', z.optional(z.int().check(z.gte(1), z.lte(1000)))),
}));

export function operation<const Op extends Operation>(op: Op): Op {
  return op;
}

type ListSpec = Omit<Operation, 'body' | 'result' | 'method'> & { readonly item: z.ZodMiniType };

/** Returns the schema of a page: `items`, `next.page` if more follow, and the further fields of one list. */
function envelope<ItemSchema extends z.ZodMiniType, Fields extends z.core.$ZodShape>(
  item: ItemSchema,
  further: Fields,
) {
  return openFields(() => ({
    items: z.array(item),
    count: z.nullish(z.number()),
    next: z.nullish(z.looseObject({ page: z.nullish(z.string()) })),
    ...further,
  }));
}

/**
 * Makes a GET operation that answers cursor pages of `item`. `query` holds the filters only: `page` and `limit` are
 * added here. `pageFields` are the fields of the envelope beside `items`, `count` and `next`.
 */
export function listOperation<
  const Spec extends ListSpec,
  Fields extends z.core.$ZodShape = Record<never, z.ZodMiniType>,
>(spec: Spec, pageFields?: Fields) {
  type Filters = Spec extends { query: z.ZodMiniObject<infer Shape> } ? Shape : Record<never, z.ZodMiniType>;
  return {
    ...spec,
    method: 'GET' as const,
    query: fields(() => ({
      ...PageQuery.shape,
      ...(spec.query?.shape as Filters),
    })),
    result: envelope(spec.item as Spec['item'], (pageFields ?? {}) as Fields),
  };
}
