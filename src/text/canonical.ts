import { isObject } from './fields.ts';

/** Returns a text that is the same for equal values: fields are sorted, and those without a value left out. */
export function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, field: unknown) =>
    isObject(field)
      ? Object.fromEntries(
          Object.entries(field)
            .filter(([, one]) => one != null)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : field,
  );
}
