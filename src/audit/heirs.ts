import type { Facts } from './facts.ts';
import type { Heir } from './mends.ts';

/**
 * Returns who could own a team: a member of it who can sign in, administrators first; else an administrator. `except`
 * are people who cannot be meant. `undefined` if there is nobody.
 */
export function heirOf(facts: Facts, team: string, except: ReadonlySet<string>): Heir | undefined {
  const inTeam = facts.list('team-member', team) ?? new Map<string, unknown>();
  const usable = [...inTeam.keys()].filter((user) => !except.has(user) && canSignIn(facts, user));
  const member = usable.find((user) => facts.members.get(user)?.role === 'admin') ?? usable[0];
  if (member !== undefined) return { user: member, isMember: true };
  const administrator = facts.administrators.find(({ id }) => !except.has(id));
  return administrator && { user: administrator.id, isMember: false };
}

/** Returns the owners of a team who can sign in. */
export function activeOwners(facts: Facts, team: string): string[] {
  return facts.ownersOf(team).filter((user) => canSignIn(facts, user));
}

/** Returns who must become an owner when `user` leaves a team; `undefined` if another owner stays, or nobody can. */
export function heirWhenLeaving(facts: Facts, team: string, user: string): Heir | undefined {
  const owners = facts.ownersOf(team);
  const stays = owners.some((owner) => owner !== user && canSignIn(facts, owner));
  return stays || !owners.includes(user) ? undefined : heirOf(facts, team, new Set([user]));
}

/** Returns whether a user is a member of the organization who is not disabled. */
export function canSignIn(facts: Facts, user: string): boolean {
  const member = facts.members.get(user);
  return member !== undefined && !member.disabled;
}
