import * as z from 'zod/mini';

/** Makes the schema of an object with these fields only. */
export function fields<Shape extends z.core.$ZodShape>(
  make: () => Shape,
): z.ZodMiniObject<Shape, z.core.$strict> {
  return objectOf(make, none) as never;
}

/** Makes the schema of an object with these fields and any others. */
export function openFields<Shape extends z.core.$ZodShape>(
  make: () => Shape,
): z.ZodMiniObject<Shape, z.core.$loose> {
  return objectOf(make, any) as never;
}

const none = z.never();
const any = z.unknown();

/**
 * Calls `make` when the fields are first used: a command line uses few schemas of the contract, and making all of them
 * would take longer than making its request. `catchall` is the schema of the fields that `make` does not return.
 */
function objectOf(make: () => z.core.$ZodShape, catchall: z.ZodMiniType): z.ZodMiniObject {
  let made: z.core.$ZodShape | undefined;
  return new z.ZodMiniObject({
    type: 'object',
    get shape() {
      made ??= make();
      return made;
    },
    catchall,
  });
}
