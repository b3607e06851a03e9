import { listMembers } from '../api/contract/operations/members.ts';
import type { Member } from '../api/contract/schemas.ts';
import { enoughFor, type LossGroup } from '../domain/losses/mass.ts';
import type { Change } from '../domain/memberships/diff.ts';
import { fallsGroup, teamLabel } from '../domain/memberships/guards.ts';
import { type MemberChange, undoTeam } from '../domain/memberships/plan.ts';
import { type NamedPlan, plannedTeam } from '../domain/memberships/planned-team.ts';
import { type People, type Person, personName } from '../domain/people.ts';
import { UsageError } from '../errors.ts';
import { type BulkFlags, readsAtOnce } from '../runs/execute.ts';
import { inParallel } from '../runs/in-parallel.ts';
import type { JournalContent } from '../runs/journal.ts';
import { assertSamePlace } from '../runs/place.ts';
import { collected } from '../runs/read-each.ts';
import { type Run, reopenRun } from '../runs/run.ts';
import type { Session } from '../runs/session.ts';
import { counted } from '../text/plural.ts';
import { shellQuote } from '../text/shell.ts';
import { shortened } from '../text/shortened.ts';
import { guardPlan } from './guard-plan.ts';
import { type Made, type MadeOfMember, madeBy, madeOfMembers, perhapsMadeBy } from './made.ts';
import { applyMemberships } from './memberships.ts';
import { assertAdministrator, withMembers } from './people.ts';
import { showPlan } from './show-plan.ts';
import { findPerson, findTeamNow, personOf, type TeamNow } from './team-members.ts';

export interface UndoFlags extends BulkFlags {
  readonly journal?: string | undefined;
}

/**
 * Undoes the changes of a run in a new run, which the journal of the first one then names. Throws `UsageError` for a
 * run that has been undone, and if a guard refuses it; `LocalStateError` if another process works on the run.
 */
export async function undoRun(session: Session, name: string, flags: UndoFlags): Promise<void> {
  const { run, content } = await reopenRun(session, name);
  try {
    await undoOpenRun(session, run, content, flags);
  } finally {
    await run.close();
  }
}

async function undoOpenRun(
  session: Session,
  run: Run,
  content: JournalContent,
  flags: UndoFlags,
): Promise<void> {
  const name = shellQuote(run.id);
  const { header, undone } = content;
  assertSamePlace(session, `run ${run.id}`, header);
  const { work } = header;
  if (undone) throw alreadyUndone(run.id, undone.by);
  if (work.kind !== 'memberships') {
    const { undoChanges } = await import('./undo/undo-changes.ts');
    return undoChanges(session, run, content, flags);
  }
  const left = madeOfMembers(content, work.plan, work.batchSize);
  await assertBack(session, left);
  for (const title of perhapsMadeBy(content, work.plan, work.batchSize))
    await session.out.warn(
      `${teamLabel(title)} may have been made by the run, and stays: its outcome is not known`,
    );
  const back = await planUndo(session, madeBy(content, work.plan, work.batchSize), flags);
  const { names } = back;
  const { changes: members, people } = await membersBack(session, left);
  const others = [await fallsOf(session, members, people)];
  await guardPlan(session, back.plan.teams, back.now, { others, people: back.people });
  const plan = withMembers(back.plan, members);
  await showPlan(session, plan, names);
  const { batchSize } = work;
  const changes = plan.rows.length;
  if (changes > 0) await session.confirm(`undo ${counted(changes, 'change')} of run ${run.id}?`);
  await applyMemberships(
    session,
    { command: `runs undo ${name}`, plan, names, batchSize, journal: flags.journal, undoes: run },
    flags,
  );
}

function alreadyUndone(id: string, by: string): UsageError {
  return new UsageError(`run ${id} has been undone by run ${by}`, {
    hint: { code: 'continue-undo', data: { run: by } },
  });
}

/** Throws `UsageError` if a person who has left is not a member again: their memberships cannot come back before. */
async function assertBack(session: Session, made: readonly MadeOfMember[]): Promise<void> {
  for (const {
    change: { user, leaves },
  } of made) {
    if (!leaves || (await findPerson(session.api, session.scope.org(), user))) continue;
    throw new UsageError(`${user} is not a member of ${session.scope.org()}; nothing was sent`, {
      hint: { code: 'invite-people', data: { thenUndo: true } },
    });
  }
}

/** Returns the earlier roles of people in the organization, unless they have been changed since. */
async function membersBack(
  session: Session,
  made: readonly MadeOfMember[],
): Promise<{ changes: MemberChange[]; people: People }> {
  const changes: MemberChange[] = [];
  const losing: Member[] = [];
  for (const { change, isUnclear } of made) {
    const { user, from: before, to: after, leaves } = change;
    const member = await findPerson(session.api, session.scope.org(), user);
    const now = member?.role ?? null;
    if (now === before) continue;
    if (isUnclear && (leaves || now === after)) {
      const wayBack = await session.inWords({ code: 'restore-role', data: { user, role: before } });
      await session.out.warn(`the role of ${user} in ${session.scope.org()} ${stays(wayBack)}`);
    } else if (leaves || now === after) {
      changes.push({ user, from: now, to: before });
      if (member) losing.push(member);
    } else
      await session.out.warn(
        `the role of ${user} in ${session.scope.org()} has been changed since and stays as it is`,
      );
  }
  await assertAdministrator(session, losing);
  return { changes, people: new Map(losing.map((member) => [member.id, personOf(member)])) };
}

/** Returns the roles that become lower; the members are counted only if their number matters. */
async function fallsOf(
  session: Session,
  changes: readonly MemberChange[],
  people: People,
): Promise<LossGroup> {
  const org = session.scope.org();
  const falls = fallsGroup(org, changes, people, undefined);
  const limit = enoughFor(falls.lost, session.limits.maxRemovals);
  if (limit === undefined) return falls;
  const members = await collected(session.api.pages(listMembers, { params: { org } }, { limit }));
  return { ...falls, total: members.length };
}

/** Plans the changes that restore teams, with their present members. */
async function planUndo(
  session: Session,
  made: readonly Made[],
  flags: UndoFlags,
): Promise<NamedPlan & { readonly now: readonly TeamNow[]; readonly people: People }> {
  const reads = readsAtOnce(flags.concurrency);
  const now = await inParallel(made, reads, ({ id }) => findTeamNow(session.api, session.scope.org(), id));
  const found = made.flatMap((team, at) => {
    const there = now[at];
    return there ? [inverseOf(team, there)] : [];
  });
  const { gone, people } = await lookFor(
    session,
    found.flatMap(({ changes }) => changes.filter(({ from }) => from === null).map(({ user }) => user)),
    reads,
  );
  const lost = made.filter((_, at) => !now[at]);
  const warnings = [
    ...lost.map(({ title, id }) => `${teamLabel(title, id)} no longer exists`),
    ...(await Promise.all(found.map((one) => whatStays(session, one, gone)))).flat(),
  ];
  for (const warning of shortened(warnings)) await session.out.warn(warning);
  const teams = found.map(({ team, now, changes }) => {
    const possible = changes.filter(({ from, user }) => from !== null || !gone.has(user));
    return plannedTeam(team.id, team.title, now.present, possible);
  });
  const rows = teams.flatMap(({ changes }, number) => changes.map(({ user }) => [number, user] as const));
  return {
    plan: { teams, rows },
    now: found.map(({ now }) => now),
    people,
    names: (team, user) => found[team]?.now.people.get(user) ?? people.get(user),
  };
}

/** The changes that restore a team, and those that stay. */
interface Found {
  readonly team: Made;
  readonly now: TeamNow;
  readonly changes: readonly Change[];
  /** Somebody else has changed them since. */
  readonly moved: readonly Change[];
  /** They show, but it is not known whether the run has made them. */
  readonly unclear: readonly Change[];
}

function inverseOf(team: Made, now: TeamNow): Found {
  const unclear = team.unclear.filter(({ user, to }) => (now.present.get(user) ?? null) === to);
  return { team, now, ...undoTeam(team.changes, now.present), unclear };
}

/** What is said of a change without an outcome that shows: the run may have made it, or somebody else. */
function stays(wayBack: string): string {
  return `stays as it is: it is not known whether the run has changed it; ${wayBack}`;
}

/**
 * Finds which of `users` have left the organization, and reads the others. A request that adds a person who has left
 * would fail as a whole.
 */
async function lookFor(
  session: Session,
  users: readonly string[],
  reads: number,
): Promise<{ gone: ReadonlySet<string>; people: People }> {
  const gone = new Set(users);
  const people = new Map<string, Person>();
  const org = session.scope.org();
  const found = (member: Member) => {
    if (gone.delete(member.id)) people.set(member.id, personOf(member));
  };
  if (gone.size > mostAskedOneByOne) {
    for await (const page of session.api.pages(listMembers, { params: { org } })) page.forEach(found);
  } else {
    await inParallel([...gone], reads, async (user) => {
      const member = await findPerson(session.api, org, user);
      if (member) found(member);
    });
  }
  return { gone, people };
}

/** Up to this number people are read one by one; a page of the list holds 1000 people. */
const mostAskedOneByOne = 20;

/** Warnings about everything in a team that stays as it is. */
async function whatStays(
  { inWords }: Session,
  { team: { id, title, isNew }, now: { people }, changes, moved, unclear }: Found,
  gone: ReadonlySet<string>,
): Promise<string[]> {
  const team = teamLabel(title, id);
  const name = ({ user }: Change) => personName(user, people.get(user));
  const wayBack = ({ user, from, to }: Change) =>
    inWords({
      code: 'restore-membership',
      data: { team: id, user, role: from, isMember: to !== null },
    });
  const remove = isNew && (await inWords({ code: 'delete-team', data: { team: id } }));
  return [
    ...(remove ? [`${team} was made by the run and stays: ${remove}`] : []),
    ...moved.map((change) => `${name(change)} in ${team} has been changed since and stays as it is`),
    ...(await Promise.all(
      unclear.map(async (change) => `${name(change)} in ${team} ${stays(await wayBack(change))}`),
    )),
    ...changes
      .filter(({ from, user }) => from === null && gone.has(user))
      .map((change) => `${name(change)} is no longer in the organization and cannot be added to ${team}`),
  ];
}
