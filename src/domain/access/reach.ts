import { asId, type IdOf } from '../../api/contract/ids.ts';
import { stronger } from './levels.ts';
import { type AccessPlace, changedTarget, inherit, type Target, targetUnder, upwards } from './places.ts';
import type { RuleSet } from './rule-sets.ts';
import { levelIfEnabled, type Person } from './rules.ts';

/** What is open among the facts about a person and a place: no one knows it, or it may become anything. */
export interface OpenFacts {
  /**
   * Returns the lowest and the highest level that one more team of the person may have on a place; `undefined` if there
   * is no such team.
   */
  readonly teamOn?: (at: Target) => readonly [lowest: string, highest: string] | undefined;
  /** Returns whether the default level of a place is open. */
  readonly defaultOf?: (place: AccessPlace) => boolean;
  /** Whether it is open what is above the topmost place. */
  readonly above?: boolean;
  /** Whether the role in the organization is open. */
  readonly role?: boolean;
}

/** The lowest and the highest level that are possible; null is no access. */
export interface LevelRange {
  readonly least: string | null;
  readonly most: string | null;
}

/** What the open facts may be: they say nothing, as little as possible, or as much as possible. */
const worlds = [
  { role: null, defaultLevel: inherit, team: undefined },
  { role: 'read', defaultLevel: null, team: 0 },
  { role: 'admin', defaultLevel: 'admin', team: 1 },
] as const;

type World = (typeof worlds)[number];

/** Stands for any team that a person may be in, beside the known ones. */
const anyTeam = asId<'team'>('');

/** Returns the levels that are possible, as if the person were not disabled. All others are between the two. */
export function rangeOf(rules: RuleSet, person: Person, target: Target, open: OpenFacts): LevelRange {
  const teams = [...person.teams, anyTeam];
  const levels = worlds.map((world) => {
    const role = open.role ? world.role : person.role;
    return levelIfEnabled(rules, { ...person, role, teams }, inWorld(target, open, world));
  });
  return { least: levels.reduce(weaker), most: levels.reduce(stronger) };
}

function weaker(one: string | null, other: string | null): string | null {
  return stronger(one, other) === one ? other : one;
}

function inWorld(target: Target, open: OpenFacts, world: World): Target {
  const { place } = target;
  const above = target.above ? inWorld(target.above, open, world) : open.above ? topIn(world) : undefined;
  const level = world.team === undefined ? undefined : open.teamOn?.(target)?.[world.team];
  const defaultLevel = open.defaultOf?.(place) ? world.defaultLevel : place.defaultLevel;
  return targetUnder({ ...place, defaultLevel, teams: [...place.teams, ...teamWith(level)] }, above);
}

/** Returns a collection that stands for all that may be above. */
function topIn({ defaultLevel, team }: World): Target {
  const teams = teamWith(team === 1 ? 'admin' : undefined);
  return targetUnder({ kind: 'collection', id: asId<'collection'>(''), defaultLevel, teams }, undefined);
}

function teamWith(level: string | undefined): AccessPlace['teams'] {
  return level === undefined ? [] : [{ team: { kind: 'team', id: anyTeam }, level }];
}

/** A setting from which access follows. */
export type AccessSetting =
  | { readonly kind: 'organization-role' }
  | { readonly kind: 'team-role'; readonly place: AccessPlace; readonly team: IdOf<'team'> }
  | { readonly kind: 'default-level' | 'parent'; readonly place: AccessPlace };

/**
 * Returns the places where the level of people like `person` may follow from a setting: in all others, it stays the same
 * whatever the setting becomes. Such a person stands for all with the same role and teams.
 */
export function placesConcerned(
  rules: RuleSet,
  person: Person,
  targets: Iterable<Target>,
  setting: AccessSetting,
): Target[] {
  return [...targets].filter((target) => {
    const opened = openedBy(setting, person, target);
    if (!opened) return false;
    const { least, most } = rangeOf(rules, person, opened.target, opened.open);
    return least !== most;
  });
}

/** Returns a target without a setting, and that this is open; `undefined` if the setting is not on its way up. */
function openedBy(
  setting: AccessSetting,
  person: Person,
  target: Target,
): { readonly target: Target; readonly open: OpenFacts } | undefined {
  if (setting.kind === 'organization-role') return { target, open: { role: true } };
  const { place } = setting;
  if (![...upwards(target)].some((one) => one.place === place)) return undefined;
  const isHere = ({ kind, id }: AccessPlace) => kind === place.kind && id === place.id;
  switch (setting.kind) {
    case 'default-level':
      return { target, open: { defaultOf: isHere } };
    case 'parent':
      return {
        target: changedTarget(target, place, () => targetUnder(place, undefined)),
        open: { above: true },
      };
    case 'team-role': {
      if (!person.teams.includes(setting.team)) return undefined;
      const teams = place.teams.filter(({ team }) => team.id !== setting.team);
      return {
        target: changedTarget(target, place, ({ above }) => targetUnder({ ...place, teams }, above)),
        open: { teamOn: (at) => (isHere(at.place) ? ['read', 'admin'] : undefined) },
      };
    }
  }
}
