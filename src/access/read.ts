import { asId, type IdOf } from '../api/contract/ids.ts';
import { getMember, listMemberTeams } from '../api/contract/operations/members.ts';
import type { accessParts } from '../domain/access/facts.ts';
import type { RuleSet } from '../domain/access/rule-sets.ts';
import { type Reason, reasonOf } from '../model/read/list.ts';
import type { ServiceReader } from '../model/read/reader.ts';
import {
  type ItemOf,
  type PartOptions,
  readLists,
  readSnapshot,
  type SnapshotOptions,
  type SnapshotPart,
  type UnknownList,
} from '../model/read/snapshot.ts';
import { type AccessSnapshot, type KnownAccess, snapshotAccess } from './facts.ts';
import type { ReportedPlace } from './report.ts';

type Parts = AccessSnapshot['parts'];

/** A list has the ids of its members: there are many memberships, and one object for each role saves memory. */
const membership = { organization: { id: asId<'user'>('') } };
const ownership = { ...membership, team: { role: 'owner' } };

/** The parts that access depends on, with the fields that are kept of each thing. */
export const accessWanted: { readonly [Kind in keyof typeof accessParts]: PartOptions<Kind> } = {
  member: {
    keep: ({ id, role, user, disabled }) => ({
      id,
      role,
      disabled,
      user: { id, displayName: user?.displayName ?? null, email: user?.email ?? null },
    }),
  },
  team: { keep: ({ id, title }) => ({ id, title }) },
  'team-member': { keep: ({ team }) => (team?.role === 'owner' ? ownership : membership) },
  collection: { keep: ({ id, title, parent, defaultLevel }) => ({ id, title, parent, defaultLevel }) },
  'collection-team': { keep: ({ team, permission }) => ({ team: { id: team.id }, permission }) },
  space: { keep: ({ id, title, parent, defaultLevel }) => ({ id, title, parent, defaultLevel }) },
  'space-team': { keep: ({ team, permission }) => ({ team: { id: team.id }, permission }) },
};

/** Reads all facts about access in an organization: each list once. Rejects as `readSnapshot` does. */
export async function readFacts(
  reader: ServiceReader,
  organization: string,
  rules: RuleSet,
  options: SnapshotOptions = {},
): Promise<KnownAccess> {
  return snapshotAccess(await readSnapshot(reader, organization, accessWanted, options), rules);
}

/** Reads what one person may have in every place. Throws `ServiceError` 404 if no one has this id. */
export async function readFactsOfPerson(
  reader: ServiceReader,
  organization: string,
  rules: RuleSet,
  user: IdOf<'user'>,
): Promise<KnownAccess> {
  const { member: _member, 'team-member': _, ...places } = accessWanted;
  const [person, { parts }] = await Promise.all([
    readPerson(reader, organization, user),
    readSnapshot(reader, organization, places),
  ]);
  const all = { ...parts, ...person, team: joined(parts.team, person.team) };
  return snapshotAccess({ organization, parts: all }, rules);
}

/**
 * Reads what people may have in one place: with `user` one person, else everyone. Only the teams with a role there or
 * above are read. Throws `ServiceError` 404 if no one has this id.
 */
export async function readFactsOfPlace(
  reader: ServiceReader,
  organization: string,
  rules: RuleSet,
  place: ReportedPlace,
  user?: IdOf<'user'>,
): Promise<KnownAccess> {
  const { collection, team, space, member } = accessWanted;
  const [person, { parts: places }, spaces, members] = await Promise.all([
    user === undefined ? undefined : readPerson(reader, organization, user),
    readSnapshot(reader, organization, { collection, team }),
    place.kind === 'space' ? readSnapshot(reader, organization, { space }) : undefined,
    user === undefined ? readSnapshot(reader, organization, { member }) : undefined,
  ]);
  const parts = { ...places, space: spaces?.parts.space ?? empty };
  const chain = chainOf(parts, organization, place);
  const lists = { reader, organization };
  const [collectionTeams, spaceTeams] = await Promise.all([
    listsOf(lists, 'collection-team', chain.collections),
    listsOf(lists, 'space-team', chain.spaces),
  ]);
  const granted = new Set(
    [collectionTeams, spaceTeams].flatMap((part) =>
      [...part.lists.values()].flatMap((one) => [...one.keys()]),
    ),
  );
  const people = person ?? {
    member: (members as NonNullable<typeof members>).parts.member,
    team: empty,
    'team-member': await listsOf(lists, 'team-member', [...granted]),
  };
  const all = { ...parts, ...people, team: joined(parts.team, people.team) };
  return snapshotAccess(
    { organization, parts: { ...all, 'collection-team': collectionTeams, 'space-team': spaceTeams } },
    rules,
  );
}

const empty: SnapshotPart<never> = { lists: new Map(), unknown: [] };

/** Returns the same teams, and what could not be read of the teams of a person. */
function joined(teams: Parts['team'], { unknown }: Pick<Parts['team'], 'unknown'>): Parts['team'] {
  return { ...teams, unknown: [...teams.unknown, ...unknown] };
}

function listsOf<Kind extends 'collection-team' | 'space-team' | 'team-member'>(
  { reader, organization }: { readonly reader: ServiceReader; readonly organization: string },
  kind: Kind,
  parents: readonly string[],
): Promise<SnapshotPart<Kind>> {
  return readLists(reader, organization, kind, parents, accessWanted[kind]);
}

/** Returns the ids of a place and of the collections above it, as far as they are known. */
function chainOf(
  { collection, space }: Pick<Parts, 'collection' | 'space'>,
  org: string,
  place: ReportedPlace,
) {
  const collections: ReadonlyMap<string, ItemOf<'collection'>> | undefined = collection.lists.get(org);
  const spaces: ReadonlyMap<string, ItemOf<'space'>> | undefined = space.lists.get(org);
  const chain = new Set<string>();
  const start = place.kind === 'space' ? spaces?.get(place.id)?.parent : place.id;
  for (let at = start; at && !chain.has(at) && collections?.has(at); at = collections.get(at)?.parent) {
    chain.add(at);
  }
  const isKnown = place.kind === 'space' && spaces?.has(place.id);
  return { collections: [...chain], spaces: isKnown ? [place.id] : [] };
}

async function readPerson(
  reader: ServiceReader,
  organization: string,
  user: IdOf<'user'>,
): Promise<Pick<Parts, 'member' | 'team' | 'team-member'>> {
  const params = { org: organization, user };
  const [member, teams] = await Promise.all([
    orReason(reader.need(getMember, params)),
    orReason(reader.needList(listMemberTeams, params)),
  ]);
  const unread = (
    kind: 'member' | 'team',
    within: UnknownList['in'],
    reason: Reason,
  ): SnapshotPart<never> => ({
    lists: new Map(),
    unknown: [{ kind, in: within, reason }],
  });
  if ('reason' in member && member.reason.status === 404) throw member.error;
  return {
    member:
      'reason' in member
        ? unread('member', { kind: 'organization', id: organization }, member.reason)
        : { lists: new Map([[organization, new Map([[user, member.value]])]]), unknown: [] },
    team: 'reason' in teams ? unread('team', { kind: 'member', id: user }, teams.reason) : empty,
    'team-member': {
      lists: new Map(
        ('value' in teams ? teams.value : []).map(({ team }) => [team.id, new Map([[user, membership]])]),
      ),
      unknown: [],
    },
  };
}

/** Resolves with the value, or with why it could not be read. Rejects if nothing else can be read either. */
async function orReason<Value>(
  value: Promise<Value>,
): Promise<{ value: Value } | { reason: Reason; error: unknown }> {
  try {
    return { value: await value };
  } catch (error) {
    return { reason: reasonOf(error), error };
  }
}
