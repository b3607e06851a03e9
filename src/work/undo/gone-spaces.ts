import { pieceKind } from '../../model/undo/index.ts';
import { type ChangedPiece, isRemade } from './changed-pieces.ts';
import type { Found, Wish } from './reader.ts';

/**
 * Returns the ids of the spaces that no longer exist, of those that sites and sections to be made again publish: a request
 * that names one of them fails. `read` reads pieces, `found` has the present values of `pieces`. A space that cannot be
 * read is taken as existing.
 */
export async function goneSpaces(
  pieces: readonly ChangedPiece[],
  found: readonly Found[],
  read: (wishes: readonly Wish[]) => Promise<readonly Found[]>,
): Promise<ReadonlySet<string>> {
  const remade = pieces.filter((piece, at) => isRemade(piece, found[at]));
  const published = remade.flatMap(({ kind, before }) => {
    const spaces = pieceKind(kind).spaces?.(before ?? {});
    return [...(spaces?.keys() ?? [])];
  });
  const wishes = [...new Set(published)].map((space): Wish => {
    // Nothing else shows a single space.
    return { kind: 'space-teams', ids: { space }, fields: [] };
  });
  const spaces = wishes.length === 0 ? [] : await read(wishes);
  return new Set(spaces.flatMap(({ ids, value }) => (value === null ? [ids.space ?? ''] : [])));
}
