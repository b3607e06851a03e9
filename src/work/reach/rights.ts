import { asId } from '../../api/contract/ids.ts';
import { listCollectionPermissions, listCollections } from '../../api/contract/operations/collections.ts';
import { listMemberSpaces, listMembers } from '../../api/contract/operations/members.ts';
import { listSpacePermissions } from '../../api/contract/operations/spaces.ts';
import { listTeamMembers } from '../../api/contract/operations/teams.ts';
import type { TeamPermission } from '../../api/contract/schemas.ts';
import { stronger } from '../../domain/access/levels.ts';
import { inParallel } from '../../model/read/in-parallel.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { ifReadable, isUnknown, type Unknown } from '../../model/read/unknown.ts';

/** The highest level that a team may give in any place; null for none. */
export type TeamRights = { readonly most: string | null } | Unknown;

/** So many members of a team are looked at for one who may be asked. */
const mostLookedAt = 100;

/** So many places where a member has the highest level are asked whether it comes from the team. */
const mostAsked = 10;

/** So many teams are a few: what was read for them is kept for what asks for it later. */
const fewTeams = 10;

const highest = 'admin';

/** Who joins which team of an organization; an empty id stands for more people. */
type Joins = ReadonlyMap<string, ReadonlySet<string>>;

/** Who joins which team, and how it is read what the teams may do. */
interface RightsWanted {
  readonly joins: Joins;
  /** Whether the same work makes others of administrators. */
  readonly lowersMembers: boolean;
  readonly atOnce: number;
}

/** What was read of an organization. */
export interface RightsRead {
  readonly administrators: ReadonlySet<string>;
  readonly rights: ReadonlyMap<string, TeamRights>;
}

export async function readRights(
  reader: ServiceReader,
  org: string,
  { joins, lowersMembers, atOnce }: RightsWanted,
): Promise<RightsRead> {
  const administrators = await administratorsOf(reader, org);
  // Those that others than administrators join.
  const teams = [...joins].flatMap(([team, users]) =>
    [...users].some((user) => lowersMembers || !administrators.has(user)) ? [team] : [],
  );
  const rights = await inParallel(teams, atOnce, async (team) => {
    return [team, await rightsOf(reader, org, team, teams.length <= fewTeams)] as const;
  });
  return { administrators, rights: new Map(rights) };
}

async function administratorsOf(reader: ServiceReader, org: string): Promise<ReadonlySet<string>> {
  if (reader.has(listMembers, { org })) {
    const members = await reader.needList(listMembers, { org });
    return new Set(members.flatMap(({ id, role }) => (role === 'admin' ? [String(id)] : [])));
  }
  const people = await ifReadable(reader.needList(listMembers, { org }, { role: 'admin' }));
  return new Set(isUnknown(people) ? [] : people.map(({ id }) => id));
}

/**
 * Finds an upper bound of what a team may do. The service has no list of its roles, but the spaces of one of its members have
 * them all. The member in the fewest teams tells the most.
 */
async function rightsOf(
  reader: ServiceReader,
  org: string,
  team: string,
  isKept: boolean,
): Promise<TeamRights> {
  const asked = await ifReadable(reader.once('asked', { org, team }, () => memberToAsk(reader, org, team)));
  if (isUnknown(asked)) return asked;
  const { user, seen } = asked;
  if (user === undefined) return { unknown: noOneToAsk(seen) };
  const held = await ifReadable(reader.once('held', { org, user }, () => heldBy(reader, org, user, isKept)));
  if (isUnknown(held)) return held;
  if (held.places.length === 0) return { most: held.elsewhere };
  return ifReadable(rightsAt(reader, org, team, held));
}

/** A space where a member has the highest level. */
interface HeldPlace {
  readonly id: string;
  readonly parent: string | null;
}

/** What a member may do in spaces. */
interface Held {
  /** Some of the spaces where it is the highest level, and the number of all. */
  readonly places: readonly HeldPlace[];
  readonly count: number;
  /** The highest of all other levels. */
  readonly elsewhere: string | null;
}

/** Finds a member who is enabled and no administrator, in the fewest teams. */
async function memberToAsk(reader: ServiceReader, org: string, team: string) {
  let found: { readonly user: string; readonly teams: number } | undefined;
  let seen = 0;
  for await (const page of reader.pages(listTeamMembers, { org, team }, { limit: mostLookedAt }))
    for (const { organization: member } of page) {
      seen++;
      if (member.disabled || member.role === highest) continue;
      const teams = member.teams ?? Number.POSITIVE_INFINITY;
      if (!found || teams < found.teams) found = { user: member.id, teams };
    }
  return { user: found?.user, seen };
}

function noOneToAsk(seen: number): string {
  if (seen === 0) return 'it has no members';
  const whole = seen < mostLookedAt ? 'its' : `its first ${seen}`;
  return `${whole} members are administrators or disabled`;
}

/** Reads the spaces of a member, which are not kept for many teams: with those of one for each, there can be millions. */
async function heldBy(reader: ServiceReader, org: string, user: string, isKept: boolean): Promise<Held> {
  const places: HeldPlace[] = [];
  let count = 0;
  let elsewhere: string | null = null;
  const spaces = isKept
    ? [await reader.needList(listMemberSpaces, { org, user })]
    : reader.pages(listMemberSpaces, { org, user });
  for await (const page of spaces)
    for (const { space, permission = null } of page)
      if (permission !== highest) elsewhere = stronger(elsewhere, permission);
      else if (count++ < mostAsked) places.push({ id: space.id, parent: space.parent ?? null });
  return { places, count, elsewhere };
}

/** Asks the places where a member has the highest level, and the collections above, whether the team has it there. */
async function rightsAt(
  reader: ServiceReader,
  org: string,
  team: string,
  { places: asked, count, elsewhere }: Held,
): Promise<TeamRights> {
  const collections = new Map(
    asked.some(({ parent }) => parent !== null)
      ? (await reader.needList(listCollections, { org })).map(
          ({ id, parent }) => [String(id), parent] as const,
        )
      : [],
  );
  const above = new Set<string>();
  for (const { parent } of asked)
    for (let at = parent; at && !above.has(at); at = collections.get(at) ?? null) above.add(at);
  const own = (lists: readonly (readonly TeamPermission[])[]) =>
    lists.flat().flatMap(({ team: { id }, permission }) => (id === team ? (permission ?? []) : []));
  const inCollections = own(
    await Promise.all(
      [...above].map((collection) => reader.needList(listCollectionPermissions, { collection })),
    ),
  );
  if (inCollections.includes(highest)) return { most: highest };
  const inSpaces = own(
    await Promise.all(
      asked.map(({ id }) => reader.needList(listSpacePermissions, { space: asId<'space'>(id) })),
    ),
  );
  if (inSpaces.includes(highest)) return { most: highest };
  if (count > asked.length) return { unknown: `a member of it has ${highest} in ${count} places` };
  return { most: [...inCollections, ...inSpaces].reduce(stronger, elsewhere) };
}
