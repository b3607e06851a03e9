import { asId } from '../api/contract/ids.ts';
import type { Change } from '../domain/change.ts';
import { membershipsOf } from '../domain/memberships/changes.ts';
import { stillToDo } from '../domain/memberships/diff.ts';
import { ProcessingFailed } from '../errors.ts';
import { type BulkFlags, readsAtOnce } from '../runs/execute.ts';
import { inParallel } from '../runs/in-parallel.ts';
import type { Session } from '../runs/session.ts';
import { findPerson, findTeamNow } from './team-members.ts';

/**
 * Reads the memberships and the people that changes are about: one list for each team, one request for each person.
 * Throws `ProcessingFailed` if something is not as planned.
 */
export async function verifyMemberships(
  session: Session,
  changes: readonly Change[],
  { concurrency }: BulkFlags,
): Promise<void> {
  const reads = readsAtOnce(concurrency);
  const teams = new Map<string, Change[]>();
  for (const change of changes) {
    const { team } = change.ref;
    if (change.kind === 'team-members' && typeof team === 'string')
      teams.set(team, [...(teams.get(team) ?? []), change]);
  }
  const ofTeams = await inParallel([...teams], reads, async ([id, own]) => {
    const present = (await findTeamNow(session.api, session.scope.org(), asId<'team'>(id)))?.present;
    const planned = own.flatMap(membershipsOf);
    // A person who has left the organization has left its teams.
    const open = present ? stillToDo(planned, present) : planned;
    return open.map(({ user }) => `${user} in ${own[0]?.name}`);
  });
  const members = changes.filter(({ kind }) => kind === 'member');
  const ofMembers = await inParallel(members, reads, async (change) =>
    (await isMade(session, change)) ? [] : [`${change.ref.user} in ${session.scope.org()}`],
  );
  const wrong = [...ofTeams, ...ofMembers].flat();
  if (wrong.length > 0)
    throw new ProcessingFailed(
      `the service took every request, but not everything is as planned: ${wrong.join(', ')}`,
    );
  await session.out.done('verified: everything reads as planned');
}

async function isMade(session: Session, { ref, after }: Change): Promise<boolean> {
  const person = await findPerson(session.api, session.scope.org(), asId<'user'>(ref.user as string));
  if (after === null) return person === undefined;
  return person !== undefined && (person.role ?? null) === (after.role ?? null);
}
