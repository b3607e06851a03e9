import type { App } from '../cli/app.ts';
import { UsageError } from '../cli/errors.ts';
import type { Change, Present } from '../domain/memberships/diff.ts';
import { type MembershipPlan, type PlannedTeam, requestsOf, undoTeam } from '../domain/memberships/plan.ts';
import { counted } from '../domain/plural.ts';
import { type BulkFlags, readsAtOnce } from './carry-out.ts';
import { inParallel } from './in-parallel.ts';
import { type JournalContent, madeId } from './journal.ts';
import { applyMemberships } from './memberships.ts';
import { assertSamePlace } from './place.ts';
import { plannedTeam } from './plan-memberships.ts';
import { readRun } from './run.ts';
import { showPlan } from './show-plan.ts';
import { findPresent } from './team-members.ts';

/** What one team's part of a run has changed. */
interface Made {
  readonly id: string;
  readonly title: string;
  readonly isNew: boolean;
  readonly changes: readonly Change[];
}

/** Takes back what a membership run has done, as a run of its own. Throws `UsageError` for runs of another kind. */
export async function undoRun(
  app: App,
  name: string,
  flags: BulkFlags & { readonly journal?: string | undefined },
): Promise<void> {
  const content = readRun(app, name);
  assertSamePlace(app, `run ${name}`, content.header);
  const { work } = content.header;
  if (work.kind !== 'memberships') {
    throw new UsageError(`run ${name} cannot be undone: only changes of team memberships can`, {
      hint: `\`docs-admin runs show ${name}\` says what it did`,
    });
  }
  const made = madeBy(content, work.plan, work.batchSize);
  const presents = await inParallel(made, readsAtOnce(flags.concurrency), ({ id }) =>
    findPresent(app.api, app.org(), id),
  );
  const teams: PlannedTeam[] = [];
  for (const [at, team] of made.entries()) {
    const present = presents[at];
    const { changes, moved } = undoTeam(team.changes, present ?? new Map());
    await tellWhatStays(app, team, present, moved);
    if (present) teams.push(plannedTeam(team.id, team.title, present, changes));
  }
  const rows = teams.flatMap(({ changes }, number) => changes.map(({ user }) => [number, user] as const));
  const plan: MembershipPlan = { teams, rows };
  await showPlan(app, plan);
  if (rows.length > 0) await app.confirm(`take back ${counted(rows.length, 'change')} of run ${name}?`);
  const { batchSize } = work;
  await applyMemberships(
    app,
    { command: `runs undo ${name}`, plan, batchSize, journal: flags.journal },
    flags,
  );
}

/** The changes that a run may have made, by team: those that it has begun. */
function madeBy({ tasks }: JournalContent, plan: MembershipPlan, batchSize: number): Made[] {
  const teams = new Map<number, { id: string | null; isNew: boolean; changes: Change[] }>();
  for (const [index, request] of requestsOf(plan, batchSize).entries()) {
    const history = tasks.get(index);
    if (!history) continue;
    const team = teams.get(request.team) ?? {
      id: plan.teams[request.team]?.id ?? null,
      isNew: false,
      changes: [],
    };
    teams.set(request.team, team);
    if (request.kind === 'members') team.changes.push(...request.changes);
    else {
      team.id = madeId(history) ?? null;
      team.isNew = true;
    }
  }
  return [...teams].flatMap(([number, { id, isNew, changes }]) => {
    const title = plan.teams[number]?.title ?? '';
    return id === null ? [] : [{ id, title, isNew, changes }];
  });
}

async function tellWhatStays(
  app: App,
  { id, title, isNew }: Made,
  present: Present | undefined,
  moved: readonly Change[],
): Promise<void> {
  if (!present) return app.out.warn(`team ${JSON.stringify(title)} is not there any more`);
  if (isNew) {
    await app.out.warn(
      `team ${JSON.stringify(title)} was made by the run and stays: \`docs-admin teams delete ${id}\` deletes it`,
    );
  }
  for (const { user } of moved) {
    await app.out.warn(`${user} in team ${JSON.stringify(title)} has been changed since and stays as it is`);
  }
}
