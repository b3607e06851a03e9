import type * as z from 'zod/mini';
import { schemaFacts } from './facts.ts';

/** Returns whether the contract marks the field at `path` as secret. */
export function isSecretField(schema: z.ZodMiniType | undefined, path: readonly PropertyKey[]): boolean {
  let schemas = variants(schema);
  if (schemas.some(isMarked)) return true;
  for (const key of path) {
    schemas = fieldSchemas(schemas, key);
    if (schemas.some(isMarked)) return true;
  }
  return false;
}

/** Returns every text and number in `value` that the contract marks as secret. */
export function secretValues(value: unknown, schema: z.ZodMiniType | undefined): string[] {
  return collect(value, variants(schema), false);
}

function collect(value: unknown, schemas: readonly Schema[], inSecret: boolean): string[] {
  const hidden = inSecret || schemas.some(isMarked);
  if (typeof value === 'string' || typeof value === 'number') return hidden ? [String(value)] : [];
  if (typeof value !== 'object' || value === null || (schemas.length === 0 && !hidden)) return [];
  return Object.entries(value).flatMap(([key, field]) => collect(field, fieldSchemas(schemas, key), hidden));
}

/** A schema as zod's own types describe it: one class for each kind. */
export type Schema = z.core.$ZodTypes;

/** Returns whether the contract marks this schema as secret. */
export function isMarked(schema: Schema): boolean {
  return schemaFacts(schema).secret === true;
}

/**
 * Returns the schemas that can apply to a value: `schema` itself, the schema that it wraps, and each variant of a
 * union. Empty if the contract allows anything.
 */
export function variants(schema: z.core.$ZodType | undefined): Schema[] {
  const found = new Set<Schema>();
  const queue = [schema];
  for (const next of queue) {
    const known = next as Schema | undefined;
    if (!known || found.has(known) || isOpen(known)) continue;
    found.add(known);
    queue.push(...inner(known));
  }
  return [...found];
}

function isOpen(schema: Schema): boolean {
  return ['unknown', 'any', 'never'].includes(schema._zod.def.type) && !isMarked(schema);
}

function inner(schema: Schema): readonly z.core.$ZodType[] {
  const { def } = schema._zod;
  switch (def.type) {
    case 'union':
      return def.options;
    case 'intersection':
      return [def.left, def.right];
    case 'pipe':
      return [def.in, def.out];
    case 'lazy':
      return [def.getter()];
    default:
      return 'innerType' in def ? [def.innerType] : [];
  }
}

/** Returns the names of the fields of objects to which one of the schemas applies. */
export function fieldNames(schemas: readonly Schema[]): string[] {
  return schemas.flatMap(({ _zod: { def } }) => (def.type === 'object' ? Object.keys(def.shape) : []));
}

/** Returns the schemas for the field or item `key` of a value to which `schemas` apply. */
export function fieldSchemas(schemas: readonly Schema[], key: PropertyKey): Schema[] {
  return schemas.flatMap((schema) => variants(fieldSchema(schema, key)));
}

function fieldSchema(schema: Schema, key: PropertyKey): z.core.$ZodType | undefined {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return Object.hasOwn(def.shape, key) ? def.shape[String(key)] : def.catchall;
    case 'record':
      return def.valueType;
    case 'array':
      return def.element;
    case 'tuple':
      return def.items[Number(key)] ?? def.rest ?? undefined;
    default:
      return undefined;
  }
}
