import { ServiceError } from '../../api/client/errors.ts';
import { asId, type IdOf } from '../../api/contract/ids.ts';
import { getMember, listMembers, listMemberTeams } from '../../api/contract/operations/members.ts';
import { getTeam, listTeamMembers } from '../../api/contract/operations/teams.ts';
import type { Member } from '../../api/contract/schemas.ts';
import type { MembershipChange, TeamRole } from '../../domain/memberships/membership.ts';
import { isEmail, type People, type PersonFacts, personOf } from '../../domain/people.ts';
import { inParallel } from '../../model/read/in-parallel.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { ifReadable, isUnknown, orUnknown } from '../../model/read/unknown.ts';
import { titled } from '../../text/called.ts';
import { kept } from '../../text/kept.ts';
import { bulkReads } from '../run/session.ts';
import {
  type KnownTeam,
  noMembers,
  readTeam as readTeamNow,
  readTeams,
  type TeamNow,
} from '../team-members.ts';
import { type GuardReads, ReadPeople } from './guard-reads.ts';
import type { LimitName, Losses } from './judge.ts';
import type { MemberLosses } from './members.ts';
import type { RequestedLosses, Sending, WantedMembership } from './requests.ts';
import { enoughFor, newOwnersToKnow, type TeamChanges } from './rules.ts';

/** The losses of teams: of those whose members the work itself changes, and of others that people leave. */
type TeamLosses = Required<Pick<Losses, 'teams' | 'teamsOfLeaving'>>;

/** Finds the memberships that end or get a lower role, and their teams. */
export async function lostMemberships(
  known: GuardReads,
  { teams }: RequestedLosses,
  members: readonly MemberLosses[],
): Promise<TeamLosses> {
  const named: TeamChanges[] = [];
  const teamsOfLeaving: TeamChanges[] = [];
  const leavingOf = new Map(members.map(({ org, teamsOf }) => [org, teamsOf]));
  for (const org of new Set([...teams.keys(), ...leavingOf.keys()])) {
    const wanted = teams.get(org) ?? new Map<IdOf<'team'>, readonly WantedMembership[]>();
    const leaving = leavingOf.get(org) ?? new Map<IdOf<'user'>, never>();
    const titles = await teamsToRead(known, org, wanted.keys(), leaving);
    const found = await inParallel([...titles], bulkReads, async ([id, title]) => ({
      id,
      label: title === undefined ? `team ${id}` : titled('team', title, id),
      now: await readTeam(known, org, id, wanted.get(id)?.filter(({ role }) => role !== 'owner').length ?? 0),
    }));
    const ofOrg = found.map(({ id, label, now }): TeamChanges => {
      const { present, people } = now ?? noMembers;
      const own = wanted.get(id) ?? [];
      const left = [...leaving.keys()].filter((user) => present.has(user));
      const changes = now ? changesOf(own, now) : largestChanges(own);
      return { id, label, present, people, changes, leaving: left };
    });
    const all = known.limits.allowOwnerless
      ? ofOrg
      : await withNewOwners(known.reader, org, ofOrg, known.people);
    for (const [at, team] of all.entries())
      (wanted.has(found[at]?.id as IdOf<'team'>) ? named : teamsOfLeaving).push(team);
  }
  return { teams: named, teamsOfLeaving };
}

/** Resolves with the number of members of the teams that no request changes; of a team that cannot be read, there are none. */
export async function countMembers(
  { reader, teams: before }: GuardReads,
  others: ReadonlyMap<string, readonly IdOf<'team'>[]>,
  { teams }: RequestedLosses,
): Promise<number> {
  const counts = [...others].map(async ([org, ids]) => {
    const rest = [...new Set(ids)].filter((id) => !teams.get(org)?.has(id));
    const found = await inParallel(
      rest,
      bulkReads,
      (id) => before.get(id) ?? orUnknown(readTeamNow(reader, org, id)),
    );
    return found.reduce((sum, team) => sum + (isUnknown(team) ? 0 : team.present.size), 0);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Resolves with the members of a team. `lost` is the largest number of them who lose something. */
async function readTeam(
  known: GuardReads,
  org: string,
  id: IdOf<'team'>,
  lost: number,
): Promise<TeamNow | undefined> {
  const { reader } = known;
  const before = known.teams.get(id);
  if (before) return before;
  const isMass = enoughFor(lost, known.limits.maxRemovals) !== undefined;
  const limits: LimitName[] = ['allowOwnerless', ...(isMass ? ['maxRemovals' as const] : [])];
  const read = async () => {
    try {
      // What is kept is not read again for the values before.
      await reader.needList(listTeamMembers, { org, team: id });
    } catch (error) {
      // A team that does not exist loses nothing; the request itself reports it.
      const isMissing = error instanceof ServiceError && error.status === 404;
      if (isMissing && (await reader.get(getTeam, { org, team: id })) === null) return noMembers;
      throw error;
    }
    const now = await readTeamNow(reader, org, id);
    const people = kept(known.members, org, () => new ReadPeople());
    for (const [user, person] of now.people) people.set(user, person);
    return now;
  };
  return known.readable(`the members of team ${id}`, limits, read, [403, 404]);
}

/** Reads the titles of the teams of organizations where members of teams change, by their ids; none that are not shown. */
export async function readTitles(
  { reader }: GuardReads,
  { teams }: RequestedLosses,
): Promise<ReadonlyMap<string, string>> {
  const lists = [...teams.keys()].map((org) => ifReadable(readTeams(reader, org)));
  const found = (await Promise.all(lists)).flatMap((all) => (isUnknown(all) ? [] : all));
  return new Map(found.map(({ id, title }) => [id, title]));
}

/** Returns the teams that may lose something, with their titles if known. */
async function teamsToRead(
  known: GuardReads,
  org: string,
  named: Iterable<IdOf<'team'>>,
  leaving: MemberLosses['teamsOf'],
): Promise<Map<IdOf<'team'>, string | undefined>> {
  const { reader } = known;
  const titles = new Map([...named].map((id) => [id, known.titles.get(id)] as const));
  const inTeams = [...leaving].filter(([, teams]) => teams !== 0).map(([user]) => user);
  const [only] = inTeams;
  // If the members cannot be read, the work is refused, so no further list is read.
  if (only === undefined || known.isRefused()) return titles;
  const found = await known.readable(`the teams of ${org}`, ['allowOwnerless'], () =>
    known.single ? ownedTeams(known, org, only) : readTeams(reader, org),
  );
  for (const { id, title } of found ?? []) titles.set(id, title);
  return titles;
}

async function ownedTeams({ reader }: GuardReads, org: string, user: IdOf<'user'>): Promise<KnownTeam[]> {
  return (await reader.needList(listMemberTeams, { org, user })).flatMap(({ team, member }) =>
    member?.role === 'owner' ? [{ id: team.id, title: team.title ?? team.id }] : [],
  );
}

/**
 * Returns the changes for members of the team. A new owner counts only if no one loses something before: another request
 * may fail.
 */
function changesOf(wanted: readonly WantedMembership[], now: TeamNow): MembershipChange[] {
  const losing = new Set(wanted.flatMap(({ role, request }) => (role === 'owner' ? [] : request)));
  const isBefore = (request: Sending) =>
    [...losing].every((one) => one === request || one.requires?.has(request));
  const called = (address: string) =>
    [...now.people].find(([, { email }]) => email?.toLowerCase() === address.toLowerCase())?.[0];
  const changes = new Map<IdOf<'user'>, MembershipChange>();
  for (const { user, role, request } of wanted) {
    // The address of a person who is not in the team stands for the id.
    const given = asId<'user'>(user);
    const id = (isEmail(user) && !now.present.has(given) && called(user)) || given;
    const from = now.present.get(id) ?? null;
    if (from === null && role !== 'owner') continue;
    if (role === 'owner' && !isBefore(request)) continue;
    changes.set(id, { user: id, from, to: role as TeamRole | null });
  }
  return [...changes.values()];
}

/** Returns the largest possible loss, for a team that cannot be read. */
function largestChanges(wanted: readonly WantedMembership[]): MembershipChange[] {
  return wanted.map(({ user, role }) => ({
    user: asId<'user'>(user),
    from: 'owner',
    to: role as TeamRole | null,
  }));
}

/**
 * Returns `teams` with the new owners who decide whether a team keeps an owner. Makes one request for one person, reads
 * one list for several, and nothing for those in `known`. People whom the service does not show stay unknown.
 */
async function withNewOwners(
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
