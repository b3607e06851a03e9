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

/** Makes a function that says whether a text names an active member (address, id, name) or a team (title, id). */
export function isActiveName(facts: AuditFacts): (name: string) => boolean {
  const known = new Set<string | null | undefined>();
  for (const [id, { title }] of facts.list('team') ?? []) known.add(id).add(title);
  for (const { id, disabled, user } of facts.members.values())
    if (!disabled) known.add(id).add(user?.displayName).add(user?.email?.toLowerCase());
  return (name) => known.has(name.trim()) || known.has(name.trim().toLowerCase());
}

/** Returns whether a user is a member of the organization who is not disabled. */
export function canSignIn(facts: AuditFacts, user: IdOf<'user'>): boolean {
  const member = facts.members.get(user);
  return member !== undefined && !member.disabled;
}
