import { teamLabel } from '../domain/memberships/diff.ts';
import type { PlannedTeam } from '../domain/memberships/plan.ts';
import type { People } from '../domain/people.ts';
import { assertNothingHeld } from './guards/held-back.ts';
import { type GuardLimits, judge } from './guards/judge.ts';
import { withNewOwners } from './guards/new-owners.ts';
import type { Session } from './run/session.ts';
import { nobody, type TeamNow } from './team-members.ts';

interface GuardOptions {
  /** @default those of the session */
  readonly limits?: GuardLimits;
  /** Members of the organization that were read before. */
  readonly people?: People | undefined;
}

/** Throws `UsageError` if a plan takes away more than the limits allow. `now` has the present members of its teams. */
export async function guardPlan(
  session: Session,
  teams: readonly PlannedTeam[],
  now: readonly (TeamNow | undefined)[],
  { limits = session.limits, people }: GuardOptions = {},
): Promise<void> {
  const changes = teams.map(({ id, title, changes }, at) => ({
    label: teamLabel(title, id),
    changes,
    ...(now[at] ?? nobody),
  }));
  const known = limits.allowOwnerless
    ? changes
    : await withNewOwners(session.api, session.scope.org(), changes, people);
  assertNothingHeld(judge({ teams: known }, limits));
}
