import { changesOf, type MembershipPlan, reportOf } from '../domain/memberships/plan.ts';
import { applyChanges, type ChangeJob } from './change-run.ts';
import type { BulkFlags } from './run/execute.ts';
import type { Session } from './run/session.ts';

export interface MembershipJob extends Omit<ChangeJob, 'changes' | 'memberships'> {
  readonly plan: MembershipPlan;
  /** The largest number of users in one request. */
  readonly batchSize: number;
}

/** Carries out a plan of memberships: prints a row for each membership. Throws as {@link applyChanges} does. */
export async function applyMemberships(
  session: Session,
  { plan, batchSize, ...job }: MembershipJob,
  flags: BulkFlags,
): Promise<void> {
  // A new team from which somebody is only removed is not made.
  const teams = plan.teams.filter(({ changes }) => changes.length > 0);
  const changes = changesOf(session.scope.org(), { ...plan, teams }, batchSize);
  await applyChanges(session, { ...job, changes, memberships: reportOf(plan, batchSize) }, flags);
}
