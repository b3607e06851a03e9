import type { AccessPlace } from '../../domain/access/places.ts';
import { blockSize, type PageData, type PeopleBlock, type PlaceColumns } from './data.ts';
import { type AccessDocument, type Beside, mostSinglePeople, type NamedPerson } from './document.ts';

/** A document with an order of its people, teams and places. Everything of the page uses it. */
export interface OrderedDocument extends AccessDocument {
  /** Ids of people, by name. */
  readonly order: readonly string[];
  /** Collections, then spaces, each in the order of the document. */
  readonly places: readonly AccessPlace[];
  readonly teamIndex: ReadonlyMap<string, number>;
}

/** Sorts people and teams by their names. */
export function ordered(document: AccessDocument): OrderedDocument {
  const { facts } = document;
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
  const named = [...facts.people].map(([id, person]) => ({ id, name: columnName(person, id) }));
  named.sort((a, b) => compare(a.name, b.name));
  const places = [...facts.targets.collections.values(), ...facts.targets.spaces.values()].map(
    ({ place }) => place,
  );
  const teams = new Map(document.teams);
  for (const { team } of places.flatMap((place) => place.teams))
    if (!teams.has(team.id)) teams.set(team.id, team.title);
  for (const { teams: own } of facts.people.values())
    for (const id of own) if (!teams.has(id)) teams.set(id, undefined);
  const sorted = [...teams].sort(([a, one], [b, other]) => compare(one ?? a, other ?? b));
  return {
    ...document,
    order: named.map(({ id }) => id),
    places,
    teams: new Map(sorted),
    teamIndex: new Map(sorted.map(([id], index) => [id, index])),
  };
}

/** Returns what people call a person. */
export function columnName({ user: { displayName, email } }: NamedPerson, id: string): string {
  return displayName || email || id;
}

/** Returns everything but the people, as indexes. */
export function pageData(document: OrderedDocument): PageData {
  const { organization, rules, facts, teams, places, order } = document;
  const sites = new Numbered<Beside['sites'][number]>(({ id }) => id);
  const integrations = new Numbered<string>((title) => title);
  const placeIndex = new Map(places.map(({ id }, index) => [id, index]));
  const columns = placeColumns(document, placeIndex, sites, integrations);
  return {
    organization,
    isGrouped: order.length > mostSinglePeople,
    rules,
    roles: rolesOf(document),
    teams: { ids: [...teams.keys()], titles: [...teams].map(([id, title]) => title ?? id) },
    places: { ...columns, collections: facts.targets.collections.size },
    sites: {
      titles: sites.all.map(({ title }) => title),
      visibilities: sites.all.map(({ visibility }) => visibility),
    },
    integrations: integrations.all,
    level: document.level,
    differing: differingOf(document, placeIndex),
  };
}

function differingOf(
  { differing, order }: OrderedDocument,
  placeIndex: ReadonlyMap<string, number>,
): PageData['differing'] {
  const all = [...differing];
  // An index of everyone takes much memory, and most pages need none.
  const personIndex = new Map(all.length === 0 ? [] : order.map((id, index) => [id, index]));
  return all.flatMap(({ user, target, level }) => {
    const [person, place] = [personIndex.get(user), placeIndex.get(target)];
    return person === undefined || place === undefined ? [] : [[person, place, level] as const];
  });
}

function placeColumns(
  { places, teamIndex, beside, incomplete }: OrderedDocument,
  placeIndex: ReadonlyMap<string, number>,
  sites: Numbered<Beside['sites'][number]>,
  integrations: Numbered<string>,
): Omit<PlaceColumns, 'collections'> {
  return {
    ids: places.map(({ id }) => id),
    titles: places.map(({ id, title }) => title ?? id),
    parents: places.map(({ parent }) => placeIndex.get(parent ?? '') ?? -1),
    defaultLevels: places.map(({ defaultLevel }) => defaultLevel),
    grants: places.map(({ teams }) =>
      teams.flatMap(({ team, level }) => (level === null ? [] : [teamIndex.get(team.id) as number, level])),
    ),
    sites: places.map(({ id }) => (beside.get(id)?.sites ?? []).map((site) => sites.indexOf(site))),
    integrations: places.map(({ id }) =>
      (beside.get(id)?.integrations ?? []).map((title) => integrations.indexOf(title)),
    ),
    incomplete: places.flatMap(({ id }, index) => (incomplete.has(id) ? [index] : [])),
  };
}

export function* peopleBlocks(document: OrderedDocument): Generator<PeopleBlock> {
  const { order, facts, teamIndex, unsure } = document;
  const roles = rolesOf(document);
  for (let start = 0; start < order.length; start += blockSize) {
    const ids = order.slice(start, start + blockSize);
    const own = ids.map((id) => facts.people.get(id)!);
    yield {
      ids,
      names: own.map((person, at) => columnName(person, ids[at] as string)),
      emails: own.map(({ user }) => user.email ?? ''),
      roles: own.map(({ role }) => roles.indexOf(role)),
      disabled: own.flatMap(({ disabled }, index) => (disabled ? [index] : [])),
      unsure: ids.flatMap((id, index) => (unsure.has(id) ? [index] : [])),
      teams: own.map(({ teams }) => teams.map((team) => teamIndex.get(team) as number)),
    };
  }
}

function rolesOf({ facts }: AccessDocument): (string | null)[] {
  const roles = new Set<string | null>();
  for (const { role } of facts.people.values()) roles.add(role);
  return [...roles];
}

/** Things with the order in which they were first seen. */
class Numbered<Thing> {
  readonly all: Thing[] = [];
  private readonly indexes = new Map<string, number>();
  constructor(private readonly key: (thing: Thing) => string) {}

  indexOf(thing: Thing): number {
    const key = this.key(thing);
    const known = this.indexes.get(key);
    if (known !== undefined) return known;
    this.indexes.set(key, this.all.length);
    return this.all.push(thing) - 1;
  }
}
