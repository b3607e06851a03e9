import { getTeam } from '../api/contract/operations/teams.ts';
import { usualBatchSize } from '../domain/memberships/changes.ts';
import { diffTeam, isDemotion } from '../domain/memberships/diff.ts';
import { plannedTeam } from '../domain/memberships/planned-team.ts';
import type { TeamRole } from '../domain/memberships/roster.ts';
import { type Names, personOf } from '../domain/people.ts';
import { guardPlan } from '../work/guard-plan.ts';
import { applyMemberships } from '../work/memberships.ts';
import { namedIds } from '../work/named-ids.ts';
import { membersCalled } from '../work/people.ts';
import type { BulkFlags } from '../work/run/execute.ts';
import type { Session } from '../work/run/session.ts';
import { confirmPlan, showPlan } from '../work/show-plan.ts';
import { readTeam } from '../work/team-members.ts';

interface AddFlags extends BulkFlags {
  /** The role in the team; absent to keep the present one, and for new members of the team. */
  readonly role?: TeamRole | undefined;
  readonly batchSize?: number | undefined;
  readonly journal?: string | undefined;
}

/**
 * Adds people to a team; `users` may be `-` for those in standard input. People who are in it already keep their place,
 * and their role unless `role` is another one. Throws `NothingCalled` for people who are no members of the organization.
 */
export async function addTeamMembers(
  session: Session,
  team: string,
  users: readonly string[],
  { role, batchSize = usualBatchSize, journal, ...flags }: AddFlags,
): Promise<void> {
  const given = await namedIds(session, users);
  if (given.length === 0) return session.out.note('no ids: nothing to do');
  const org = session.scope.org();
  const { id, title } = await session.api.call(getTeam, { params: { org, team } });
  const people = await membersCalled(session, given, { code: 'invite-people', data: {} });
  const now = await readTeam(session.api, org, id);
  const wanted = new Map(people.map((one) => [one.id, { role, action: 'add', line: 0 } as const]));
  const changes = diffTeam(wanted, now.present, false);
  const teams = [plannedTeam(id, title ?? id, now.present, changes)];
  const plan = { teams, rows: people.map((one) => [0, one.id] as const) };
  const known = new Map(people.map((one) => [one.id, personOf(one)]));
  const names: Names = (_, user) => known.get(user);
  await guardPlan(session, teams, [now], { people: known });
  await showPlan(session, plan, names);
  // As for one person, only a lower role is asked for.
  if (changes.some(isDemotion)) await confirmPlan(session, plan);
  await applyMemberships(session, { command: 'teams members add', plan, names, batchSize, journal }, flags);
}
