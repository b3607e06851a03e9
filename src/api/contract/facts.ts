import type { Kind } from './kinds.ts';

export type { Kind };

/** Facts about a schema that zod itself does not keep. This file stays free of zod: the command line reads it. */
export interface SchemaFacts {
  /** Values of an open enumeration, the documented ones first. */
  readonly known?: readonly string[];
  /** How many of `known` the service's reference documents; the rest is what a user would expect. */
  readonly documented?: number;
  /** The value must never be shown; where only some values are secret, which. */
  readonly secret?: boolean | ((value: string) => boolean);
  /** The value is the id of something of this kind. */
  readonly refersTo?: Kind;
  /** What the field of a query or a body is for: one short phrase, without limits and known values. */
  readonly description?: string;
  /** What `false` or `null` means there. */
  readonly without?: string;
}

const factsOf = new WeakMap<object, SchemaFacts>();

export function schemaFacts(schema: object): SchemaFacts {
  return factsOf.get(schema) ?? {};
}

/** Adds to what is known of `schema`, which is returned. */
export function withFacts<Schema extends object>(schema: Schema, facts: SchemaFacts): Schema {
  factsOf.set(schema, { ...factsOf.get(schema), ...facts });
  return schema;
}

/**
 * Says what a field is for, and what `false` or `null` means there. Returns `schema`, which must not be that of another
 * field, too: see {@link copied}.
 */
export function described<Schema extends object>(
  description: string,
  schema: Schema,
  without?: string,
): Schema {
  return withFacts(schema, { description, ...(without !== undefined && { without }) });
}

/** A copy of a schema that several fields have, with its facts. */
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
