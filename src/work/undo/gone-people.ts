import type { Fields } from '../../model/undo/facts.ts';
import { isObject } from '../../text/fields.ts';
import type { ChangedPiece } from './changed-pieces.ts';
import { goneFrom, type Left } from './left.ts';
import type { Found, Wish } from './reader.ts';

interface WithoutGone {
  readonly pieces: readonly ChangedPiece[];
  readonly lost: readonly Left[];
  readonly members: readonly Found[];
}

/**
 * Removes people who have left the organization: a request that adds one of them to a team fails as a whole. They are
 * reported in `lost`. `read` reads pieces, `found` has the present values of `pieces`. `members` has the people who come
 * back to a team, as the organization has them.
 */
export async function withoutGone(
  pieces: readonly ChangedPiece[],
  found: readonly Found[],
  read: (wishes: readonly Wish[]) => Promise<readonly Found[]>,
): Promise<WithoutGone> {
  const returning = pieces.map((piece, at) => returningTo(piece, found[at]?.value));
  const people = new Map<string, Wish>();
  for (const [at, users] of returning.entries()) {
    const org = pieces[at]?.ids.org ?? '';
    for (const user of users) people.set(user, { kind: 'member', ids: { org, user }, fields: ['role'] });
  }
  const members = people.size === 0 ? [] : await read([...people.values()]);
  const gone = new Set(members.flatMap(({ ids, value }) => (value === null ? [ids.user ?? ''] : [])));
  if (gone.size === 0) return { pieces, lost: [], members };
  const lost = pieces.flatMap((piece, at) =>
    (returning[at] ?? []).filter((user) => gone.has(user)).map((user) => goneFrom(piece, user)),
  );
  return { pieces: pieces.map((piece) => without(piece, gone)), lost, members };
}

/** Returns the people who would be added to a team. */
function returningTo({ kind, before, after }: ChangedPiece, now: Fields | null | undefined): string[] {
  if (kind === 'team' && after === null && now === null && isObject(before?.members))
    return Object.keys(before.members);
  if (kind !== 'team-members' || !before || !now) return [];
  return Object.keys(before).filter((user) => before[user] !== null && (now[user] ?? null) === null);
}

function without(piece: ChangedPiece, gone: ReadonlySet<string>): ChangedPiece {
  const { kind, before, after } = piece;
  if (kind === 'team' && isObject(before?.members))
    return { ...piece, before: { ...before, members: kept(before.members, gone) } };
  if (kind !== 'team-members' || !before || !after) return piece;
  return { ...piece, before: kept(before, gone), after: kept(after, gone) };
}

function kept(fields: Fields, gone: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([user]) => !gone.has(user)));
}
