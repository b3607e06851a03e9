import { pieceKind } from '../../model/undo/index.ts';
import { type ChangedPiece, isRemade, ownId } from './changed-pieces.ts';
import type { Found, Wish } from './reader.ts';

interface WithSurvivors {
  readonly pieces: readonly ChangedPiece[];
  readonly found: readonly Found[];
}

/**
 * Adds what is still there of the things that end, as far as known, with those that are made again: as pieces that the run
 * has changed, so that they come back to their place, and are not made a second time. `wishFor` says how a piece is read,
 * and `read` reads pieces. `found` has the present values of `pieces`.
 */
export async function withSurvivors(
  pieces: readonly ChangedPiece[],
  found: readonly Found[],
  wishFor: (piece: ChangedPiece) => Wish,
  read: (wishes: readonly Wish[]) => Promise<readonly Found[]>,
): Promise<WithSurvivors> {
  const own = new Map(pieces.map((piece) => [ownId(piece), piece]));
  const inside = pieces.flatMap((piece, at) => partsOf(piece, found[at]));
  // Where a run deletes a thing, and then what it was in, both have the same parts.
  const parts = [...new Map(inside.map((part) => [ownId(part), part])).values()].filter(
    (part) => !hasPlace(own.get(ownId(part))),
  );
  if (parts.length === 0) return { pieces, found };
  const there = await read(parts.map(wishFor));
  const survived = [...parts.keys()].filter((at) => there[at]?.value != null);
  return {
    pieces: [...pieces, ...survived.flatMap((at) => parts[at] ?? [])],
    found: [...found, ...survived.flatMap((at) => there[at] ?? [])],
  };
}

/** Returns what is in a piece that is made again, as pieces that the run has changed by its end. */
export function partsOf(piece: ChangedPiece, now: Found | undefined): ChangedPiece[] {
  const { kind, ids, before, isUnclear } = piece;
  if (isUnclear || !isRemade(piece, now)) return [];
  const parts = pieceKind(kind).parts?.(ids, before ?? {}) ?? [];
  return parts.map((part) => ({ ...part, isUnclear }));
}

/** Tells whether the run itself has made, moved or deleted a thing: its own piece says where it belongs. */
function hasPlace(piece: ChangedPiece | undefined): boolean {
  return piece !== undefined && (piece.before === null || piece.after === null || 'parent' in piece.after);
}
