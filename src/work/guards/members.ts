import type { IdOf } from '../../api/contract/ids.ts';
import { getMember, listMembers } from '../../api/contract/operations/members.ts';
import type { Member } from '../../api/contract/schemas.ts';
import { isLowerRole } from '../../domain/access/levels.ts';
import type { MemberChange } from '../../domain/memberships/changes.ts';
import { type PersonLookup, personOf } from '../../domain/people.ts';
import { kept } from '../../text/kept.ts';
import { type GuardReads, ReadPeople } from './guard-reads.ts';
import type { PeopleLosses } from './judge.ts';
import type { WantedRole } from './requests.ts';

/** What the members of one organization lose. */
export interface MemberLosses extends PeopleLosses {
  /** Those whose role becomes lower. */
  readonly demotions: readonly MemberChange[];
  /** The number of teams of those who leave, as far as it is known. */
  readonly teamsOf: ReadonlyMap<IdOf<'user'>, number | undefined>;
}

type Members = ReadonlyMap<IdOf<'user'>, Member>;

/** Finds out who leaves, whose role becomes lower, and who the administrators are. */
export async function lostMembers(
  known: GuardReads,
  roles: ReadonlyMap<string, readonly WantedRole[]>,
): Promise<MemberLosses[]> {
  const losses: MemberLosses[] = [];
  for (const [org, wanted] of roles) {
    const read = () => (known.single ? readOne(known, org, wanted) : readAll(known, org));
    const members = await known.readable(`the members of ${org}`, [], read);
    losses.push(members ? lossesOf(known, org, wanted, members) : unknownLosses(org, wanted));
  }
  return losses;
}

async function readAll({ reader }: GuardReads, org: string): Promise<Members> {
  return new Map((await reader.needList(listMembers, { org })).map((member) => [member.id, member]));
}

async function readOne(known: GuardReads, org: string, [wanted]: readonly WantedRole[]): Promise<Members> {
  const { reader } = known;
  if (!wanted) return new Map();
  const { user } = wanted;
  const member = await (known.inBulk ? reader.get : reader.need)(getMember, { org, user });
  if (!member) return new Map();
  const members = new Map([[user, member]]);
  if (member.role !== 'admin' || member.disabled) return members;
  for (const admin of await reader.needList(listMembers, { org }, { role: 'admin' }))
    members.set(admin.id, admin);
  return members;
}

function lossesOf(
  known: GuardReads,
  org: string,
  wanted: readonly WantedRole[],
  members: Members,
): MemberLosses {
  const people: PersonLookup = {
    get(id) {
      const member = members.get(id);
      return member && personOf(member);
    },
  };
  kept(known.members, org, () => new ReadPeople()).members = people;
  const demotions = new Map<IdOf<'user'>, MemberChange>();
  const teamsOf = new Map<IdOf<'user'>, number | undefined>();
  for (const { user, role } of wanted) {
    const member = members.get(user);
    // A person who is not a member loses nothing; the request itself reports it.
    if (!member) continue;
    const from = member.role ?? null;
    if (role === undefined) teamsOf.set(user, member.teams ?? undefined);
    else if (isLowerRole(from, role)) demotions.set(user, { user, from, to: role });
  }
  const isAdmin = (id: IdOf<'user'>) => members.get(id)?.role === 'admin';
  const losing = wanted.filter(({ user }) => isAdmin(user));
  // A new administrator counts where no one loses that role before.
  const isMade = (id: IdOf<'user'>) => losing.length > 0 && losing.every(({ after }) => after.has(id));
  known.administrators.set(org, new Set([...members.keys()].filter(isAdmin)));
  const admins = [...members].filter(([id]) => isAdmin(id) || isMade(id));
  return {
    org,
    people,
    demotions: [...demotions.values()],
    demoted: [...demotions.keys()],
    leaving: [...teamsOf.keys()],
    teamsOf,
    admins: new Map(admins.map(([id, member]) => [id, personOf(member)])),
    total: known.single ? undefined : members.size,
  };
}

/** Returns the largest possible loss, for members that cannot be read. */
function unknownLosses(org: string, wanted: readonly WantedRole[]): MemberLosses {
  const [leaving, demoted] = [true, false].map((leaves) =>
    wanted.filter(({ role }) => (role === undefined) === leaves).map(({ user }) => user),
  ) as [IdOf<'user'>[], IdOf<'user'>[]];
  const teamsOf = new Map(leaving.map((user) => [user, undefined]));
  const [people, total] = [undefined, undefined];
  return { org, people, demotions: [], demoted, leaving, teamsOf, admins: new Map(), total };
}
