/** The neighbours between which something is moved, by id. */
export interface Neighbours {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

type Reference<Type extends string, Key extends string> = { type: Type } & Record<Key, string>;

/**
 * The `position` of a move: each neighbour as `{ type, [key]: id }`, the shape that the reference gives for what is
 * moved. `undefined` where neither is given, which moves to the end.
 */
export function positionBetween<const Type extends string, const Key extends string>(
  type: Type,
  key: Key,
  { before, after }: Neighbours,
) {
  if (before === undefined && after === undefined) return undefined;
  const reference = (id: string) => ({ type, [key]: id }) as Reference<Type, Key>;
  return {
    ...(before !== undefined && { before: reference(before) }),
    ...(after !== undefined && { after: reference(after) }),
  };
}
