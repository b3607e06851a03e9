import { listCollections } from '../../api/contract/operations/collections.ts';
import { getMember, listMembers } from '../../api/contract/operations/members.ts';
import { getTeam, listTeams } from '../../api/contract/operations/teams.ts';
import { personEntry, personOf } from '../../domain/people.ts';
import { grades } from '../../domain/reach/grades.ts';
import type { Effect } from '../../model/effects/effects.ts';
import { type Ids, innermostId } from '../../model/effects/facts.ts';
import { valueAt } from '../../model/fields.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { ifReadable, isUnknown } from '../../model/read/unknown.ts';
import { labelFor } from '../../model/resource.ts';
import { isResourceKind, resourceCalled } from '../../model/resources.ts';
import { titleIn } from '../../text/called.ts';
import type { ReachChange } from './reach-changes.ts';
import type { ReachReads } from './reach-reads.ts';
import { isToBeMade, namedAs } from './steps.ts';

/** Returns the name of a thing by its kind and id, if it is known already; `ids` has those of what is around it. */
export type KnownName = (kind: string, id: string, ids: Ids) => string | undefined;

export interface Names {
  /** Returns a name: what is not known, and is not worth a request, is called by its id. */
  of(kind: string, id: string, ids?: Ids): string;
  words(kind: string): { readonly one: string; readonly several: string };
  /** Returns the number of people in a team, if it is known. */
  people(team: string): number | undefined;
}

/** So many things are read for their names, one by one. */
const mostRead = 10;

/** What has names already: what was read around requests, and what follows from them. */
interface NamedBefore {
  readonly around: ReachReads;
  readonly following: readonly Effect[];
  readonly nameOf?: KnownName | undefined;
}

export async function createNames(
  reader: ServiceReader,
  found: readonly ReachChange[],
  { around, following, nameOf = () => undefined }: NamedBefore,
): Promise<Names> {
  const titles: Map<string, string> =
    following.length > 0 ? (await import('./following.ts')).titlesOfFollowing(following) : new Map();
  const called = new Map(
    found.flatMap(({ kind, ids, name }) =>
      name === undefined || namedAs(kind) !== kind ? [] : [[`${kind} ${innermostId(ids)}`, name] as const],
    ),
  );
  const known = (kind: string, id: string, ids: Ids = {}) =>
    nameOf(kind, id, ids) ?? around.titleOf(`${kind} ${id}`) ?? titles.get(`${kind} ${id}`);
  const unnamed = (kind: string, ids: Iterable<string | undefined>) =>
    [...new Set(ids)].flatMap((id) =>
      id === undefined || isToBeMade(id) || known(kind, id) !== undefined ? [] : [id],
    );
  const org = found.find(({ ids }) => ids.org !== undefined)?.ids.org ?? reader.org ?? '';
  // Those who matter the most are named first.
  const users = unnamed(
    'member',
    grades.flatMap((grade) =>
      found.flatMap((one) => (one.grade === grade ? [...(one.users ?? [one.ids.user])] : [])),
    ),
  );
  const needed = new Set(users);
  if (reader.has(listMembers, { org })) {
    for (const member of await reader.needList(listMembers, { org }))
      if (needed.has(member.id)) titles.set(`member ${member.id}`, personEntry(member.id, personOf(member)));
  } else
    for (const user of users.slice(0, mostRead)) {
      const member = await ifReadable(reader.get(getMember, { org, user }));
      if (member && !isUnknown(member)) titles.set(`member ${user}`, personEntry(user, personOf(member)));
    }
  const people = new Map<string, number>();
  for (const { kind, ids } of found) {
    const members = valueAt(around.thing(kind, ids)?.item, 'team.members');
    if (typeof members === 'number') people.set(ids.team ?? '', members);
  }
  const teams = unnamed(
    'team',
    found.flatMap(({ ids, field, before, after }) =>
      field === 'defaultTeam' ? [before, after].filter((one) => typeof one === 'string') : ids.team,
    ),
  );
  const listed =
    teams.length > 1 || reader.has(listTeams, { org })
      ? await ifReadable(reader.needList(listTeams, { org }))
      : await Promise.all(teams.map((team) => ifReadable(reader.get(getTeam, { org, team }))));
  for (const team of isUnknown(listed) ? [] : listed) {
    if (!team || isUnknown(team)) continue;
    if (team.title) titles.set(`team ${team.id}`, team.title);
    if (team.members) people.set(team.id, team.members);
  }
  const spaces = unnamed(
    'space',
    found.map(({ ids, space }) => ids.space ?? space),
  );
  if (spaces.length > 0)
    for (const [id, { title }] of await (await import('./places.ts')).readSpaces(reader, [org]))
      if (title) titles.set(`space ${id}`, title);
  const collections = unnamed(
    'collection',
    found.map(({ ids }) => ids.collection),
  );
  if (collections.length > 0) {
    const all = await ifReadable(reader.needList(listCollections, { org }));
    for (const { id, title } of isUnknown(all) ? [] : all) if (title) titles.set(`collection ${id}`, title);
  }
  const kinds = [...new Set(found.map(({ kind }) => kind))].filter(isResourceKind);
  const words = new Map(
    await Promise.all(kinds.map(async (kind) => [kind as string, await resourceCalled(kind)] as const)),
  );
  /** Returns the name of a change without the word for its kind: sentences have that already. */
  const ownName = (kind: string, id: string) => {
    const [name, of] = [called.get(`${kind} ${id}`), words.get(kind)];
    const word = of && labelFor(of);
    if (name === `${word} ${id}`) return id;
    return name?.startsWith(`${word} "`) ? titleIn(name) : name;
  };
  return {
    of: (kind, id, ids) => known(kind, id, ids) ?? ownName(kind, id) ?? (isToBeMade(id) ? 'a new one' : id),
    words: (kind) => words.get(kind) ?? { one: kind, several: kind },
    people: (team) => people.get(team),
  };
}
