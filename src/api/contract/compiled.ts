import * as z from 'zod/mini';

const known = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/**
 * Returns the schema with a check function that zod generates. Generating takes milliseconds, so it pays off only for
 * hundreds of values.
 */
export function compiled(schema: z.ZodMiniType): z.ZodMiniType {
  const made = known.get(schema) ?? z.compile(schema);
  known.set(schema, made);
  return made;
}
