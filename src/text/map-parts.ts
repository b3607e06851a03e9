import { isObject } from './fields.ts';

/** Copies an array or an object with the result of `copy` for each of its parts; another value has none. */
export function mapParts(value: unknown, copy: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => copy(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copy(field)]));
}
