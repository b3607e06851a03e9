import * as z from 'zod/mini';
import { check } from '../api/contract/check.ts';
import type { IdOf } from '../api/contract/ids.ts';
import { type PersonFacts, personLine } from '../domain/people.ts';
import { inParallel } from '../model/read/in-parallel.ts';
import { absent } from '../model/read/reader.ts';
import { titled } from '../text/called.ts';
import { aloneInPlace } from '../work/alone.ts';
import { applyChanges, guardChanges } from '../work/change-run.ts';
import { changedLine, differenceLines } from '../work/change-words.ts';
import { reviewedLimits } from '../work/guards/judge.ts';
import { changeEffects } from '../work/plan-effects.ts';
import {
  assertOpensNoMore,
  documentOf,
  editedPlan,
  outOfDatePlan,
  plannedChanges,
  type StoredPlan,
  storePlan,
} from '../work/plan-file.ts';
import type { RunFlags } from '../work/run/execute.ts';
import { bulkReads, type Session, sessionReader } from '../work/run/session.ts';
import { confirmPlan, showPlan } from '../work/show-plan.ts';
import { noMembers, readTeam, readTeams, type TeamNow } from '../work/team-members.ts';
import { type RosterPlan, type RosterTeam, rosterLimits, titlesOf } from './plan-memberships.ts';

/** The changes of a stored roster, and its teams with their memberships before: the roles by the ids of the people. */
interface RosterSource extends Pick<RosterPlan, 'changes' | 'memberships'> {
  readonly teams: readonly (RosterTeam & { readonly present: Readonly<Record<string, string>> })[];
  readonly batchSize: number;
}

const RosterSource = z.strictObject({
  teams: z.array(
    z.strictObject({
      id: z.nullable(z.string()),
      title: z.string(),
      present: z.record(z.string(), z.string()),
    }),
  ),
  changes: z.array(z.unknown()),
  memberships: z.array(z.tuple([z.string(), z.string()])),
  batchSize: z.int().check(z.gte(1), z.lte(10_000)),
});

/** Writes the plan of a roster for `apply-plan`, readable by its owner only. */
export async function storeRoster(
  session: Session,
  path: string,
  { own, changes, memberships, teams, people }: RosterPlan,
  batchSize: number,
): Promise<void> {
  const names = { titles: titlesOf(own), people };
  const planned = plannedChanges(changes, names);
  const withPresent = own.map((team) => ({
    ...team,
    // There are none of a team that is not made yet.
    present: Object.fromEntries(((team.id && teams.get(team.id)) || noMembers).present),
  }));
  await storePlan(session, path, {
    document: documentOf(session.scope.org(), planned, await changeEffects(session, changes, names)),
    from: 'roster',
    source: { teams: withPresent, changes, memberships, batchSize },
  });
}

/**
 * Carries out a stored roster. Throws `OutOfDate` if memberships have changed since it was planned, and `UsageError` for
 * a plan that was changed.
 */
export async function applyRoster(
  session: Session,
  name: string,
  plan: StoredPlan,
  flags: RunFlags,
): Promise<void> {
  const { source } = plan;
  if (check(RosterSource, source).problems.length > 0) throw editedPlan(name);
  const stored = source as RosterSource;
  const work = () => applyAlone(session, plan, stored, flags);
  const makesTeams = stored.teams.some(({ id }) => id === null);
  await (makesTeams ? aloneInPlace(session, work) : work());
}

async function applyAlone(
  session: Session,
  plan: StoredPlan,
  { teams: planned, changes, memberships, batchSize }: RosterSource,
  flags: RunFlags,
): Promise<void> {
  const teams = await assertUpToDate(session, planned, flags.concurrency);
  const limits = reviewedLimits(rosterLimits(session));
  const { held } = await guardChanges(session, changes, { teams, titles: titlesOf(planned), limits });
  const people = new Map([...teams.values()].flatMap((team) => [...team.people]));
  const effects = await showPlan(session, changes, { teams, people, titles: titlesOf(planned) });
  assertOpensNoMore(effects, plan);
  await confirmPlan(session, changes);
  const about = { command: 'apply-plan', changes, effects, held };
  await applyChanges(session, { ...about, memberships, batchSize, people, limits }, flags);
}

/**
 * Reads the present members of the teams in a plan. Throws `OutOfDate` if the members of one have changed since the
 * plan was made, with each that has.
 */
async function assertUpToDate(
  session: Session,
  planned: RosterSource['teams'],
  concurrency: number | undefined,
): Promise<ReadonlyMap<IdOf<'team'>, TeamNow>> {
  const [reader, org] = [sessionReader(session), session.scope.org()];
  const isMaking = planned.some(({ id }) => id === null);
  const titles = new Set(isMaking ? (await readTeams(reader, org)).map(({ title }) => title) : []);
  const there = planned.flatMap(({ id }) => id ?? []);
  const found = await inParallel(there, concurrency ?? bulkReads, async (id) => {
    const now = await readTeam(reader, org, id).catch(absent);
    return now ? [[id, now] as const] : [];
  });
  const teams = new Map(found.flat());
  const details = planned.flatMap(({ id, title, present }) => {
    if (id === null) return differenceLines([], titles.has(title) ? [titled('team', title)] : []);
    const team = titled('team', title, id);
    const now = teams.get(id);
    return now ? memberDifferences(team, Object.entries(present), now) : differenceLines([team], []);
  });
  if (details.length === 0) return teams;
  throw outOfDatePlan('memberships have changed since it was made', details);
}

/** Says which memberships of a team are others than before. */
function memberDifferences(
  team: string,
  before: readonly [user: string, role: string][],
  { present, people }: TeamNow,
): string[] {
  const facts: ReadonlyMap<string, PersonFacts> = people;
  const text = ([user, role]: readonly [user: string, role: string]) =>
    `${team}: member ${personLine(user, facts.get(user))} (${role})`;
  return differenceLines(before, [...present], {
    text,
    key: ([user]) => user,
    changed: (was, is) => (was[1] === is[1] ? [] : [changedLine(text(is), was[1])]),
  });
}
