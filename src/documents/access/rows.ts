import type { PageData } from './data.ts';
import { type AccessModel, type Group, levelAt } from './model.ts';

/** What the person wants to see. */
export interface Filters {
  /** A part of a name, an address or an id, in lower case. */
  readonly people: string;
  /** A part of the title of a place, or its id, in lower case. */
  readonly places: string;
  /** The index of a team; -1 for all. */
  readonly team: number;
  /** At least this level in any shown place; 0 for all. */
  readonly level: number;
  readonly guests: 'all' | 'only' | 'without';
  /** `any`, `public`, `none`: how a site publishes the place; or the index of a site. */
  readonly sites: string;
  readonly kind: 'space' | 'collection' | 'both';
}

/** Returns the indexes of the places that are shown. */
export function shownPlaces({ places, sites }: PageData, filters: Filters): number[] {
  const isShown = (place: number): boolean => {
    const isSpace = place >= places.collections;
    if (filters.kind !== 'both' && isSpace !== (filters.kind === 'space')) return false;
    const isTitled = (places.titles[place] as string).toLowerCase().includes(filters.places);
    if (!isTitled && places.ids[place]?.toLowerCase() !== filters.places) return false;
    return isPublished(places.sites[place] ?? [], sites.visibilities, filters.sites);
  };
  return places.ids.map((_, place) => place).filter(isShown);
}

function isPublished(own: readonly number[], visibilities: readonly string[], wanted: string): boolean {
  switch (wanted) {
    case 'all':
      return true;
    case 'any':
      return own.length > 0;
    case 'none':
      return own.length === 0;
    case 'public':
      return own.some((site) => visibilities[site] === 'public');
    default:
      return own.includes(Number(wanted));
  }
}

/** Returns the indexes of the people that are shown, in their order. */
export function shownPeople(
  model: AccessModel,
  { roles }: PageData,
  filters: Filters,
  places: readonly number[],
): number[] {
  const { people } = model;
  const guest = roles.indexOf(null);
  const hasLevel = filters.level > 0 ? levelFilter(model, filters.level, places) : () => true;
  const shown: number[] = [];
  for (let person = 0; person < people.ids.length; person++) {
    const isGuest = people.roles[person] === guest;
    if (filters.guests !== 'all' && isGuest !== (filters.guests === 'only')) continue;
    if (filters.team >= 0 && !people.teams[person]?.includes(filters.team)) continue;
    if (filters.people !== '' && !people.searched[person]?.includes(filters.people)) continue;
    if (hasLevel(person)) shown.push(person);
  }
  return shown;
}

function levelFilter(
  model: AccessModel,
  wanted: number,
  places: readonly number[],
): (person: number) => boolean {
  const { people, teams: allTeams, teamsOver, levelIn, differing } = model;
  const placesOf = allTeams.map((): number[] => []);
  for (const place of places)
    for (const team of teamsOver[place] as ReadonlySet<number>) placesOf[team]?.push(place);
  const found = new Map<string, readonly number[]>();
  /** Returns the places where a role has the level with one team, or without any (-1). */
  const placesWith = (role: number, team: number): readonly number[] => {
    const key = `${role} ${team}`;
    const known = found.get(key);
    if (known) return known;
    const among = team < 0 ? places : (placesOf[team] as readonly number[]);
    const own = among.filter((place) => levelIn(role, team < 0 ? [] : [team], place) >= wanted);
    found.set(key, own);
    return own;
  };
  return (person) => {
    const hasLevel = (place: number) => levelAt(model, person, place) >= wanted;
    // Few people have levels that the rules do not give.
    if (differing.has(person)) return places.some(hasLevel);
    const role = people.roles[person] as number;
    // With several teams, a person has a level of one of them, but not in every place where this team alone gives it.
    const teams = [-1, ...(people.teams[person] as readonly number[])];
    return teams.some((team) => placesWith(role, team).some(hasLevel));
  };
}

/** Sorts people into their teams, in the order of the teams; people without a team come last. */
export function groupsOf(model: AccessModel, shown: readonly number[], team: number): Group[] {
  const groups = model.teams.map((): number[] => []);
  const without: number[] = [];
  for (const person of shown) {
    const own = model.people.teams[person] as readonly number[];
    for (const one of own) if (team < 0 || one === team) groups[one]?.push(person);
    if (own.length === 0) without.push(person);
  }
  const all = [...groups.map((members, index) => ({ team: index, members })), { team: -1, members: without }];
  return all.filter(({ members }) => members.length > 0);
}

/** A row of the matrix: a group, or a person in it. */
export type MatrixRow =
  | { readonly kind: 'group'; readonly group: Group; readonly isOpen: boolean }
  | { readonly kind: 'person'; readonly person: number; readonly group: Group | undefined };

/** The rows of the matrix by their index, without a list of them all. */
export interface Rows {
  readonly count: number;
  at(index: number): MatrixRow;
}

export function peopleRows(shown: readonly number[]): Rows {
  return {
    count: shown.length,
    at: (index) => ({ kind: 'person', person: shown[index] as number, group: undefined }),
  };
}

/** Returns one row for each group, and below an open one (by the number of its team) its people. */
export function groupRows(groups: readonly Group[], open: ReadonlySet<number>): Rows {
  const starts: number[] = [];
  let count = 0;
  for (const { team, members } of groups) {
    starts.push(count);
    count += 1 + (open.has(team) ? members.length : 0);
  }
  return {
    count,
    at(index) {
      const at = lastAtMost(starts, index);
      const group = groups[at] as Group;
      const member = index - (starts[at] as number) - 1;
      if (member < 0) return { kind: 'group', group, isOpen: open.has(group.team) };
      return { kind: 'person', person: group.members[member] as number, group };
    },
  };
}

function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
