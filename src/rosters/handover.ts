import type { IdOf } from '../api/contract/ids.ts';
import type { MembershipChange, TeamRoles } from '../domain/memberships/membership.ts';

/** A team that people leave, before they leave. */
export interface TeamToLeave {
  readonly id: IdOf<'team'>;
  readonly title: string;
  readonly present: TeamRoles;
  /** The owners who can sign in. */
  readonly owners: ReadonlySet<IdOf<'user'>>;
}

/** Returns those of `leaving` who own the team, if no one else who can sign in does. */
export function lastOwners(
  { owners, present }: TeamToLeave,
  leaving: ReadonlySet<IdOf<'user'>>,
): IdOf<'user'>[] {
  if ([...owners].some((owner) => !leaving.has(owner))) return [];
  return [...leaving].filter((user) => present.get(user) === 'owner');
}

/** Returns the changes when people leave a team; if only they own it, `successor` becomes an owner. */
export function handover(
  team: TeamToLeave,
  leaving: ReadonlySet<IdOf<'user'>>,
  successor: IdOf<'user'> | undefined,
): MembershipChange[] {
  const { present } = team;
  const left = [...leaving].filter((user) => present.has(user));
  const ends = left.map((user): MembershipChange => ({ user, from: present.get(user) ?? null, to: null }));
  if (!successor || lastOwners(team, leaving).length === 0) return ends;
  return [{ user: successor, from: present.get(successor) ?? null, to: 'owner' }, ...ends];
}
