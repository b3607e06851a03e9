import * as z from 'zod/mini';

const known = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/** The schema, checked by a function that zod makes of it: that takes milliseconds, and pays for hundreds of values. */
export function compiled(schema: z.ZodMiniType): z.ZodMiniType {
  const made = known.get(schema) ?? z.compile(schema);
  known.set(schema, made);
  return made;
}
