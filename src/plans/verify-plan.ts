import { stillToDo } from '../domain/memberships/diff.ts';
import type { MemberChange, MembershipPlan } from '../domain/memberships/plan.ts';
import { ProcessingFailed } from '../errors.ts';
import { type BulkFlags, readsAtOnce } from '../runs/execute.ts';
import { inParallel } from '../runs/in-parallel.ts';
import type { Session } from '../runs/session.ts';
import { findPerson, findTeamNow } from './team-members.ts';

/**
 * Reads everything that a plan has changed: one list for each team, one request for each person. Throws
 * `ProcessingFailed` if something is not as planned.
 */
export async function verifyPlan(
  session: Session,
  { teams, members = [] }: MembershipPlan,
  { concurrency }: BulkFlags,
): Promise<void> {
  const reads = readsAtOnce(concurrency);
  const changed = teams.filter(({ id, changes }) => id !== null && changes.length > 0);
  const ofTeams = await inParallel(changed, reads, async ({ id, title, changes }) => {
    const present = (await findTeamNow(session.api, session.scope.org(), id as string))?.present;
    // A person who has left the organization has left its teams.
    const open = present ? stillToDo(changes, present) : changes;
    return open.map(({ user }) => `${user} in team ${JSON.stringify(title)}`);
  });
  const ofMembers = await inParallel(members, reads, async (change) =>
    (await isMade(session, change)) ? [] : [`${change.user} in ${session.scope.org()}`],
  );
  const wrong = [...ofTeams, ...ofMembers].flat();
  if (wrong.length > 0)
    throw new ProcessingFailed(
      `the service took every request, but not everything is as planned: ${wrong.join(', ')}`,
    );
  await session.out.done('verified: everything reads as planned');
}

async function isMade(session: Session, { user, to, leaves }: MemberChange): Promise<boolean> {
  const person = await findPerson(session.api, session.scope.org(), user);
  return leaves ? person === undefined : person !== undefined && (person.role ?? null) === to;
}
