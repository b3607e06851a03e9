import type { MembershipPlan } from '../domain/memberships/plan.ts';
import { fingerprint } from '../domain/memberships/planned-team.ts';
import type { Names } from '../domain/people.ts';
import { OutOfDate } from '../errors.ts';
import { type BulkFlags, readsAtOnce } from '../runs/execute.ts';
import { inParallel } from '../runs/in-parallel.ts';
import type { Session } from '../runs/session.ts';
import { aloneInPlace } from './alone.ts';
import { guardPlan } from './guard-plan.ts';
import { applyMemberships } from './memberships.ts';
import { type PlanDocument, readPlan } from './plan-file.ts';
import { confirmPlan, showPlan } from './show-plan.ts';
import { findTeamNow, nobody, readTeams, type TeamNow } from './team-members.ts';

/** Applies a stored plan. Throws `OutOfDate` if memberships have changed since it was made. */
export async function applyStoredPlan(
  session: Session,
  path: string,
  document: PlanDocument,
  flags: BulkFlags & { readonly journal?: string | undefined },
): Promise<void> {
  const stored = readPlan(session, path, document);
  const work = () => applyAlone(session, stored, flags);
  const makesTeams = stored.plan.teams.some(({ id }) => id === null);
  await (makesTeams ? aloneInPlace(session, work) : work());
}

async function applyAlone(
  session: Session,
  { plan, batchSize }: ReturnType<typeof readPlan>,
  flags: BulkFlags & { readonly journal?: string | undefined },
): Promise<void> {
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

/**
 * Reads the present members of the teams in a plan. Throws `OutOfDate` if the members of one have changed since the
 * plan was made.
 */
async function assertUpToDate(
  session: Session,
  { teams }: MembershipPlan,
  concurrency: number | undefined,
): Promise<(TeamNow | undefined)[]> {
  const org = session.scope.org();
  const isMaking = teams.some(({ id }) => id === null);
  const titles = new Set(isMaking ? (await readTeams(session.api, org)).map(({ title }) => title) : []);
  const now = await inParallel(teams, readsAtOnce(concurrency), ({ id }) =>
    id === null ? undefined : findTeamNow(session.api, org, id),
  );
  const details = teams.flatMap(({ id, title, present, changes }, at) => {
    if (id === null && titles.has(title)) return [`team ${JSON.stringify(title)} is there now`];
    const found = id === null ? nobody : now[at];
    const isSame = id === null || (found && fingerprint(found.present) === present);
    return isSame && changes.every(({ user, from }) => from === (found?.present.get(user) ?? null))
      ? []
      : [`team ${JSON.stringify(title)} (${id})`];
  });
  if (details.length === 0) return now;
  throw new OutOfDate(
    'the plan is out of date: memberships have changed since it was made; nothing was sent',
    {
      details,
      hint: { code: 'renew-plan', data: {} },
    },
  );
}
