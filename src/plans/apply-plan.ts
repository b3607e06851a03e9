import type { Names } from '../domain/people.ts';
import type { BulkFlags } from '../runs/execute.ts';
import type { Session } from '../runs/session.ts';
import { guardPlan } from './guard-plan.ts';
import { applyMemberships, assertUpToDate } from './memberships.ts';
import { readPlan } from './plan-file.ts';
import { confirmPlan, showPlan } from './show-plan.ts';

/** Applies a stored plan. Throws `OutOfDate` if memberships have changed since it was made. */
export async function applyStoredPlan(
  session: Session,
  path: string,
  flags: BulkFlags & { readonly journal?: string | undefined },
): Promise<void> {
  const { plan, batchSize } = await readPlan(session, path);
  const now = await assertUpToDate(session, plan, flags.concurrency);
  await guardPlan(session, plan.teams, now);
  const names: Names = (team, user) => now[team]?.people.get(user);
  await showPlan(session, plan, names);
  await confirmPlan(session, plan);
  await applyMemberships(
    session,
    { command: 'apply-plan', plan, names, batchSize, journal: flags.journal },
    flags,
  );
}
