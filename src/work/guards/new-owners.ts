import type { IdOf } from '../../api/contract/ids.ts';
import { getMember, listMembers } from '../../api/contract/operations/members.ts';
import type { Member } from '../../api/contract/schemas.ts';
import { isEmail, type People, type PersonFacts, personOf } from '../../domain/people.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown, orUnknown } from '../../model/read/unknown.ts';
import { newOwnersToKnow, type TeamChanges } from './memberships.ts';

/**
 * Returns `teams` with the new owners who decide whether a team keeps an owner. Makes one request for one person, reads
 * one list for several, and nothing for those in `known`. People whom the service does not show stay unknown.
 */
export async function withNewOwners(
  reader: ServiceReader,
  org: string,
  teams: readonly TeamChanges[],
  known: People = new Map(),
): Promise<readonly TeamChanges[]> {
  const users = new Set(teams.flatMap(newOwnersToKnow));
  if (users.size === 0) return teams;
  const unknown = [...users].filter((user) => !known.has(user));
  const found = new Map<string, PersonFacts>([...(await readPeople(reader, org, unknown)), ...known]);
  const owners = [...users].flatMap((user) => {
    const person = found.get(user) ?? found.get(user.toLowerCase());
    return person ? [[user, person] as const] : [];
  });
  return teams.map((team) => ({ ...team, people: new Map([...owners, ...team.people]) }));
}

/** Returns people by their ids, and by their addresses in lower case. */
async function readPeople(
  reader: ServiceReader,
  org: string,
  users: readonly IdOf<'user'>[],
): Promise<ReadonlyMap<string, PersonFacts>> {
  const [only] = users;
  if (only === undefined) return new Map();
  const isOne = users.length === 1 && !isEmail(only);
  const members = await orUnknown<readonly (Member | null)[]>(
    isOne
      ? reader.get(getMember, { org, user: only }).then((member) => [member])
      : reader.needList(listMembers, { org }),
    [403],
  );
  const people = new Map<string, PersonFacts>();
  for (const member of isUnknown(members) ? [] : members) {
    if (!member) continue;
    const person = personOf(member);
    people.set(member.id, person);
    if (person.email) people.set(person.email.toLowerCase(), person);
  }
  return people;
}
