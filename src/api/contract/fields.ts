import * as z from 'zod/mini';

/** Makes the schema of an object with these fields only. */
export function fields<Shape extends z.core.$ZodShape>(
  make: () => Shape,
): z.ZodMiniObject<Shape, z.core.$strict> {
  return objectOf(make, none);
}

export function openFields<Shape extends z.core.$ZodShape>(
  make: () => Shape,
): z.ZodMiniObject<Shape, z.core.$loose> {
  return objectOf(make, any);
}

const none = z.never();
const any = z.unknown();

/**
 * Calls `make` when the fields are first used: a command line uses few schemas of the contract, and making all of them
 * would take longer than making its request. `catchall` is the schema of the fields that `make` does not return.
 */
function objectOf<Shape extends z.core.$ZodShape, Config extends z.core.$ZodObjectConfig>(
  make: () => Shape,
  catchall: z.ZodMiniType,
) {
  let made: Shape | undefined;
  const schema: z.ZodMiniObject = new z.ZodMiniObject({
    type: 'object',
    get shape() {
      made ??= make();
      return made;
    },
    catchall,
  });
  return schema as z.ZodMiniObject<Shape, Config>;
}
