import { listTeamMembers } from '../api/contract/operations/teams.ts';
import type { Team } from '../api/contract/schemas.ts';
import { collected } from '../text/collected.ts';
import { inChunks, readEach } from '../work/run/read-each.ts';
import { type Session, sessionReader } from '../work/run/session.ts';

/** Yields the teams of `pages` with a field `owners`. Throws `Unfinished` at the end if teams could not be read. */
export async function* withOwners(
  session: Session,
  pages: AsyncIterable<readonly Team[]>,
): AsyncGenerator<readonly object[]> {
  const [reader, org] = [sessionReader(session), session.scope.org()];
  const ownersOf = async (team: Team) => {
    const members = await collected(reader.pages(listTeamMembers, { org, team: team.id }));
    const owners = members
      .filter(({ team: membership }) => membership?.role === 'owner')
      .map(({ organization: { id, user } }) => ({ id, displayName: user?.displayName, email: user?.email }));
    return [{ ...team, owners }];
  };
  const name = ({ id, title }: Team) => `team "${title ?? id}" (${id})`;
  yield* inChunks(readEach(await collected(pages), ownersOf, name));
}
