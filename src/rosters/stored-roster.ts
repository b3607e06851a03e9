import * as z from 'zod/mini';
import { check } from '../api/contract/check.ts';
import type { MembershipPlan } from '../domain/memberships/plan.ts';
import { fingerprint, type NamedPlan } from '../domain/memberships/planned-team.ts';
import type { Names } from '../domain/people.ts';
import { OutOfDate } from '../errors.ts';
import { aloneInPlace } from '../work/alone.ts';
import { guardPlan } from '../work/guard-plan.ts';
import { applyMemberships } from '../work/memberships.ts';
import type { PlanChange } from '../work/plan-document.ts';
import { documentOf, editedPlan, plannedMembership, type StoredPlan, storePlan } from '../work/plan-file.ts';
import { type BulkFlags, readsAtOnce } from '../work/run/execute.ts';
import { inParallel } from '../work/run/in-parallel.ts';
import type { Session } from '../work/run/session.ts';
import { confirmPlan, showPlan } from '../work/show-plan.ts';
import { findTeamNow, nobody, readTeams, type TeamNow } from '../work/team-members.ts';

/** What a stored plan of memberships was made from: the teams with what they were, and how it becomes requests. */
const Source = z.strictObject({
  plan: z.strictObject({
    teams: z.array(
      z.strictObject({
        id: z.nullable(z.string().check(z.minLength(1)).brand('team')),
        title: z.string(),
        present: z.string(),
        changes: z.array(
          z.strictObject({
            user: z.string().check(z.minLength(1)).brand('user'),
            from: z.nullable(z.string()),
            to: z.nullable(z.enum(['owner', 'member'])),
          }),
        ),
        stay: z.int(),
      }),
    ),
    rows: z.array(z.tuple([z.int().check(z.gte(0)), z.string().brand('user')])),
  }),
  batchSize: z.int().check(z.gte(1), z.lte(10_000)),
});
type Source = z.output<typeof Source>;

/** Writes the plan of a roster for `apply-plan`, readable by its owner only. */
export async function storeRoster(
  session: Session,
  path: string,
  { plan, names }: NamedPlan,
  batchSize: number,
): Promise<void> {
  const changes = plan.teams.flatMap(({ id, title, changes }, number): PlanChange[] => [
    ...(id === null && changes.length > 0 ? [plannedTeam(title)] : []),
    ...changes.map((one) => plannedMembership(title, one, names(number, one.user))),
  ]);
  const { teams, rows } = plan;
  const source = { plan: { teams, rows }, batchSize };
  await storePlan(session, path, {
    document: documentOf(session.scope.org(), changes),
    from: 'roster',
    source,
  });
}

function plannedTeam(title: string): PlanChange {
  return {
    action: 'create',
    kind: 'team',
    name: title,
    fields: [{ field: 'title', before: null, after: title }],
  };
}

/**
 * Carries out a stored roster. Throws `OutOfDate` if memberships have changed since it was planned, and `UsageError` for
 * a plan that was changed.
 */
export async function applyRoster(
  session: Session,
  name: string,
  { source }: StoredPlan,
  flags: BulkFlags & { readonly journal?: string | undefined },
): Promise<void> {
  if (check(Source, source).problems.length > 0) throw editedPlan(name);
  const stored = source as Source;
  const work = () => applyAlone(session, stored, flags);
  const makesTeams = stored.plan.teams.some(({ id }) => id === null);
  await (makesTeams ? aloneInPlace(session, work) : work());
}

async function applyAlone(
  session: Session,
  { plan, batchSize }: Source,
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
