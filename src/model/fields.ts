import { answerFields } from '../api/contract/answer-fields.ts';
import type { Operation } from '../api/contract/operation.ts';
import { fieldSchemas, type Schema, variants } from '../api/contract/secret-fields.ts';
import type { FieldSource, Resource } from './resource.ts';

/** The dot paths of the fields that a body can hold, down to those of which the resource says more. */
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
  const names = schemas.flatMap(({ _zod: { def } }) => (def.type === 'object' ? Object.keys(def.shape) : []));
  if (names.length === 0 || (name !== '' && !isSplit(name))) return name === '' ? [] : [name];
  return [...new Set(names)].flatMap((key) => pathsIn(fieldSchemas(schemas, key), [...path, key], isSplit));
}

/** What is known of a field of a body: where its value is found in the thing. */
export function fieldSource({ fields }: Pick<Resource, 'fields'>, path: string): FieldSource {
  const facts = fields ?? {};
  return Object.hasOwn(facts, path) ? (facts[path] as FieldSource) : { from: path };
}

/** The dot paths of everything that the service tells of a thing. */
export function readableFields({ operations: { list, get } }: Resource): string[] {
  return [...new Set([list, get].flatMap((op) => (op ? answerFields(op) : [])))];
}

/** The fields that requests can set, by their dot paths in the bodies. */
export function writableFields(resource: Resource): string[] {
  const { create, update, set, setSeveral, move } = resource.operations;
  const bodies = [create, update, set, setSeveral, move];
  return [...new Set(bodies.flatMap((op) => (op ? writtenFields(resource, op) : [])))];
}

/**
 * The value at a dot path: in an array a number is an index, and any other name applies to every element. `undefined`
 * where there is none.
 */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce(step, value);
}

function step(value: unknown, name: string): unknown {
  if (Array.isArray(value) && !/^\d+$/.test(name)) return value.map((one) => step(one, name));
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isThere ? (value as Record<string, unknown>)[name] : undefined;
}
