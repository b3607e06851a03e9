import type { Space } from '../../api/contract/schemas.ts';
import type { AccessPlace } from '../../domain/access/places.ts';
import { type Fields, type Ids, innermostId, type ThingIds, type Touch } from '../../model/effects/facts.ts';
import type { Thing } from '../../model/effects/thing-source.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown, type Unknown } from '../../model/read/unknown.ts';
import { kept } from '../../text/kept.ts';
import type { ShownIn, ShownSpace } from './places.ts';
import type { RightsRead, TeamRights } from './rights.ts';
import {
  isOtherCondition,
  isToBeMade,
  type JudgedWork,
  keyOf,
  namedAs,
  ownKey,
  reachSteps,
  type Step,
} from './steps.ts';
import type { ReadThings } from './things.ts';

/** What was read before requests: what they change, and what is around it. */
export interface ReachReads {
  /** Returns the values before of what a request changes; `null` if there is no such thing. */
  before(touch: ThingIds): Fields | null | Unknown;
  thing(kind: string, ids: Ids): Thing | undefined;
  /** Returns the rights of a team, before. */
  rights(team: string, org: string | undefined): TeamRights;
  /** Returns whether a person who joins a team administers its organization. */
  isAdministrator(user: string, org: string | undefined): boolean | undefined;
  /** The collections by their ids, with the roles of teams where these matter. */
  readonly collections: ReadonlyMap<string, AccessPlace>;
  /** The spaces on which teams get roles, by their ids. */
  readonly spaces: ReadonlyMap<string, AroundSpace>;
  /** Returns the spaces of a site that opens, or of which a section opens, or that something joins; `undefined` if they were not read. */
  spacesIn(site: string): readonly ShownSpace[] | undefined;
  /** The space with which a section is made, by the id of the section. */
  readonly spaceOf: ReadonlyMap<string, string>;
  /** Returns the title of a thing by its kind and id: `space space_docs`. */
  titleOf(name: string): string | undefined;
  /** The new sites that are made with spaces. */
  readonly filled: ReadonlySet<string>;
  /** Whether the requests are about members of the organization only, and about each person once. */
  readonly isEachPersonOnce: boolean;
}

export interface ReachReadOptions {
  /** What ends with the things that requests end: the sites that it is in are read. @default nothing */
  readonly following?: readonly Pick<Touch, 'ids'>[] | undefined;
  /** The number of requests that may run at once. @default 8 */
  readonly atOnce?: number | undefined;
  /** The ids of things that the same run has made. @default none */
  readonly made?: ReadonlySet<string> | undefined;
  /** All spaces by their ids. @default they are read where they matter */
  readonly spaces?: ReadonlyMap<string, AroundSpace> | undefined;
}

type AroundSpace = Pick<Space, 'title' | 'parent' | 'defaultLevel'>;

export const usualReads = 8;

/** Of more people in one team, it does not matter who they are. */
const mostOneByOne = 10;

/**
 * Reads what is around requests; each list once. What cannot be read is unknown.
 */
export async function readForReach(
  work: JudgedWork,
  reader: ServiceReader,
  { atOnce = usualReads, made, spaces: known, following = [] }: ReachReadOptions,
): Promise<ReachReads> {
  const wanted = wantedFor(work, reader.org, made);
  const { orgs, changed, joins, join, shown, titles, filled, spaceOf, places, isEachPersonOnce } = wanted;
  for (const { ids } of following) addSite(changed, ids);
  const reading = changed.size > 0 ? await import('./things.ts') : undefined;
  const read: ReadThings = (await reading?.readThings(reader, changed, atOnce)) ?? new Map();
  const foundOf = ({ kind, ids }: ThingIds) => read.get(kind)?.get(ownKey(ids));
  const before: ReachReads['before'] = (touch) => {
    const found = foundOf(touch);
    return readable(found)?.fields ?? (found as Unknown | null | undefined) ?? null;
  };
  /** Things that are called otherwise than what was read. */
  const named = new Map<string, { readonly kind: string; readonly thing: Thing }>();
  for (const [key, touch] of changed) {
    const { kind, ids, change } = touch;
    const found = foundOf(touch);
    // Who is in a team already does not join it.
    const mayJoin = kind === 'team-member' && change === 'set' && (!found || isUnknown(found));
    if (mayJoin) join(ids);
    const name = `${namedAs(kind)} ${innermostId(ids)}`;
    const thing = readable(found);
    if (thing && name !== key) named.set(name, { kind, thing });
  }
  const inOrgs = new Map<string, RightsRead>();
  for (const [org, own] of joins) {
    const { readRights } = await import('./rights.ts');
    inOrgs.set(org, await readRights(reader, org, { ...wanted, joins: own, atOnce }));
  }
  const shownIn: ShownIn =
    shown.length > 0
      ? await (await loadPlaces()).readShown(reader, { ...wanted, before, atOnce })
      : new Map();
  const spaces = new Map<string, AroundSpace>();
  if (wanted.spaces.size > 0)
    for (const [id, space] of known ?? (await (await loadPlaces()).readSpaces(reader, [...orgs]))) {
      if (space.title) titles.set(`space ${id}`, space.title);
      if (!wanted.spaces.has(id)) continue;
      spaces.set(id, space);
      if (space.parent) places.add(space.parent);
    }
  const collections =
    places.size > 0
      ? await (await loadPlaces()).readCollections(reader, orgs, places, atOnce)
      : new Map<string, AccessPlace>();
  for (const [id, { title }] of collections) if (title) titles.set(`collection ${id}`, title);
  return {
    before,
    thing: (kind, ids) => readable(foundOf({ kind, ids })),
    rights: (team, org = '') => inOrgs.get(org)?.rights.get(team) ?? { most: null },
    isAdministrator: (user, org = '') => inOrgs.get(org)?.administrators.has(user),
    collections,
    spacesIn: (site) => shownIn.get(site),
    titleOf(name) {
      const [kind = ''] = name.split(' ', 1);
      const found = named.get(name) ?? { kind, thing: read.get(kind)?.get(name.slice(kind.length + 1)) };
      const item = readable(found.thing)?.item;
      // Of a kind that nothing was read of, it may not be known what it is.
      return titles.get(name) ?? (item === undefined ? undefined : reading?.shownTitle(found.kind, item));
    },
    ...{ spaces, spaceOf, filled, isEachPersonOnce },
  };
}

function readable(found: Thing | Unknown | null | undefined): Thing | undefined {
  return found && !isUnknown(found) ? found : undefined;
}

const loadPlaces = () => import('./places.ts');

type Changed = Map<string, Pick<Touch, 'kind' | 'ids' | 'change'>>;

function addSite(changed: Changed, { org = '', site }: Ids): void {
  if (!site || isToBeMade(site)) return;
  const around = { kind: 'site', ids: { org, site }, change: 'set' } as const;
  changed.set(keyOf(around), around);
}

/** Finds out what has to be read to judge requests. */
function wantedFor(work: JudgedWork, ofWork: string | undefined, made: ReachReadOptions['made']) {
  const changed: Changed = new Map();
  const joins = new Map<string, Map<string, Set<string>>>();
  // A team that the same run has made has no rights but from it.
  const join = ({ org = '', team = '', user = '' }: Ids) => {
    if (isToBeMade(team) || made?.has(team)) return;
    const teams = kept(joins, org, () => new Map());
    const users = kept(teams, team, () => new Set<string>());
    users.add(users.size < mostOneByOne ? user : '');
  };
  const places = new Set<string>();
  const spaces = new Set<string>();
  const titles = new Map<string, string>();
  const filled = new Set<string>();
  const shown: Omit<Step, 'place'>[] = [];
  const spaceOf = new Map<string, string>();
  const people = new Set<string>();
  let steps = 0;
  let lowersMembers = false;
  let madeAt: number | undefined;
  // Collections and spaces are in one of these.
  const orgs = new Set<string>();
  for (const { touch, known, place } of reachSteps(work, titles)) {
    const { kind, ids, sets = {} } = touch;
    const { site, collection, user, org = ofWork } = ids;
    if (org) orgs.add(org);
    steps++;
    addSite(changed, ids);
    if (kind === 'member') {
      people.add(user ?? '');
      lowersMembers ||= sets.role !== 'admin';
    }
    if (kind === 'team-member' && known === null && touch.change === 'set') join(ids);
    if (kind === 'saml' && typeof sets.defaultTeam === 'string') join({ ...ids, team: sets.defaultTeam });
    if (collection) places.add(collection);
    if (typeof sets.parent === 'string') places.add(sets.parent);
    if (kind === 'space-team') spaces.add(ids.space ?? '');
    const isNew = touch.change === 'make';
    if (kind === 'site' && isNew) madeAt = place;
    if (site && !isToBeMade(site) && (kind === 'site-space') === isNew) shown.push({ touch, known });
    if (kind === 'site-space' && isNew) {
      if (madeAt === place) filled.add(site ?? '');
      if (isToBeMade(String(sets.sectionId))) spaceOf.set(String(sets.sectionId), String(sets.spaceId));
    }
    const isThere = !isNew && !Object.values(ids).some(isToBeMade);
    const matters = known === undefined || (kind === 'site-space' && isOtherCondition(touch, known));
    if (isThere && matters) changed.set(keyOf(touch), { kind, ids, change: touch.change });
  }
  return {
    orgs,
    changed,
    joins,
    join,
    places,
    spaces,
    titles,
    filled,
    shown,
    spaceOf,
    lowersMembers,
    isEachPersonOnce: people.size === steps,
  };
}
