import { ServiceError } from '../../api/client/errors.ts';
import type { IdOf } from '../../api/contract/ids.ts';
import { getMember, listMembers } from '../../api/contract/operations/members.ts';
import type { Member } from '../../api/contract/schemas.ts';
import { withoutAdministrator } from '../../domain/losses/last-ones.ts';
import type { LossGroup, Objection } from '../../domain/losses/mass.ts';
import { type People, personName } from '../../domain/people.ts';
import { isLowerRole } from '../../domain/roles.ts';
import { personOf } from '../team-members.ts';
import type { Known } from './known.ts';
import type { WantedRole } from './wishes.ts';

/** A member whose role in the organization becomes lower. */
export interface Fall {
  readonly user: IdOf<'user'>;
  readonly from: string | null;
  readonly to: string | null;
}

/** What the members of one organization lose. */
export interface MemberLosses {
  readonly org: string;
  readonly falls: readonly Fall[];
  /** The members who leave, by id; `teams` is the number of their teams, if it is known. */
  readonly leaving: ReadonlyMap<IdOf<'user'>, { readonly teams: number | undefined }>;
  readonly groups: readonly LossGroup[];
  readonly objection: Objection | undefined;
}

type Members = ReadonlyMap<IdOf<'user'>, Member>;

/** Finds out who leaves, whose role becomes lower, and whether an administrator stays. */
export async function judgeMembers(
  known: Known,
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

async function readAll({ api }: Known, org: string): Promise<Members> {
  const members = new Map<IdOf<'user'>, Member>();
  for await (const page of api.pages(listMembers, { params: { org } }))
    for (const member of page) members.set(member.id, member);
  return members;
}

/** Reads the one member, and all administrators if the member is one. */
async function readOne(known: Known, org: string, [wanted]: readonly WantedRole[]): Promise<Members> {
  const { api } = known;
  if (!wanted) return new Map();
  const { user } = wanted;
  const member = await api.call(getMember, { params: { org, user } }).catch((error: unknown) => {
    if (known.inBulk && error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  });
  if (!member) return new Map();
  known.member = member;
  const members = new Map([[user, member]]);
  if (member.role !== 'admin' || member.disabled) return members;
  for await (const page of api.pages(listMembers, { params: { org }, query: { role: 'admin' } }))
    for (const admin of page) members.set(admin.id, admin);
  return members;
}

function lossesOf(known: Known, org: string, wanted: readonly WantedRole[], members: Members): MemberLosses {
  const people: People = new Map([...members].map(([id, member]) => [id, personOf(member)]));
  known.members.set(org, people);
  const falls = new Map<IdOf<'user'>, Fall>();
  const leaving = new Map<IdOf<'user'>, { teams: number | undefined }>();
  for (const { user, role } of wanted) {
    const member = members.get(user);
    // A person who is not a member loses nothing; the request itself reports it.
    if (!member) continue;
    const from = member.role ?? null;
    if (role === undefined) leaving.set(user, { teams: member.teams ?? undefined });
    else if (isLowerRole(from, role)) falls.set(user, { user, from, to: role });
  }
  const admins: People = new Map([...people].filter(([id]) => members.get(id)?.role === 'admin'));
  const total = known.single ? undefined : members.size;
  const group = (act: string, users: Iterable<IdOf<'user'>>): LossGroup => {
    const names = [...users].map((id) => personName(id, people.get(id)));
    return { act, word: 'member', words: 'members', where: ` of ${org}`, lost: names.length, names, total };
  };
  return {
    org,
    falls: [...falls.values()],
    leaving,
    groups: [group('remove', leaving.keys()), group('lower the roles of', falls.keys())],
    objection: withoutAdministrator(org, admins, new Set([...leaving.keys(), ...falls.keys()])),
  };
}

/** Returns the largest possible loss, for members that cannot be read. */
function unknownLosses(org: string, wanted: readonly WantedRole[]): MemberLosses {
  const leaving = wanted.filter(({ role }) => role === undefined).map(({ user }) => user);
  const group = (act: string, lost: number): LossGroup => {
    return { act, word: 'member', words: 'members', where: ` of ${org}`, lost, names: [], total: undefined };
  };
  return {
    org,
    falls: [],
    leaving: new Map(leaving.map((user) => [user, { teams: undefined }])),
    groups: [group('remove', leaving.length), group('lower the roles of', wanted.length - leaving.length)],
    objection: undefined,
  };
}
