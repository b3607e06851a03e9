import * as z from 'zod/mini';
import { kept } from '../../text/kept.ts';

const known = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/**
 * Returns the schema with a check function that zod generates; the schema itself if zod cannot, because it contains
 * itself. Generating takes milliseconds, so it pays off only for hundreds of values.
 */
export function compiled(schema: z.ZodMiniType): z.ZodMiniType {
  return kept(known, schema, () => {
    settleShapes(schema, new Set());
    return z.compile(schema);
  });
}

/** Makes the fields of all objects in a schema: zod takes a schema whose fields are not made yet for one in a circle. */
function settleShapes(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (Array.isArray(value)) for (const one of value) settleShapes(one, seen);
  const def = '_zod' in value ? (value as z.ZodMiniType)._zod.def : undefined;
  if (!def) return;
  if ('shape' in def) {
    const shape = def.shape as z.core.$ZodShape;
    Object.defineProperty(def, 'shape', { value: shape });
    for (const field of Object.values(shape)) settleShapes(field, seen);
  }
  for (const part of ['element', 'innerType', 'options', 'valueType', 'catchall'] as const)
    settleShapes((def as Partial<Record<typeof part, unknown>>)[part], seen);
}
