import type { Operation } from '../api/contract/operation.ts';
import { fieldNames, fieldSchemas, type Schema, variants } from '../api/contract/secret-fields.ts';
import type { FieldSource, Resource } from './resource.ts';

/** Returns the dot paths of the fields that a body can have, down to the fields that the resource describes. */
export function writtenFields({ fields }: Pick<Resource, 'fields'>, { body }: Operation): string[] {
  const known = Object.keys(fields ?? {});
  return pathsIn(variants(body), [], (path) => known.some((field) => field.startsWith(`${path}.`)));
}

function pathsIn(
  schemas: readonly Schema[],
  path: readonly string[],
  isSplit: (path: string) => boolean,
): string[] {
  const name = path.join('.');
  const names = fieldNames(schemas);
  if (names.length === 0 || (name !== '' && !isSplit(name))) return name === '' ? [] : [name];
  return [...new Set(names)].flatMap((key) => pathsIn(fieldSchemas(schemas, key), [...path, key], isSplit));
}

/** Returns where the value of a body's field is found in the thing. */
export function fieldSource({ fields }: Pick<Resource, 'fields'>, path: string): FieldSource {
  const facts = fields ?? {};
  return Object.hasOwn(facts, path) ? (facts[path] as FieldSource) : { from: path };
}

/** Returns the fields that requests can set, as dot paths in their bodies. */
export function writableFields(resource: Resource): string[] {
  const { create, update, set, setSeveral, move } = resource.operations;
  const bodies = [create, update, set, setSeveral, move];
  return [...new Set(bodies.flatMap((op) => (op ? writtenFields(resource, op) : [])))];
}

/**
 * Returns the value at a dot path: in an array a number is an index, and any other name applies to every element.
 * `undefined` if there is none.
 */
export function valueAt(value: unknown, path: string): unknown {
  return path.includes('.') ? at(value, ...path.split('.')) : step(value, path);
}

/** Does the same for the names of a path. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  let found = value;
  for (const name of names) found = step(found, name);
  return found;
}

function step(value: unknown, name: string): unknown {
  if (Array.isArray(value) && !/^\d+$/.test(name)) return value.map((one) => step(one, name));
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isThere ? (value as Record<string, unknown>)[name] : undefined;
}
