import type { IdOf } from '../api/contract/ids.ts';
import type { AuditFacts } from './facts.ts';
import type { TeamOfLeaver } from './fixes.ts';

/** Returns the owners of a team who can sign in. */
export function activeOwners(facts: AuditFacts, team: IdOf<'team'>): IdOf<'user'>[] {
  return facts.ownersOf(team).filter((user) => canSignIn(facts, user));
}

/**
 * Returns a team as `user` leaves it. `leave` says who leaves it for the same reason, so that no owner counts who goes as
 * well.
 */
export function teamLeft(
  facts: AuditFacts,
  team: IdOf<'team'>,
  user: IdOf<'user'>,
  leave: (owner: IdOf<'user'>) => boolean = () => false,
): TeamOfLeaver {
  if (!facts.ownersOf(team).includes(user)) return { team };
  return { team, staying: activeOwners(facts, team).filter((owner) => owner !== user && !leave(owner)) };
}

/** Returns whether a user is a member of the organization who is not disabled. */
export function canSignIn(facts: AuditFacts, user: IdOf<'user'>): boolean {
  const member = facts.members.get(user);
  return member !== undefined && !member.disabled;
}
