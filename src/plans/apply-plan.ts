import { confirmPlan } from '../bulk/sync.ts';
import type { App } from '../cli/session/app.ts';
import type { Names } from '../domain/people.ts';
import type { BulkFlags } from '../runs/execute.ts';
import { guardPlan } from './guard-plan.ts';
import { applyMemberships, assertUpToDate } from './memberships.ts';
import { readPlan } from './plan-file.ts';
import { showPlan } from './show-plan.ts';

/** Applies a stored plan. Throws `OutOfDate` if memberships have changed since it was made. */
export async function applyStoredPlan(
  app: App,
  path: string,
  flags: BulkFlags & { readonly journal?: string | undefined },
): Promise<void> {
  const { plan, batchSize } = await readPlan(app, path);
  const now = await assertUpToDate(app, plan, flags.concurrency);
  await guardPlan(app, plan.teams, now);
  const names: Names = (team, user) => now[team]?.people.get(user);
  await showPlan(app, plan, names);
  await confirmPlan(app, plan);
  await applyMemberships(
    app,
    { command: 'apply-plan', plan, names, batchSize, journal: flags.journal },
    flags,
  );
}
