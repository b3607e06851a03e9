import type { IdOf } from '../api/contract/ids.ts';
import { listMembers } from '../api/contract/operations/members.ts';
import { diffTeam, type Present } from '../domain/memberships/diff.ts';
import type { MembershipPlan, PlannedTeam } from '../domain/memberships/plan.ts';
import { type NamedPlan, plannedTeam } from '../domain/memberships/planned-team.ts';
import {
  needsPeople,
  type ResolvedRow,
  resolveRoster,
  type WantedTeam,
} from '../domain/memberships/resolve.ts';
import type { RosterColumns } from '../domain/memberships/roster.ts';
import { type Names, type People, type Person, personOf } from '../domain/people.ts';
import { createLookup } from '../model/lookup.ts';
import { guardPlan } from '../work/guard-plan.ts';
import type { GuardLimits } from '../work/guards/judge.ts';
import { inParallel } from '../work/run/in-parallel.ts';
import type { Session } from '../work/run/session.ts';
import type { Shard } from '../work/shard.ts';
import { nobody, readTeam, readTeams, type TeamNow } from '../work/team-members.ts';
import { problemsError, type Roster } from './roster-file.ts';

export interface PlanOptions {
  readonly columns: RosterColumns;
  /** Whether members of a team who are not in the roster are removed from it. */
  readonly prune: boolean;
  readonly createTeams: boolean;
  readonly shard: Shard | undefined;
  /** The number of teams that are read at once. */
  readonly reads: number;
}

/**
 * Plans the changes that make the organization match the roster. Throws `UsageError` with all problems of the roster,
 * or with all objections of the guards. Only reads.
 */
export async function planRoster(session: Session, roster: Roster, options: PlanOptions): Promise<NamedPlan> {
  const { columns, prune, createTeams, shard, reads } = options;
  const org = session.scope.org();
  const [known, people] = await Promise.all([
    readTeams(session.api, org),
    roster.entries.some(needsPeople) ? readPeople(session, org) : undefined,
  ]);
  const persons =
    people && createLookup([...people].map(([id, { name, email }]) => ({ id, title: name, email })));
  const resolved = resolveRoster(roster.entries, createLookup(known), persons, {
    create: createTeams,
    columns,
  });
  const problems = [...roster.problems, ...resolved.problems];
  if (problems.length > 0) {
    const { withSuggestions } = await import('./suggestions.ts');
    throw problemsError(roster.name, withSuggestions(problems, known));
  }

  const isOwn = ({ title }: WantedTeam) => !shard || shard.holds(title);
  // The losses in the other parts of the roster count together with this one.
  const wanted = resolved.teams.filter((team) => isOwn(team) || mayEnd(team, prune));
  const now = await inParallel(wanted, reads, (team) =>
    team.id === null ? nobody : readTeam(session.api, org, team.id),
  );
  const teams = wanted.map((team, at) => planTeam(team, (now[at] as TeamNow).present, prune));
  await guardPlan(session, teams, now, { limits: rosterLimits(session), people });
  const own = [...wanted.keys()].filter((at) => isOwn(wanted[at] as WantedTeam));
  const ownTeams = own.map((at) => teams[at] as PlannedTeam);
  const ownWanted = own.map((at) => wanted[at] as WantedTeam);
  const rows = rowsOf(ownWanted, resolved.rows, ownTeams);
  const ownNow = own.map((at) => now[at] as TeamNow);
  return { plan: { teams: ownTeams, rows }, names: namesOf(rows, ownNow, people) };
}

/** A roster names who stays, so everybody who was forgotten goes: small teams are checked, too. */
export function rosterLimits({ limits }: Pick<Session, 'limits'>): GuardLimits {
  return { ...limits, smallest: 1 };
}

/** Names the people of `rows`, and keeps nobody else: a team can have many more members than its part of a roster. */
function namesOf(rows: MembershipPlan['rows'], teams: readonly TeamNow[], people: People | undefined): Names {
  const known = teams.map(() => new Map<IdOf<'user'>, Person>());
  for (const [team, user] of rows) {
    const person = teams[team]?.people.get(user);
    if (person) known[team]?.set(user, person);
  }
  return namesIn(known, people);
}

/** A function of its own, because a closure keeps everything that the function around it holds. */
function namesIn(teams: readonly People[], people: People | undefined): Names {
  return (team, user) => teams[team]?.get(user) ?? people?.get(user);
}

/** Tells whether memberships of a team may end. */
function mayEnd({ members }: WantedTeam, prune: boolean): boolean {
  return prune || [...members.values()].some(({ action }) => action === 'remove');
}

function planTeam({ id, title, members }: WantedTeam, present: Present, prune: boolean): PlannedTeam {
  return plannedTeam(id, title, present, diffTeam(members, present, prune));
}

/** Returns the rows of the roster in its order, then the members who leave without being in it. */
function rowsOf(
  wanted: readonly WantedTeam[],
  rows: readonly ResolvedRow[],
  teams: readonly PlannedTeam[],
): MembershipPlan['rows'] {
  const numbers = new Map(wanted.map((team, number) => [team, number]));
  const listed = rows.flatMap(({ team, user }) => {
    const number = numbers.get(team);
    return number === undefined ? [] : [[number, user] as const];
  });
  const pruned = teams.flatMap(({ changes }, number) =>
    changes
      .filter(({ user }) => !wanted[number]?.members.has(user))
      .map(({ user }) => [number, user] as const),
  );
  return [...listed, ...pruned];
}

async function readPeople({ api }: Session, org: string): Promise<People> {
  const people = new Map<IdOf<'user'>, Person>();
  for await (const page of api.pages(listMembers, { params: { org } }))
    for (const member of page) people.set(member.id, personOf(member));
  return people;
}
