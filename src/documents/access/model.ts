import { levels } from '../../domain/access/levels.ts';
import {
  type AccessPlace,
  type Target,
  type TeamStep,
  targetsOf,
  upwards,
} from '../../domain/access/places.ts';
import { levelIfEnabled, type Person } from '../../domain/access/rules.ts';
import { kept } from '../../text/kept.ts';
import type { PageData, PeopleBlock } from './data.ts';

/** The people of the page, by their index. */
export interface PeopleColumns {
  readonly ids: string[];
  readonly names: string[];
  readonly emails: string[];
  /** What the search looks at, in lower case. */
  readonly searched: string[];
  readonly roles: number[];
  readonly disabled: Set<number>;
  /** People who may have more than the rules say. */
  readonly unsure: Set<number>;
  readonly teams: (readonly number[])[];
}

/** Returns people without anyone; {@link addBlock} adds them. */
export function noPeople(): PeopleColumns {
  return {
    ids: [],
    names: [],
    emails: [],
    searched: [],
    roles: [],
    disabled: new Set(),
    unsure: new Set(),
    teams: [],
  };
}

export function addBlock(people: PeopleColumns, block: PeopleBlock): void {
  const start = people.ids.length;
  block.ids.forEach((id, index) => {
    const [name = '', email = ''] = [block.names[index], block.emails[index]];
    people.ids.push(id);
    people.names.push(name);
    people.emails.push(email);
    people.searched.push(`${name}\n${email}\n${id}`.toLowerCase());
    people.roles.push(block.roles[index] as number);
    people.teams.push(block.teams[index] as readonly number[]);
  });
  for (const index of block.disabled) people.disabled.add(start + index);
  for (const index of block.unsure) people.unsure.add(start + index);
}

/** The levels of people in places. A level is its place in `levels`; 0 is no access. */
export interface AccessModel {
  readonly people: PeopleColumns;
  /** The names of the levels, the weakest first; the first one is no access. */
  readonly levels: readonly string[];
  readonly targets: readonly Target[];
  /** Returns the level of enabled people with a role and teams in a place. */
  readonly levelIn: (role: number, teams: readonly number[], place: number) => number;
  /** The levels of each team by the place on which it has them. */
  readonly teams: readonly ReadonlyMap<number, number>[];
  /** The teams with a level on each place or above it. */
  readonly teamsOver: readonly ReadonlySet<number>[];
  /** For each place: itself and the collections above it. */
  readonly chains: readonly (readonly number[])[];
  /** What the service reports where the rules say something else: for each such person the levels by place. */
  readonly differing: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** Computes what the levels of all people follow from. */
export function accessModel(data: PageData, people: PeopleColumns): AccessModel {
  const names = ['', ...unknownLevels(data), ...levels];
  const code = (level: string | null) => Math.max(0, names.indexOf(level ?? ''));
  const targets = targetsIn(data);
  const index = new Map(targets.map((target, place) => [target, place]));
  const chains = targets.map((target) => [...upwards(target)].map((one) => index.get(one) as number));
  const teamsOn = data.places.grants.map((grants) => grants.filter((one) => typeof one === 'number'));
  const teamsOver = chains.map((chain) => new Set(chain.flatMap((one) => teamsOn[one] as number[])));
  const differing = new Map<number, Map<number, number>>();
  for (const [person, place, level] of data.differing)
    kept(differing, person, () => new Map()).set(place, code(level));
  const levelIn = levelsIn(data, { targets, teamsOver, code });
  const teams = teamLevels(data, code);
  return { people, levels: names, targets, levelIn, teams, teamsOver, chains, differing };
}

/** Makes a function for levels. It asks the rules once about a role with one team, or without any. */
function levelsIn(
  { rules, roles, teams: { ids } }: PageData,
  {
    targets,
    teamsOver,
    code,
  }: Pick<AccessModel, 'targets' | 'teamsOver'> & { readonly code: (level: string | null) => number },
): AccessModel['levelIn'] {
  const known = new Map<number, number>();
  return (role, teams, place) => {
    const own = teams.filter((team) => teamsOver[place]?.has(team));
    const key = ((own[0] ?? -1) + 1) * roles.length * targets.length + role * targets.length + place;
    const found = own.length < 2 ? known.get(key) : undefined;
    if (found !== undefined) return found;
    const person = {
      role: roles[role] ?? null,
      disabled: false,
      teams: own.map((team) => ids[team] as TeamStep['id']),
    };
    const level = code(levelIfEnabled(rules, person, targets[place] as Target));
    if (own.length < 2) known.set(key, level);
    return level;
  };
}

/** Returns the levels in the data that the rules do not know; they count as the weakest. */
function unknownLevels({ places, differing, roles }: PageData): string[] {
  const granted = places.grants.flatMap((grants) => grants.filter((one) => typeof one === 'string'));
  const all = [...granted, ...differing.map(([, , level]) => level), ...roles, ...places.defaultLevels];
  const strange = all.filter(
    (level): level is string => level !== null && level !== 'inherit' && !levels.includes(level),
  );
  return [...new Set(strange)];
}

/** Returns the places with what is above them, for the rules. */
function targetsIn({ places, teams }: PageData): Target[] {
  const all = places.ids.map((id, index): AccessPlace => {
    const grants = places.grants[index] ?? [];
    return {
      kind: index < places.collections ? 'collection' : 'space',
      id,
      title: places.titles[index],
      parent: places.ids[places.parents[index] as number] ?? null,
      defaultLevel: places.defaultLevels[index] as string | null,
      teams: Array.from({ length: grants.length / 2 }, (_, at) => {
        const team = grants[at * 2] as number;
        const title = teams.titles[team];
        return {
          team: { kind: 'team', id: teams.ids[team] as TeamStep['id'], title },
          level: grants[at * 2 + 1] as string,
        };
      }),
    };
  });
  const { collections, spaces } = targetsOf(all.slice(0, places.collections), all.slice(places.collections));
  return all.map(({ id, kind }) => (kind === 'space' ? spaces : collections).get(id) as Target);
}

function teamLevels({ teams, places }: PageData, code: (level: string) => number): Map<number, number>[] {
  const all = teams.ids.map(() => new Map<number, number>());
  places.grants.forEach((grants, place) => {
    for (let at = 0; at < grants.length; at += 2) {
      all[grants[at] as number]?.set(place, code(grants[at + 1] as string));
    }
  });
  return all;
}

/** Returns the level of a person in a place; of a disabled one, the level after enabling. */
export function levelAt({ people, levelIn, differing }: AccessModel, person: number, place: number): number {
  const reported = differing.get(person)?.get(place);
  if (reported !== undefined) return reported;
  return levelIn(people.roles[person] as number, people.teams[person] as readonly number[], place);
}

/** Returns a person as the rules take it. */
export function personAt({ people }: AccessModel, { roles, teams }: PageData, index: number): Person {
  return {
    role: roles[people.roles[index] as number] ?? null,
    disabled: people.disabled.has(index),
    teams: (people.teams[index] as readonly number[]).map((team) => teams.ids[team] as TeamStep['id']),
  };
}

/** A team, or the people without one (-1), with the people of it that are shown. */
export interface Group {
  readonly team: number;
  readonly members: readonly number[];
}

/** What the enabled people of a group have in a place: each at least `low`, and none more than `high`. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns a function for the levels of a group, which looks at its people once and not for each place. With several teams,
 * the level is one that a person has with the team of the group and one of the others.
 */
export function rangesOf(model: AccessModel, { team, members }: Group): (place: number) => Range {
  const { people, levelIn, teamsOver, differing } = model;
  const enabled = members.filter((person) => !people.disabled.has(person));
  const ruled = enabled.filter((person) => !differing.has(person));
  const others = enabled.filter((person) => differing.has(person));
  const own = team < 0 ? [] : [team];
  /** The other teams of the people with each role. */
  const teams = new Map<number, Set<number>>();
  for (const person of ruled) {
    const role = people.roles[person] as number;
    const further = kept(teams, role, () => new Set());
    for (const one of people.teams[person] as readonly number[]) if (one !== team) further.add(one);
  }
  return (place) => {
    const over = [...(teamsOver[place] as ReadonlySet<number>)];
    const byRules = [...teams].flatMap(([role, further]) => {
      const pairs = over.filter((one) => further.has(one)).map((one) => [...own, one]);
      return [own, ...pairs].map((some) => levelIn(role, some, place));
    });
    const reported = others.map((person) => levelAt(model, person, place));
    const all = [...byRules, ...reported];
    return { low: all.length === 0 ? 0 : Math.min(...all), high: Math.max(0, ...all) };
  };
}
