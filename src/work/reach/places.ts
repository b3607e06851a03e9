import { listCollectionPermissions, listCollections } from '../../api/contract/operations/collections.ts';
import { listMemberSpaces } from '../../api/contract/operations/members.ts';
import { listSections } from '../../api/contract/operations/sections.ts';
import { listSiteSpaces } from '../../api/contract/operations/site-spaces.ts';
import type { Space } from '../../api/contract/schemas.ts';
import { type AccessPlace, inherit } from '../../domain/access/places.ts';
import { isHeld } from '../../domain/reach/grades.ts';
import { reachOfValues } from '../../domain/reach/reach.ts';
import type { Ids, ThingIds } from '../../model/effects/facts.ts';
import { inParallel } from '../../model/read/in-parallel.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { findAdministrator } from '../../model/read/spaces.ts';
import { ifReadable, isUnknown } from '../../model/read/unknown.ts';
import { type Step, valuesIn } from './steps.ts';

/** The lists of so many places are read. */
const mostPlaces = 100;

export interface ShownSpace {
  readonly id: string;
  readonly siteSpace: string;
  readonly title: string | undefined;
  readonly section: string | undefined;
  readonly hasCondition: boolean;
  /** Whether it, or its section, has a condition: not everyone who reads the site reads it. */
  readonly isHidden: boolean;
}

/** The spaces of sites, by the id of the site; `undefined` where the service does not show them. */
export type ShownIn = ReadonlyMap<string, readonly ShownSpace[] | undefined>;

interface WantedSpaces {
  /** What joins sites, and what changes them. */
  readonly shown: readonly Omit<Step, 'place'>[];
  /** Returns the values before of a thing. */
  readonly before: (thing: ThingIds) => unknown;
  readonly titles: Map<string, string>;
  readonly atOnce: number;
}

/** Reads the spaces of the sites that something joins, or that open with a section or as a whole, and keeps their titles. */
export async function readShown(
  reader: ServiceReader,
  { shown, before, titles, atOnce }: WantedSpaces,
): Promise<ShownIn> {
  const sites = new Map<string, Ids>();
  for (const { touch, known } of shown) {
    const { kind, ids, sets = {} } = touch;
    const opens =
      kind === 'site-space' || isHeld(reachOfValues(kind, valuesIn(known ?? before(touch)), sets).opens);
    if (opens) sites.set(ids.site ?? '', ids);
  }
  const some = [...sites].slice(0, mostPlaces);
  const found = await inParallel(some, atOnce, async ([site, ids]) => {
    return [site, await shownSpaces(reader, ids)] as const;
  });
  for (const [, spaces = []] of found)
    for (const { id, title } of spaces) if (title) titles.set(`space ${id}`, title);
  return new Map(found);
}

async function shownSpaces(
  reader: ServiceReader,
  { org = '', site = '' }: Ids,
): Promise<ShownSpace[] | undefined> {
  const siteSpaces = await ifReadable(reader.needList(listSiteSpaces, { org, site }));
  if (isUnknown(siteSpaces)) return undefined;
  const isInSections = siteSpaces.some(({ section }) => section != null);
  const sections = isInSections ? await ifReadable(reader.needList(listSections, { org, site })) : [];
  if (isUnknown(sections)) return undefined;
  const hidden = new Set(sections.flatMap(({ id, condition }) => (condition == null ? [] : [String(id)])));
  return siteSpaces.flatMap(({ id, space, section, condition }): ShownSpace[] => {
    if (!space) return [];
    const hasCondition = condition != null;
    return [
      {
        ...{ id: space.id, siteSpace: id, title: space.title ?? undefined, section: section ?? undefined },
        ...{ hasCondition, isHidden: hasCondition || hidden.has(section ?? '') },
      },
    ];
  });
}

/** Reads all spaces of organizations, by their ids; none where the service does not show them. */
export async function readSpaces(
  reader: ServiceReader,
  orgs: readonly string[],
): Promise<ReadonlyMap<string, Space>> {
  const lists = await inParallel(orgs, orgs.length, (org) => spacesOf(reader, org));
  return new Map(lists.flat().map(({ space }) => [String(space.id), space]));
}

async function spacesOf(reader: ServiceReader, org: string) {
  const user = await ifReadable(findAdministrator(reader, org));
  if (user === undefined || isUnknown(user)) return [];
  const listed = await ifReadable(reader.needList(listMemberSpaces, { org, user }));
  return isUnknown(listed) ? [] : listed;
}

/** Reads the collections, and the roles of teams on some of them and above. */
export async function readCollections(
  reader: ServiceReader,
  orgs: ReadonlySet<string>,
  concerned: ReadonlySet<string>,
  atOnce: number,
): Promise<ReadonlyMap<string, AccessPlace>> {
  const lists = await inParallel([...orgs], atOnce, (org) =>
    ifReadable(reader.needList(listCollections, { org })),
  );
  const all = lists.flatMap((list) => (isUnknown(list) ? [] : list));
  const byId = new Map(all.map((one) => [String(one.id), one]));
  const near = new Set<string>();
  for (const id of concerned)
    for (
      let at: string | null | undefined = id;
      at && byId.has(at) && !near.has(at);
      at = byId.get(at)?.parent
    )
      near.add(at);
  const asked = near.size > mostPlaces ? [] : [...near];
  const roles = new Map(
    await inParallel(asked, atOnce, async (collection) => {
      const list = await ifReadable(reader.needList(listCollectionPermissions, { collection }));
      return [collection, isUnknown(list) ? [] : list] as const;
    }),
  );
  return new Map(
    all.map(({ id, title, parent, defaultLevel }): [string, AccessPlace] => [
      id,
      {
        kind: 'collection',
        id,
        title: title ?? undefined,
        parent,
        defaultLevel: defaultLevel === undefined ? inherit : defaultLevel,
        teams: (roles.get(id) ?? []).map(({ team, permission = null }) => ({
          team: { kind: 'team', id: team.id, title: team.title ?? undefined },
          level: permission,
        })),
      },
    ]),
  );
}
