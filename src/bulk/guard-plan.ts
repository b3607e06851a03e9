import type { App } from '../cli/app.ts';
import { objections, type TeamChanges, teamLabel } from '../domain/memberships/guards.ts';
import type { PlannedTeam } from '../domain/memberships/plan.ts';
import { assertNothingHeld } from '../losses/held-back.ts';
import { nobody, type TeamNow } from './team-members.ts';

/**
 * Throws `UsageError` if the changes of a plan take away more than is allowed by default. `now` is what the lists of its
 * teams say; of teams with fewer than `smallest` members any part may go.
 */
export function guardPlan(
  app: App,
  teams: readonly PlannedTeam[],
  now: readonly (TeamNow | undefined)[],
  smallest?: number,
): void {
  const { maxRemovals, allowOwnerless = false } = app.flags;
  const changes = teams.map(
    ({ id, title, changes }, at): TeamChanges => ({
      label: teamLabel(title, id),
      changes,
      ...(now[at] ?? nobody),
    }),
  );
  const guards = { maxRemovals, allowOwnerless, ...(smallest !== undefined && { smallest }) };
  assertNothingHeld(objections(changes, guards));
}
