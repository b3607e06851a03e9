import { listMembers, listMemberTeams } from '../api/contract/operations/members.ts';
import { listTeamMembers } from '../api/contract/operations/teams.ts';
import type { Member } from '../api/contract/schemas.ts';
import { usualBatchSize } from '../domain/memberships/changes.ts';
import { teamLabel } from '../domain/memberships/guards.ts';
import { handover, isSoleOwner, type TeamLeft } from '../domain/memberships/handover.ts';
import type { MembershipPlan } from '../domain/memberships/plan.ts';
import { plannedTeam } from '../domain/memberships/planned-team.ts';
import { firstOf, type Names } from '../domain/people.ts';
import { InvalidOption, UsageError } from '../errors.ts';
import { applyMemberships } from '../plans/memberships.ts';
import { assertAdministrator, memberCalled, personLabel, withMembers } from '../plans/people.ts';
import { showPlan } from '../plans/show-plan.ts';
import { personOf } from '../plans/team-members.ts';
import { type BulkFlags, readsAtOnce } from '../runs/execute.ts';
import { inParallel } from '../runs/in-parallel.ts';
import { collected } from '../runs/read-each.ts';
import type { Session } from '../runs/session.ts';
import { counted } from '../text/plural.ts';
import { showReach } from './offboard-reach.ts';

export interface OffboardFlags extends BulkFlags {
  readonly successor?: string | undefined;
  readonly journal?: string | undefined;
}

/**
 * Removes a member from every team, and then from the organization. If they are the only owner of a team, `successor`
 * becomes an owner first. Throws `UsageError` if the organization would have no administrator, or a team no owner.
 */
export async function offboard(session: Session, name: string, flags: OffboardFlags): Promise<void> {
  const member = await memberCalled(session, name, { code: 'offboard-member', data: {} });
  await assertAdministrator(session, [member]);
  const teams = await teamsOf(session, member, flags);
  const owned = teams.filter((team) => isSoleOwner(team, member.id));
  const successor = owned.length > 0 ? await successorFor(session, member, owned, flags) : undefined;
  if (flags.successor !== undefined && !successor) {
    const data = { owner: personLabel(member) };
    await session.out.note(await session.inWords({ code: 'leave-out-successor', data }));
  }
  await showReach(session, member, teams, owned);
  if (successor) await showGain(session, successor, owned);
  const plan = planLeaving(member, teams, successor?.id);
  const names: Names = (_, user) => {
    const one = [member, successor].find((known) => known?.id === user);
    return one && personOf(one);
  };
  await showPlan(session, plan, names);
  await session.out.note(await session.inWords({ code: 'invite-to-undo', data: {} }));
  const where = [session.scope.org(), ...(teams.length > 0 ? [counted(teams.length, 'team')] : [])].join(
    ' and ',
  );
  await session.confirm(`remove ${personLabel(member)} from ${where}?`);
  const { journal } = flags;
  await applyMemberships(
    session,
    { command: 'members offboard', plan, names, batchSize: usualBatchSize, journal },
    flags,
  );
}

async function teamsOf(
  session: Session,
  { id: user }: Member,
  { concurrency }: OffboardFlags,
): Promise<TeamLeft[]> {
  const org = session.scope.org();
  const listed = await collected(session.api.pages(listMemberTeams, { params: { org, user } }));
  return inParallel(listed, readsAtOnce(concurrency), async ({ team: { id, title } }) => {
    const members = await collected(session.api.pages(listTeamMembers, { params: { org, team: id } }));
    const present = new Map(members.map((one) => [one.organization.id, one.team?.role ?? 'member']));
    const active = members.filter((one) => one.team?.role === 'owner' && !one.organization.disabled);
    return { id, title: title ?? id, present, owners: new Set(active.map((one) => one.organization.id)) };
  });
}

/** Returns the new owner of the teams that only `member` owns. Throws `UsageError` if there is no usable successor. */
async function successorFor(
  session: Session,
  member: Member,
  owned: readonly TeamLeft[],
  { successor: given }: OffboardFlags,
): Promise<Member> {
  const teams = owned.map(({ id, title }) => `team ${JSON.stringify(title)} (${id})`).join(', ');
  const who = `${personLabel(member)} is the only owner of ${teams}`;
  const name = given ?? (session.canAsk() ? await askSuccessor(session, who, member) : undefined);
  if (!name) {
    throw new UsageError(`${who}; nothing was sent`, { hint: { code: 'name-successor', data: {} } });
  }
  const successor = await memberCalled(session, name, { code: 'list-successors', data: {} });
  const why = unfit(successor, member);
  if (why !== undefined) {
    throw new InvalidOption('successor', `${personLabel(successor)} ${why}`, {
      hint: { code: 'choose-successor', data: {} },
    });
  }
  return successor;
}

/** Returns why a member cannot take teams over; `undefined` if they can. */
function unfit({ id, disabled, role }: Member, leaving: Member): string | undefined {
  if (id === leaving.id) return 'is the member who leaves';
  if (disabled) return 'cannot sign in';
  return role ? undefined : 'is a guest';
}

/** Says which teams the successor gets, and the access that comes with those where they are no member. */
async function showGain({ out }: Session, successor: Member, owned: readonly TeamLeft[]): Promise<void> {
  const teams = owned.map(({ id, title, present }) => {
    const role = present.get(successor.id);
    return `${teamLabel(title, id)}${role ? ` (now ${role})` : ', with all access of the team'}`;
  });
  await out.note(`${personLabel(successor)} becomes an owner of ${firstOf(teams, teams.length)}`);
}

async function askSuccessor(session: Session, who: string, leaving: Member): Promise<string> {
  const members = await collected(session.api.pages(listMembers, { params: { org: session.scope.org() } }));
  const choices = members
    .filter((member) => unfit(member, leaving) === undefined)
    .map(({ id, user }) => ({
      value: id,
      label: [user?.displayName, user?.email, id].filter(Boolean).join('  '),
    }));
  return (await session.system.prompts.pick(`${who}. Who takes over?`, choices)).trim();
}

function planLeaving(
  member: Member,
  teams: readonly TeamLeft[],
  successor: string | undefined,
): MembershipPlan {
  const planned = teams.map((team) =>
    plannedTeam(team.id, team.title, team.present, handover(team, member.id, successor)),
  );
  const rows = planned.flatMap(({ changes }, number) => changes.map(({ user }) => [number, user] as const));
  const { id: user, role } = member;
  return withMembers({ teams: planned, rows }, [{ user, from: role ?? null, to: null, leaves: true }]);
}
