import type { Kind } from './kinds.ts';

export type { Kind };

/** Facts about a schema that zod does not keep. This file does not import zod, because the command line reads it too. */
export interface SchemaFacts {
  /** Values of an open enumeration, the documented ones first. */
  readonly known?: readonly string[];
  /**
   * The number of values in `known` that the service's reference documents. The others are values that users expect.
   */
  readonly documented?: number;
  /** Whether the value must never be shown. */
  readonly secret?: boolean;
  /** The value is the id of something of this kind. */
  readonly refersTo?: Kind;
  /** The purpose of a field of a query or a body: one short phrase, without limits and known values. */
  readonly description?: string;
  /** What `false` or `null` means for the field. */
  readonly without?: string;
}

const factsOf = new WeakMap<object, SchemaFacts>();

export function schemaFacts(schema: object): SchemaFacts {
  return factsOf.get(schema) ?? {};
}

/** Adds facts to `schema` and returns it. */
export function withFacts<Schema extends object>(schema: Schema, facts: SchemaFacts): Schema {
  factsOf.set(schema, { ...factsOf.get(schema), ...facts });
  return schema;
}

/**
 * Says what a field is for, and what `false` or `null` means for it. Returns `schema`, which must not be shared with
 * another field: see {@link copied}.
 */
export function described<Schema extends object>(
  description: string,
  schema: Schema,
  without?: string,
): Schema {
  return withFacts(schema, { description, ...(without !== undefined && { without }) });
}

/** Copies a schema that several fields share, with its facts. */
export function copied<Schema extends { clone(): Schema }>(schema: Schema): Schema {
  return withFacts(schema.clone(), schemaFacts(schema));
}

/**
 * What a request may take away: `one` thing, membership or role; `several` of them in one request; the `owners` of a
 * team.
 */
export type Taken = 'one' | 'several' | 'owners';

export function takenBy({ method, takes }: { method: string; takes?: readonly Taken[] }): readonly Taken[] {
  return takes ?? (method === 'DELETE' ? ['one'] : []);
}
