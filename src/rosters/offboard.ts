import type { IdOf } from '../api/contract/ids.ts';
import type { Item } from '../api/contract/operation.ts';
import { listChangeRequests } from '../api/contract/operations/change-requests.ts';
import { listMemberSpaces, listMembers, listMemberTeams } from '../api/contract/operations/members.ts';
import type { Member } from '../api/contract/schemas.ts';
import type { Change } from '../domain/change.ts';
import { teamChanges, usualBatchSize, withMembers } from '../domain/memberships/changes.ts';
import type { MembershipChange } from '../domain/memberships/membership.ts';
import { changedMemberships } from '../domain/memberships/report.ts';
import { allNames, firstNames, personOf } from '../domain/people.ts';
import { type Hint, InvalidOption, UsageError } from '../errors.ts';
import { inParallel } from '../model/read/in-parallel.ts';
import { isUnknown, orUnknown } from '../model/read/unknown.ts';
import { titled } from '../text/called.ts';
import { collected } from '../text/collected.ts';
import { countsOf } from '../text/group-by.ts';
import { counted } from '../text/words.ts';
import { applyChanges, guardChanges } from '../work/change-run.ts';
import type { AlreadyRead } from '../work/guards/guard-reads.ts';
import { heldBack } from '../work/guards/held-back.ts';
import { judge, type PeopleLosses } from '../work/guards/judge.ts';
import { anyNumber, enoughFor } from '../work/guards/rules.ts';
import { idsOfNames } from '../work/named-ids.ts';
import { changeEffects } from '../work/plan-effects.ts';
import type { RunFlags } from '../work/run/execute.ts';
import { bulkReads, type Report, type Session, sessionReader } from '../work/run/session.ts';
import { showPlanEffects } from '../work/show-effects.ts';
import { showLeaving } from '../work/show-plan.ts';
import { type KnownTeam, readTeam, type TeamNow } from '../work/team-members.ts';
import { byIds, memberCalled, membersCalled, peopleLosses, personLabel } from './people.ts';

/** A team that people leave, with what is known about its members. */
type LeftTeam = TeamToLeave & TeamNow;

interface OffboardFlags extends RunFlags {
  readonly successor?: string | undefined;
}

/**
 * Removes members from every team, and then from the organization; `given` may be `-` for those in standard input. Where
 * only they own a team, `successor` becomes an owner first. Everyone is judged together. Throws `UsageError` if the
 * organization would have no administrator, or a team no owner, and if more is lost than is allowed.
 */
export async function offboard(
  session: Session,
  given: readonly string[],
  flags: OffboardFlags,
): Promise<void> {
  const named = await idsOfNames(session, given);
  if (named.length === 0) return session.out.note('no ids: nothing to do');
  const people = await membersCalled(session, named, { code: 'offboard-member', data: {} });
  const losses = await peopleLosses(session, { leaving: people });
  // Before a successor is asked for.
  heldBack(session, judge({ people: [losses] }, { ...session.limits, maxRemovals: anyNumber }));
  const leaving = new Set(people.map(({ id }) => id));
  const teams = await teamsOf(session, people, flags);
  const owned = teams.filter((team) => lastOwners(team, leaving).length > 0);
  const successor = owned.length > 0 ? await successorFor(session, people, owned, flags) : undefined;
  if (flags.successor !== undefined && !successor) {
    const [only] = people.length === 1 ? people : [];
    const hint: Hint = only
      ? { code: 'leave-out-successor', data: { owner: personLabel(only) } }
      : { code: 'leave-out-successor-of-all', data: {} };
    await session.out.note(await session.inWords(hint));
  }
  const org = session.scope.org();
  const left = teams.map((team) => ({ ...team, changes: handover(team, leaving, successor?.id) }));
  const removed = people.map(({ id, role }) => ({ user: id, from: role ?? null }));
  const changes = withMembers(org, teamChanges(org, left, usualBatchSize), removed);
  const concerned = [...people, ...(successor ? [successor] : [])];
  const known = new Map(concerned.map((one) => [one.id, personOf(one)]));
  const read = { ...byIds(teams), people: known };
  const { held } = await judgeLosses(session, changes, losses, read);
  const effects = await changeEffects(session, changes, read);
  const back = await session.inWords({ code: 'invite-to-undo', data: {} });
  await session.out.plan(async (out) => {
    await showPlanEffects(out, effects);
    await showReach(session, out, people, teams);
    if (successor) await showGain(out, successor, owned);
    await showLeaving(out, changes, read);
    await out.note(back);
  });
  const where = [org, ...(teams.length > 0 ? [counted(teams.length, 'team')] : [])].join(' and ');
  await session.confirm(`remove ${firstNames(people.map(personLabel))} from ${where}?`);
  const memberships = changedMemberships(changes).map(({ team, user }) => [team, user] as const);
  const about = { command: 'members offboard', changes, effects, held } as const;
  const report = { memberships, batchSize: usualBatchSize, people: known, isReadBack: true } as const;
  await applyChanges(session, { ...about, ...report }, flags);
}

/** Reads the teams of people, each team once. */
async function teamsOf(
  session: Session,
  people: readonly Member[],
  { concurrency }: OffboardFlags,
): Promise<LeftTeam[]> {
  const org = session.scope.org();
  const reads = concurrency ?? bulkReads;
  const lists = await inParallel(people, reads, ({ id: user }) =>
    sessionReader(session).needList(listMemberTeams, { org, user }),
  );
  const listed = new Map(lists.flat().map(({ team }) => [team.id, team.title ?? team.id]));
  return inParallel([...listed], reads, async ([id, title]) => {
    const now = await readTeam(sessionReader(session), org, id);
    const owners = [...now.present].filter(
      ([user, role]) => role === 'owner' && !now.people.get(user)?.disabled,
    );
    return { id, title, ...now, owners: new Set(owners.map(([user]) => user)) };
  });
}

/**
 * Returns the new owner of the teams that only people who leave own. Resolves with `undefined` where teams may lose their
 * owner, and no successor is named. Throws `UsageError` if there is no usable successor.
 */
async function successorFor(
  session: Session,
  people: readonly Member[],
  owned: readonly TeamToLeave[],
  { successor: given }: OffboardFlags,
): Promise<Member | undefined> {
  if (given === undefined && session.limits.allowOwnerless) return undefined;
  const who = ownersText(people, owned);
  const name = given ?? (session.canAsk() ? await askSuccessor(session, who, people) : undefined);
  if (!name) {
    throw new UsageError(`${who}; nothing was sent`, { hint: { code: 'name-successor', data: {} } });
  }
  const successor = await memberCalled(session, name, { code: 'list-successors', data: {} });
  const why = unfit(successor, people);
  if (why !== undefined) {
    throw new InvalidOption('successor', `${personLabel(successor)} ${why}`, {
      hint: { code: 'choose-successor', data: {} },
    });
  }
  return successor;
}

/** Says who owns which teams alone: `Zoe (zoe) is the only owner of team "Docs" (docs)`. */
function ownersText(people: readonly Member[], owned: readonly TeamToLeave[]): string {
  const leaving = new Set(people.map(({ id }) => id));
  const teams = new Map<string, string[]>();
  for (const team of owned) {
    const last = lastOwners(team, leaving);
    const names = people.filter(({ id }) => last.includes(id)).map(personLabel);
    const who = `${firstNames(names)} ${names.length === 1 ? 'is the only owner' : 'are the only owners'} of`;
    teams.set(who, [...(teams.get(who) ?? []), titled('team', team.title, team.id)]);
  }
  return [...teams].map(([who, labels]) => `${who} ${labels.join(', ')}`).join('; ');
}

/** Returns why a member cannot take teams over; `undefined` if they can. */
function unfit({ id, disabled, role }: Member, leaving: readonly Member[]): string | undefined {
  if (leaving.some((one) => one.id === id))
    return leaving.length === 1 ? 'is the member who leaves' : 'leaves, too';
  if (disabled) return 'cannot sign in';
  return role ? undefined : 'is a guest';
}

/** Judges how many people and memberships end, as {@link guardChanges} does. */
async function judgeLosses(
  session: Session,
  changes: readonly Change[],
  losses: PeopleLosses,
  read: AlreadyRead,
): ReturnType<typeof guardChanges> {
  const most = enoughFor(losses.leaving.length, session.limits.maxRemovals);
  const all = sessionReader(session).pages(listMembers, { org: losses.org }, { limit: most });
  const total = most === undefined ? undefined : (await collected(all)).length;
  return guardChanges(session, changes, { ...read, losing: [{ ...losses, total }] });
}

/** Says which teams the successor gets, and the access that comes with those where they are no member. */
async function showGain(
  out: Pick<Report, 'note'>,
  successor: Member,
  owned: readonly TeamToLeave[],
): Promise<void> {
  const teams = owned.map(({ id, title, present }) => {
    const role = present.get(successor.id);
    return `${titled('team', title, id)}${role ? ` (now ${role})` : ', with all access of the team'}`;
  });
  await out.note(`${personLabel(successor)} becomes an owner of ${firstNames(teams, teams.length)}`);
}

async function askSuccessor(session: Session, who: string, leaving: readonly Member[]): Promise<string> {
  const members = await sessionReader(session).needList(listMembers, { org: session.scope.org() });
  const choices = members
    .filter((member) => unfit(member, leaving) === undefined)
    .map(({ id, user }) => ({
      value: id,
      label: [user?.displayName, user?.email, id].filter(Boolean).join('  '),
    }));
  return (await session.system.prompts.pick(`${who}. Who takes over?`, choices)).trim();
}

/** The largest number of spaces that are searched for open change requests, of all people: each takes a request. */
const mostSpaces = 100;
const atOnce = 8;

type Messages = Pick<Report, 'note' | 'warn'>;

/** Prints the access of people before they leave: role, teams, spaces, open change requests. */
async function showReach(
  session: Session,
  out: Messages,
  people: readonly Member[],
  teams: readonly TeamToLeave[],
): Promise<void> {
  if (session.isQuiet) return;
  const leaving = new Set(people.map(({ id }) => id));
  const org = session.scope.org();
  const most = Math.max(1, Math.floor(mostSpaces / people.length));
  for (const member of people) {
    const email = member.user?.email ? ` <${member.user.email}>` : '';
    await out.note(`${personLabel(member)}${email}: ${member.role ?? 'guest'} in ${org}`);
    const own = teams.filter(({ present }) => present.has(member.id));
    await out.note(
      `  ${counted(own.length, 'team')}${own.length > 0 ? `: ${list(own.map(label(member, leaving)))}` : ''}`,
    );
    const spaces = await sessionReader(session).needList(listMemberSpaces, { org, user: member.id });
    await out.note(`  ${counted(spaces.length, 'space')} within reach${byLevel(spaces)}`);
    await showChangeRequests(session, out, member, spaces.slice(0, most));
    if (spaces.length > most)
      await out.note(`  open change requests were looked for in the first ${counted(most, 'space')} only`);
  }
}

const label = (member: Member, leaving: ReadonlySet<IdOf<'user'>>) => (team: TeamToLeave) => {
  const last = lastOwners(team, leaving);
  if (!last.includes(member.id)) return `${team.title} (${team.present.get(member.id) ?? 'member'})`;
  return `${team.title} (${last.length === 1 ? 'the only owner' : 'one of the last owners'})`;
};

type ReachedSpace = Item<typeof listMemberSpaces>;

function byLevel(spaces: readonly ReachedSpace[]): string {
  const counts = countsOf(spaces.map(({ permission }) => permission ?? 'unknown'));
  return counts.size > 0 ? `: ${[...counts].map(([level, count]) => `${count} ${level}`).join(', ')}` : '';
}

async function showChangeRequests(
  session: Session,
  out: Messages,
  member: Member,
  spaces: readonly ReachedSpace[],
): Promise<void> {
  const unread: string[] = [];
  const found = await inParallel(spaces, atOnce, async ({ space: { id: space, title: named } }) => {
    const title = named ?? space;
    const open = await orUnknown(
      sessionReader(session).needList(listChangeRequests, { space }, { contributor: member.id }),
    );
    if (isUnknown(open)) {
      unread.push(title);
      return [];
    }
    return open.map(({ number, subject }) => `#${number} ${JSON.stringify(subject ?? '')} in ${title}`);
  });
  const open = found.flat();
  await out.note(
    `  ${counted(open.length, 'open change request')}${open.length > 0 ? `: ${list(open)}` : ''}`,
  );
  if (unread.length > 0) await out.warn(`change requests could not be read in ${list(unread)}`);
}

function list(words: readonly string[], most = 20): string {
  return allNames(words.slice(0, most), words.length - most);
}

/** A team that people leave, before they leave. */
interface TeamToLeave extends KnownTeam, Pick<TeamNow, 'present'> {
  readonly owners: ReadonlySet<IdOf<'user'>>;
}

/** Returns those of `leaving` who own the team, if no one else who can sign in does. */
export function lastOwners(
  { owners, present }: TeamToLeave,
  leaving: ReadonlySet<IdOf<'user'>>,
): IdOf<'user'>[] {
  if ([...owners].some((owner) => !leaving.has(owner))) return [];
  return [...leaving].filter((user) => present.get(user) === 'owner');
}

/** Returns the changes when people leave a team; if only they own it, `successor` becomes an owner. */
function handover(
  team: TeamToLeave,
  leaving: ReadonlySet<IdOf<'user'>>,
  successor: IdOf<'user'> | undefined,
): MembershipChange[] {
  const { present } = team;
  const left = [...leaving].filter((user) => present.has(user));
  const ends = left.map((user): MembershipChange => ({ user, from: present.get(user) ?? null, to: null }));
  if (!successor || lastOwners(team, leaving).length === 0) return ends;
  return [{ user: successor, from: present.get(successor) ?? null, to: 'owner' }, ...ends];
}
