import { teamChanges, usualBatchSize } from '../domain/memberships/changes.ts';
import { isDemotion, type TeamRole } from '../domain/memberships/membership.ts';
import { personOf } from '../domain/people.ts';
import { applyChanges, guardChanges } from '../work/change-run.ts';
import { idsOfNames } from '../work/named-ids.ts';
import type { RunFlags } from '../work/run/execute.ts';
import type { Session } from '../work/run/session.ts';
import { confirmPlan, showPlan } from '../work/show-plan.ts';
import { byIds, membersCalled, teamCalled } from './people.ts';
import { diffTeam } from './resolve.ts';

interface AddFlags extends RunFlags {
  /** The role in the team; absent to keep the present one, and for new members of the team. */
  readonly role?: TeamRole | undefined;
  readonly batchSize?: number | undefined;
}

/**
 * Adds people to a team; `users` may be `-` for those in standard input. People who are in it already keep their place,
 * and their role unless `role` is another one. Throws `NothingCalled` for people who are no members of the organization.
 */
export async function addTeamMembers(
  session: Session,
  team: string,
  users: readonly string[],
  { role, batchSize = usualBatchSize, ...flags }: AddFlags,
): Promise<void> {
  const given = await idsOfNames(session, users);
  if (given.length === 0) return session.out.note('no ids: nothing to do');
  const org = session.scope.org();
  const now = await teamCalled(session, team);
  const { id, title } = now;
  const members = await membersCalled(session, given, { code: 'invite-people', data: {} });
  const wanted = new Map(members.map((one) => [one.id, { role, action: 'add', line: 0 } as const]));
  const different = diffTeam(wanted, now.present, false);
  const changes = teamChanges(org, [{ id, title, changes: different }], batchSize);
  const people = new Map(members.map((one) => [one.id, personOf(one)]));
  const read = { ...byIds([now]), people };
  const { held, question } = await guardChanges(session, changes, { ...read, asksForOpening: true });
  const effects = await showPlan(session, changes, read);
  // As for one person, only a lower role is asked for, and what opens something.
  if (different.some(isDemotion)) await confirmPlan(session, changes);
  else if (question !== undefined) await session.confirm(question);
  const memberships = members.map((one) => [id, one.id] as const);
  const about = { command: 'teams members add', changes, effects, held };
  await applyChanges(session, { ...about, memberships, batchSize, people }, flags);
}
