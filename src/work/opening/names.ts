import { getMember, listMembers } from '../../api/contract/operations/members.ts';
import { getTeam, listTeams } from '../../api/contract/operations/teams.ts';
import { personEntry, personOf } from '../../domain/people.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import type { Around } from './around.ts';
import type { Found } from './phrases.ts';
import { ifReadable } from './readable.ts';
import { isToBeMade } from './steps.ts';

/** Returns the name of a thing by its kind and id, if it is known already. */
export type KnownName = (kind: string, id: string) => string | undefined;

/** Names of more things than this are not read one by one. */
const mostRead = 10;

/** Makes a function that names things: what is not known, and is not worth a request, by its id. */
export async function createNames(
  reader: ServiceReader,
  found: readonly Found[],
  around: Around,
  nameOf: KnownName = () => undefined,
): Promise<(kind: string, id: string) => string> {
  const names = new Map<string, string>();
  const known = (kind: string, id: string) =>
    nameOf(kind, id) ?? around.titles.get(`${kind} ${id}`) ?? names.get(`${kind} ${id}`);
  const unnamed = (kind: string, ids: Iterable<string | undefined>) =>
    [...new Set(ids)].flatMap((id) =>
      id === undefined || isToBeMade(id) || known(kind, id) !== undefined ? [] : [id],
    );
  const org = found.find(({ ids }) => ids.org !== undefined)?.ids.org ?? reader.org ?? '';
  const users = unnamed(
    'member',
    found.map(({ ids }) => ids.user),
  );
  if (reader.has(listMembers, { org }))
    for (const member of await reader.needList(listMembers, { org }))
      names.set(`member ${member.id}`, personEntry(member.id, personOf(member)));
  else if (users.length <= mostRead)
    for (const user of users) {
      const member = await ifReadable(reader.get(getMember, { org, user }));
      if (member && !isUnknown(member)) names.set(`member ${user}`, personEntry(user, personOf(member)));
    }
  const teams = unnamed(
    'team',
    found.map(({ ids }) => ids.team),
  );
  const listed =
    teams.length > 1
      ? await ifReadable(reader.needList(listTeams, { org }))
      : await Promise.all(teams.map((team) => ifReadable(reader.get(getTeam, { org, team }))));
  for (const team of isUnknown(listed) ? [] : listed)
    if (team && !isUnknown(team) && team.title) names.set(`team ${team.id}`, team.title);
  return (kind, id) => known(kind, id) ?? (isToBeMade(id) ? 'a new one' : id);
}
