import type { LossGroup } from '../domain/losses/mass.ts';
import { objections, type TeamChanges, teamLabel } from '../domain/memberships/guards.ts';
import type { PlannedTeam } from '../domain/memberships/plan.ts';
import type { People } from '../domain/people.ts';
import type { Session } from '../runs/session.ts';
import { assertNothingHeld } from './guards/held-back.ts';
import { withNewOwners } from './guards/new-owners.ts';
import { nobody, type TeamNow } from './team-members.ts';

export interface GuardOptions {
  /** Of teams with fewer members any part may go. */
  readonly smallest?: number;
  /** What else the work takes away. */
  readonly others?: readonly LossGroup[];
  /** Members of the organization who have been read before. */
  readonly people?: People | undefined;
}

/**
 * Throws `UsageError` if the changes of a plan take away more than is allowed by default. `now` is what the lists of its
 * teams say.
 */
export async function guardPlan(
  session: Session,
  teams: readonly PlannedTeam[],
  now: readonly (TeamNow | undefined)[],
  { people, ...more }: GuardOptions = {},
): Promise<void> {
  const { maxRemovals, allowOwnerless } = session.limits;
  const changes = teams.map(
    ({ id, title, changes }, at): TeamChanges => ({
      label: teamLabel(title, id),
      changes,
      ...(now[at] ?? nobody),
    }),
  );
  const known = allowOwnerless
    ? changes
    : await withNewOwners(session.api, session.scope.org(), changes, people);
  assertNothingHeld(objections(known, { maxRemovals, allowOwnerless, ...more }));
}
