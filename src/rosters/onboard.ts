import { listMembers } from '../api/contract/operations/members.ts';
import type { Member } from '../api/contract/schemas.ts';
import { isLowerRole } from '../domain/access/levels.ts';
import type { Change } from '../domain/change.ts';
import {
  type MemberChange,
  teamChanges,
  usualBatchSize,
  withMembers,
} from '../domain/memberships/changes.ts';
import type { TeamRole } from '../domain/memberships/membership.ts';
import type { ReportedMembership } from '../domain/memberships/report.ts';
import { personOf } from '../domain/people.ts';
import { type Hint, UsageError } from '../errors.ts';
import { inParallel } from '../model/read/in-parallel.ts';
import { titled } from '../text/called.ts';
import { applyChanges, guardChanges } from '../work/change-run.ts';
import { inClosedOrder } from '../work/closed-order.ts';
import type { AlreadyRead } from '../work/guards/guard-reads.ts';
import type { InputFile } from '../work/journal/journal-schema.ts';
import type { RunFlags } from '../work/run/execute.ts';
import { bulkReads, type Session, sessionReader } from '../work/run/session.ts';
import { confirmPlan, type ReadForPlan, showPlan } from '../work/show-plan.ts';
import { memberCalled, peopleLosses, teamCalled } from './people.ts';
import { planRoster } from './plan-memberships.ts';
import { diffTeam } from './resolve.ts';
import { type ColumnNames, type LineProblem, type RosterEntry, rosterColumns } from './roster.ts';
import { readRoster } from './roster-file.ts';

export interface OnboardFlags extends RunFlags, ColumnNames {
  readonly team?: readonly string[] | undefined;
  readonly ownerOf?: readonly string[] | undefined;
  readonly file?: string | undefined;
  /** The role in the organization; `null` for a guest, absent to keep the present one. */
  readonly role: string | null | undefined;
}

const invitePeople: Hint = { code: 'invite-people', data: {} };

interface Onboarding extends ReadForPlan {
  readonly changes: readonly Change[];
  readonly memberships: readonly ReportedMembership[];
  /** The people concerned. */
  readonly members: readonly Member[];
  /** The number of members of the organization, if it was read. */
  readonly total?: number;
  readonly read: AlreadyRead;
  readonly input?: InputFile | undefined;
}

/**
 * Adds members to teams, and gives them a role in the organization. Throws `UsageError` for people who are no members.
 */
export async function onboard(
  session: Session,
  name: string | undefined,
  flags: OnboardFlags,
): Promise<void> {
  const plan = await (name === undefined ? ofRoster(session, flags) : ofOne(session, name, flags));
  const { people, input, read } = plan;
  const { role } = flags;
  const roles = role === undefined ? [] : roleChanges(plan.members, role);
  const demoted = plan.members.filter((one) => role !== undefined && isLowerRole(one.role ?? null, role));
  const losses = await peopleLosses(session, { demoted, total: plan.total });
  const changes = await inClosedOrder(
    sessionReader(session),
    withMembers(session.scope.org(), plan.changes, roles),
  );
  const { held } = await guardChanges(session, changes, { ...read, losing: [losses] });
  const effects = await showPlan(session, changes, { ...plan, titles: read.titles });
  if (demoted.length > 0) await session.confirm('lower roles that people have in the organization?');
  else await confirmPlan(session, changes);
  const memberships = [...plan.memberships, ...roles.map(({ user }) => [null, user] as const)];
  const about = { command: 'members onboard', changes, effects, held, input, limits: read.limits };
  const report = { memberships, batchSize: usualBatchSize, people, isReadBack: true } as const;
  await applyChanges(session, { ...about, ...report }, flags);
}

async function ofOne(
  session: Session,
  name: string,
  { team = [], ownerOf = [], concurrency }: OnboardFlags,
): Promise<Onboarding> {
  const member = await memberCalled(session, name, invitePeople);
  const org = session.scope.org();
  const wanted: [string, TeamRole | undefined][] = [
    ...team.map((one): [string, undefined] => [one, undefined]),
    ...ownerOf.map((one): [string, TeamRole] => [one, 'owner']),
  ];
  const read = await inParallel(wanted, concurrency ?? bulkReads, async ([one, as]) => {
    const now = await teamCalled(session, one);
    const members = new Map([[member.id, { role: as, action: 'add', line: 0 } as const]]);
    return { ...now, changes: diffTeam(members, now.present, false) };
  });
  const twice = read.find(({ id }, at) => read.findIndex((other) => other.id === id) !== at);
  if (twice) throw new UsageError(`${titled('team', twice.title, twice.id)} is given twice`);
  return {
    changes: teamChanges(org, read, usualBatchSize),
    memberships: read.map(({ id }) => [id, member.id] as const),
    members: [member],
    teams: new Map(read.map((one) => [one.id, one])),
    people: new Map([[member.id, personOf(member)]]),
    read: {},
  };
}

async function ofRoster(session: Session, flags: OnboardFlags): Promise<Onboarding> {
  const { file, concurrency } = flags;
  const columns = rosterColumns(flags);
  const roster = await readRoster(session, file as string, columns);
  const all = await sessionReader(session).needList(listMembers, { org: session.scope.org() });
  const members = new Map(all.map((member) => [member.id, member]));
  const problems = [...roster.problems, ...removals(roster.entries)];
  const options = { columns, reads: concurrency ?? bulkReads, batchSize: usualBatchSize };
  const plan = await planRoster(session, { ...roster, problems }, options).catch((error: unknown) => {
    throw withInvitations(error);
  });
  const users = [...new Set(plan.memberships.flatMap(([, user]) => user ?? []))];
  const unknown = users.filter((user) => !members.has(user));
  if (unknown.length > 0) {
    throw new UsageError(
      `${unknown.length} in ${roster.name} are not members of ${session.scope.org()}; nothing was sent`,
      { details: unknown, hint: invitePeople },
    );
  }
  const people = users.map((user) => members.get(user) as Member);
  return {
    ...plan,
    members: people,
    total: members.size,
    read: plan.judged.read,
    people: new Map(people.map((member) => [member.id, personOf(member)])),
    input: roster.input,
  };
}

/** Returns a problem for each row that takes a person out of a team: such a roster is meant for something else. */
function removals(entries: readonly RosterEntry[]): LineProblem[] {
  return entries
    .filter(({ action }) => action === 'remove')
    .map(({ line }) => ({
      line,
      column: 'action',
      message: 'must be add: onboarding removes no one from a team',
    }));
}

/** Adds to the problems of a roster how people become members. */
function withInvitations(error: unknown): unknown {
  if (!(error instanceof UsageError)) return error;
  const { message, details } = error;
  const isAboutPeople = details.some((detail) => detail.includes('there is no member '));
  return isAboutPeople ? new UsageError(message, { details, hint: invitePeople }) : error;
}

/** Returns the changes of people who do not have the role. */
function roleChanges(people: readonly Member[], to: string | null): MemberChange[] {
  return people
    .map(({ id, role }) => ({ user: id, from: role ?? null, to }))
    .filter(({ from }) => from !== to);
}
