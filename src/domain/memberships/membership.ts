import type { IdOf } from '../../api/contract/ids.ts';

/** The role of a person in a team; an `owner` may manage its members. */
export type TeamRole = 'owner' | 'member';

/** One membership that changes; `null` means not being in the team. */
export interface MembershipChange {
  readonly user: IdOf<'user'>;
  readonly from: string | null;
  readonly to: TeamRole | null;
}

/** The members of a team: role by user id. */
export type TeamRoles = ReadonlyMap<IdOf<'user'>, string>;

export function changeWord({ from, to }: MembershipChange): 'add' | 'remove' | 'role' {
  if (from === null) return 'add';
  return to === null ? 'remove' : 'role';
}

const order = { add: 0, role: 1, remove: 3 };

/** Sorts changes for splitting over several requests: a new owner comes before the old one goes. */
export function inSafeOrder(changes: readonly MembershipChange[]): MembershipChange[] {
  const rank = (change: MembershipChange) => (isDemotion(change) ? 2 : order[changeWord(change)]);
  return changes.toSorted((one, other) => rank(one) - rank(other));
}

/** Returns whether an owner stays in the team with another role: only an owner manages the team. */
export function isDemotion({
  from,
  to,
}: Pick<MembershipChange, 'from'> & { readonly to: string | null }): boolean {
  return from === 'owner' && to !== 'owner' && to !== null;
}
