/** The ids of the neighbours between which a thing is moved. */
export interface Neighbours {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

type Reference<Type extends string, Key extends string> = { type: Type } & Record<Key, string>;

/**
 * Returns the `position` of a move: each neighbour as `{ type, [key]: id }`, the shape that the reference shows.
 * `undefined` if no neighbour is given: the thing moves to the end.
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
