import { asId } from '../../api/contract/ids.ts';
import { stronger } from './levels.ts';
import { type AccessPlace, inherit, type Target, targetUnder } from './places.ts';
import type { RuleSet } from './rule-sets.ts';
import { levelIfEnabled, type Person } from './rules.ts';

/** What is open among the facts about a person and a place: no one knows it, or it may become anything. */
export interface OpenFacts {
  /**
   * Returns the lowest and the highest level that one more team of the person may have on a place; `undefined` if there
   * is no such team.
   */
  readonly teamOn?: (at: Target) => readonly [lowest: string, highest: string] | undefined;
  /** Whether it is open what is above the topmost place. */
  readonly above?: boolean;
  /** Whether the role in the organization is open. */
  readonly role?: boolean;
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
/** Returns the lowest and the highest level that are possible; null is no access. */
export function rangeOf(rules: RuleSet, person: Person, target: Target, open: OpenFacts) {
  const teams = [...person.teams, anyTeam];
  const levels = worlds.map((world) => {
    const role = open.role ? world.role : person.role;
    return levelIfEnabled(rules, { ...person, role, teams }, inWorld(target, open, world));
  });
  return {
    least: levels.reduce((one, other) => (stronger(one, other) === one ? other : one)),
    most: levels.reduce(stronger),
  };
}

function inWorld(target: Target, open: OpenFacts, world: World): Target {
  const { place } = target;
  const above = target.above ? inWorld(target.above, open, world) : open.above ? topIn(world) : undefined;
  const level = world.team === undefined ? undefined : open.teamOn?.(target)?.[world.team];
  return targetUnder({ ...place, teams: [...place.teams, ...teamWith(level)] }, above);
}

/** Returns a collection that stands for all that may be above. */
function topIn({ defaultLevel, team }: World): Target {
  const teams = teamWith(team === 1 ? 'admin' : undefined);
  return targetUnder({ kind: 'collection', id: asId<'collection'>(''), defaultLevel, teams }, undefined);
}

function teamWith(level: string | undefined): AccessPlace['teams'] {
  return level === undefined ? [] : [{ team: { kind: 'team', id: anyTeam }, level }];
}
