import type { IdOf } from '../api/contract/ids.ts';
import type { Change } from '../domain/change.ts';
import { type TeamDifference, teamChanges } from '../domain/memberships/changes.ts';
import type { ReportedMembership } from '../domain/memberships/report.ts';
import type { People, PersonFacts } from '../domain/people.ts';
import { createLookup } from '../model/lookup.ts';
import { inParallel } from '../model/read/in-parallel.ts';
import type { AlreadyRead } from '../work/guards/guard-reads.ts';
import type { GuardLimits } from '../work/guards/judge.ts';
import { type Session, sessionReader } from '../work/run/session.ts';
import type { Shard } from '../work/shard.ts';
import type { ReadForPlan } from '../work/show-plan.ts';
import {
  noMembers,
  readPeople,
  readTeam,
  readTeams,
  type SharedPeople,
  type TeamNow,
} from '../work/team-members.ts';
import { diffTeam, needsPeople, type ResolvedRow, resolveRoster, type WantedTeam } from './resolve.ts';
import type { RosterColumns } from './roster.ts';
import { problemsError, type Roster } from './roster-file.ts';

export interface RosterOptions {
  readonly columns: RosterColumns;
  /** Whether members of a team who are not in the roster are removed from it. @default false */
  readonly prune?: boolean;
  readonly createTeams?: boolean;
  readonly shard?: Shard | undefined;
  /** The number of teams that are read at once. */
  readonly reads: number;
  /** The largest number of memberships in one request. */
  readonly batchSize: number;
}

/** A team of a roster; without an id, one that must be made. */
export type RosterTeam = Pick<TeamDifference, 'id' | 'title'>;

export interface RosterPlan extends ReadForPlan {
  /** The teams that it is about, but for those of other shards. */
  readonly own: readonly RosterTeam[];
  /** The requests that make them as the roster says. */
  readonly changes: readonly Change[];
  /** What the guards judge: the changes of the whole roster, also of other shards, and what was read for them. */
  readonly judged: { readonly changes: readonly Change[]; readonly read: AlreadyRead };
  /** The rows of the roster in its order, then the members who leave without being in it. */
  readonly memberships: readonly ReportedMembership[];
}

/**
 * Plans the changes that make the organization match the roster. Throws `UsageError` with all problems of the roster. Only
 * reads.
 */
export async function planRoster(
  session: Session,
  roster: Roster,
  options: RosterOptions,
): Promise<RosterPlan> {
  const { columns, prune = false, createTeams = false, shard, reads, batchSize } = options;
  const org = session.scope.org();
  const reader = sessionReader(session);
  const [known, people] = await Promise.all([
    readTeams(reader, org),
    roster.entries.some(needsPeople) ? readPeople(reader, org) : undefined,
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

  const isOwn = ({ title }: { readonly title: string }) => !shard || shard.holds(title);
  // The losses in the other parts of the roster count together with this one.
  const wanted = resolved.teams.filter((team) => isOwn(team) || mayEnd(team, prune));
  const teams = await readNow(session, wanted, reads);
  const all = wanted.map(({ id, title, members }): TeamDifference => {
    const { present } = (id && teams.get(id)) || noMembers;
    return { id, title, changes: diffTeam(members, present, prune) };
  });
  const changes = teamChanges(org, all, batchSize);
  const titles = titlesOf(all);
  const read = { teams, titles, people: people ?? new Map(), limits: rosterLimits(session) };
  const differences = all.filter(isOwn);
  const memberships = rowsOf(wanted.filter(isOwn), resolved.rows, differences);
  const ofOwn = new Map([...teams].filter(([id]) => isOwn({ title: titles.get(id) as string })));
  return {
    own: differences.map(({ id, title }) => ({ id, title })),
    changes: shard ? teamChanges(org, differences, batchSize) : changes,
    judged: { changes, read },
    memberships,
    teams: ofOwn,
    people: peopleIn(memberships, teams, people),
  };
}

/** A roster names who stays, so everyone who was forgotten goes: small teams are checked, too. */
export function rosterLimits({ limits }: Pick<Session, 'limits'>): GuardLimits {
  return { ...limits, smallest: 1 };
}

/** Returns the titles of teams of the service by their ids. */
export function titlesOf(teams: readonly RosterTeam[]): ReadonlyMap<string, string> {
  return new Map(teams.flatMap(({ id, title }) => (id === null ? [] : [[id, title]])));
}

function mayEnd({ members }: WantedTeam, prune: boolean): boolean {
  return prune || [...members.values()].some(({ action }) => action === 'remove');
}

async function readNow(
  session: Session,
  wanted: readonly WantedTeam[],
  reads: number,
): Promise<ReadonlyMap<IdOf<'team'>, TeamNow>> {
  const [reader, org] = [sessionReader(session), session.scope.org()];
  const there = wanted.flatMap(({ id }) => id ?? []);
  const shared: SharedPeople = new Map();
  return new Map(
    await inParallel(there, reads, async (id) => [id, await readTeam(reader, org, id, shared)] as const),
  );
}

function rowsOf(
  wanted: readonly WantedTeam[],
  rows: readonly ResolvedRow[],
  differences: readonly TeamDifference[],
): ReportedMembership[] {
  const own = new Set(wanted);
  const all: ReportedMembership[] = [];
  for (const { team, user } of rows) if (own.has(team)) all.push([team.id ?? team.title, user]);
  for (const [at, { id, title, changes }] of differences.entries())
    for (const { user } of changes) if (!wanted[at]?.members.has(user)) all.push([id ?? title, user]);
  return all;
}

/** Names the people of `rows`, and keeps no one else: a team can have many more members than its part of a roster. */
function peopleIn(
  rows: readonly ReportedMembership[],
  teams: ReadonlyMap<string, TeamNow>,
  others: People | undefined,
): People {
  const people = new Map<IdOf<'user'>, PersonFacts>();
  for (const [team, user] of rows) {
    if (team === null || user === null || people.has(user)) continue;
    const person = teams.get(team)?.people.get(user) ?? others?.get(user);
    if (person) people.set(user, person);
  }
  return people;
}
