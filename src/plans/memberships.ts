import { type Change, changeWord } from '../domain/memberships/diff.ts';
import {
  type MembershipPlan,
  memberWord,
  type PlannedRequest,
  requestsOf,
} from '../domain/memberships/plan.ts';
import { fingerprint } from '../domain/memberships/planned-team.ts';
import type { Names } from '../domain/people.ts';
import { OutOfDate } from '../errors.ts';
import type { View } from '../output/view.ts';
import { type BulkFlags, doneBefore, executeRun, readsAtOnce } from '../runs/execute.ts';
import { inParallel } from '../runs/in-parallel.ts';
import type { InputFile } from '../runs/journal.ts';
import { createResults, inOrder, type Results } from '../runs/results.ts';
import { type Run, startRun } from '../runs/run.ts';
import type { Session } from '../runs/session.ts';
import type { WorkResult } from '../runs/supervise.ts';
import { longest } from '../text/longest.ts';
import { counted } from '../text/plural.ts';
import { membershipResultView, withSamples } from '../views/bulk.ts';
import { membershipWork } from './membership-work.ts';
import { findTeamNow, nobody, readTeams, type TeamNow } from './team-members.ts';
import { verifyPlan } from './verify-plan.ts';

export interface MembershipJob {
  /** The command, in words: `teams members sync`. */
  readonly command: string;
  readonly plan: MembershipPlan;
  /** Names of the people in the plan; if absent, only ids are shown. */
  readonly names?: Names | undefined;
  /** The largest number of users in one request. */
  readonly batchSize: number;
  readonly input?: InputFile | undefined;
  /** The path of the journal; in the folder of journals if absent. */
  readonly journal: string | undefined;
  /** The run that this work undoes. */
  readonly undoes?: Run | undefined;
}

const nameless: Names = () => undefined;

/**
 * Applies a plan in a new run, and prints a row for each of its memberships; a dry run only prints. Throws `Unfinished`
 * if something is left.
 */
export async function applyMemberships(
  session: Session,
  job: MembershipJob,
  flags: BulkFlags,
): Promise<void> {
  const { command, plan, names = nameless, batchSize, input, journal, undoes } = job;
  if (session.dryRun) return showRows(session, plan, names, () => 'planned');
  if (requestsOf(plan, batchSize).length === 0) {
    await showRows(session, plan, names, () => 'unchanged');
    return session.out.done('nothing to do');
  }
  const work = { kind: 'memberships', plan, batchSize, input } as const;
  const run = await startRun(session, { command, work, path: journal, undoes });
  await runMemberships(session, run, plan, batchSize, flags, names);
}

/** Applies the rest of a run's plan. */
export async function runMemberships(
  session: Session,
  run: Run,
  plan: MembershipPlan,
  batchSize: number,
  flags: BulkFlags,
  names: Names = nameless,
): Promise<void> {
  const requests = requestsOf(plan, batchSize);
  if (session.dryRun) return showRest(session, run, plan, names, requests);
  const print = (results: Results) => {
    const pages = inOrder(plan.rows, requestFinder(requests), results, (row, result) =>
      resultRow(plan, names, row, statusOf(result), result),
    );
    return session.out.list(pages, viewOf(plan));
  };
  await executeRun(
    session,
    {
      run,
      work: membershipWork(session.scope.org(), plan, requests, run),
      what: ' requests',
      listsErrors: true,
      print,
      async atEnd({ count }, left) {
        if (left) return;
        const leaving = plan.members?.filter(({ leaves }) => leaves).length ?? 0;
        const undo = await session.inWords({ code: 'undo-run', data: { run: run.id, leaving } });
        await session.out.done(`done: ${counted(count('done'), 'request')}; ${undo}`);
      },
    },
    flags,
  );
  if (plan.members) await verifyPlan(session, plan, flags);
}

/** Shows what a resumed run would do. */
async function showRest(
  session: Session,
  run: Run,
  plan: MembershipPlan,
  names: Names,
  requests: readonly PlannedRequest[],
): Promise<void> {
  const requestOf = requestFinder(requests);
  await showRows(session, plan, names, (row) => {
    const request = requestOf(row);
    return request !== undefined && doneBefore(run, request) ? 'done' : 'planned';
  });
}

/** Prints the rows of a plan that is not applied now. */
async function showRows(
  session: Session,
  plan: MembershipPlan,
  names: Names,
  statusOfRow: (row: PlanRow) => string,
): Promise<void> {
  const pages = inOrder(
    plan.rows,
    () => undefined,
    createResults(0),
    (row) => resultRow(plan, names, row, statusOfRow(row)),
  );
  await session.out.list(pages, viewOf(plan));
}

/**
 * Reads the present members of the teams in a plan. Throws `OutOfDate` if the members of one have changed since the
 * plan was made.
 */
export async function assertUpToDate(
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

/** Returns the view of a plan's rows, wide enough for its longest ids. */
function viewOf({ teams, rows }: MembershipPlan): View {
  const team = longest(teams.map(({ id, title }) => id ?? title));
  return withSamples(membershipResultView, [{ team, user: longest(rows.map(([, user]) => user)) }]);
}

type PlanRow = MembershipPlan['rows'][number];

function resultRow(plan: MembershipPlan, names: Names, row: PlanRow, status: string, result?: WorkResult) {
  const [number, user] = row;
  const team = plan.teams[number];
  const word = team ? teamWord(team.changes, user) : organizationWord(plan, user);
  return {
    team: team?.id ?? team?.title ?? null,
    user,
    change: word ?? 'none',
    status: word ? status : 'unchanged',
    error: result?.error ?? null,
    name: names(number, user)?.name ?? null,
  };
}

function teamWord(changes: readonly Change[], user: string): string | undefined {
  const change = changesByUser(changes).get(user);
  return change && changeWord(change);
}

function organizationWord({ members = [] }: MembershipPlan, user: string): string | undefined {
  const change = members.find((one) => one.user === user);
  return change && memberWord(change);
}

const indexes = new WeakMap<readonly Change[], ReadonlyMap<string, Change>>();

function changesByUser(changes: readonly Change[]): ReadonlyMap<string, Change> {
  const known = indexes.get(changes) ?? new Map(changes.map((change) => [change.user, change]));
  indexes.set(changes, known);
  return known;
}

function statusOf(result: WorkResult | undefined): string {
  return result?.state ?? 'unchanged';
}

/** Makes a function that finds the request for a row. */
function requestFinder(requests: readonly PlannedRequest[]): (row: PlanRow) => number | undefined {
  const byTeam = new Map<number, Map<string, number>>();
  for (const [index, request] of requests.entries()) {
    if (request.kind === 'create') continue;
    const users = byTeam.get(request.team) ?? new Map<string, number>();
    byTeam.set(request.team, users);
    const changes = request.kind === 'member' ? [request.change] : request.changes;
    for (const { user } of changes) users.set(user, index);
  }
  return ([team, user]) => byTeam.get(team)?.get(user);
}
