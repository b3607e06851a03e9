import { personName } from '../../domain/people.ts';
import type { Hint } from '../../errors.ts';
import { pieceKind } from '../../model/undo/index.ts';
import type { ChangedPiece } from './changed-pieces.ts';
import { type Found, namePiece } from './reader.ts';
import { isSame } from './recording.ts';

/** A thing that undo does not restore, with the reason. */
export interface Left {
  /** Its name for people. */
  readonly name: string;
  readonly reason: string;
  /** The way to restore it by hand. */
  readonly hint?: Hint | undefined;
}

/** Why a space is lost. */
export const noSpaceAgain = 'it no longer exists, and the service has no operation to create a space';

/** Names a piece as it is called now. */
export function nameOf(piece: ChangedPiece, { name = piece.name }: Found): string {
  return namePiece(piece, name);
}

/** Returns a field that was changed since. A member of a team is named as a person. */
export function changedSince(piece: ChangedPiece, now: Found, field: string): Left {
  const reason = 'has been changed since';
  return piece.kind === 'team-members'
    ? { name: nameInTeam(piece, now, field), reason: `it ${reason}` }
    : { name: nameOf(piece, now), reason: `${field} ${reason}` };
}

/** Returns what a request without an outcome may have changed: somebody else may have done that. */
export function unclear(piece: ChangedPiece, now: Found): Left[] {
  const { kind, ids, before, after } = piece;
  const reason = `it is not known whether the run has ${before === null ? 'made' : 'changed'} it`;
  const hintFor = (field: string) => pieceKind(kind).takesBack?.(ids, field, before?.[field], after?.[field]);
  const fields = Object.keys(after ?? before ?? {});
  if (kind !== 'team-members')
    return [
      { name: nameOf(piece, now), reason, hint: fields[0] === undefined ? undefined : hintFor(fields[0]) },
    ];
  return fields
    .filter((user) => isSame(after?.[user], now.value?.[user]))
    .map((user) => ({ name: nameInTeam(piece, now, user), reason, hint: hintFor(user) }));
}

/** Returns a person who has left the organization, so that no request can add them to the team. */
export function goneFrom(piece: ChangedPiece, user: string): Left {
  return { name: `${user} in ${teamOf(piece)}`, reason: 'no longer in the organization' };
}

function nameInTeam(
  { ids, ...piece }: ChangedPiece,
  { people, name = piece.name }: Found,
  user: string,
): string {
  return `${personName(user, people?.[user])} in ${teamOf({ ids, name })}`;
}

function teamOf({ name, ids }: Pick<ChangedPiece, 'name' | 'ids'>): string {
  return `team ${name === undefined ? ids.team : `${JSON.stringify(name)} (${ids.team})`}`;
}
