import type { LossGroup } from '../domain/losses/mass.ts';
import { objections, type TeamChanges, teamLabel } from '../domain/memberships/guards.ts';
import type { PlannedTeam } from '../domain/memberships/plan.ts';
import type { People } from '../domain/people.ts';
import type { Session } from '../runs/session.ts';
import { assertNothingHeld } from './guards/held-back.ts';
import { withNewOwners } from './guards/new-owners.ts';
import { nobody, type TeamNow } from './team-members.ts';

export interface GuardOptions {
  /** Teams with fewer members may lose any part of them. */
  readonly smallest?: number;
  /** Other losses by the same work. */
  readonly others?: readonly LossGroup[];
  /** Members of the organization that were read before. */
  readonly people?: People | undefined;
}

/** Throws `UsageError` if a plan takes away more than the limits allow. `now` has the present members of its teams. */
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
