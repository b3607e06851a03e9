import { asId, type IdOf } from '../../api/contract/ids.ts';
import type { Effect } from '../../model/effects/effects.ts';
import type { Fields } from '../../model/effects/facts.ts';
import type { Unknown } from '../../model/read/unknown.ts';
import { levels, stronger } from '../access/levels.ts';
import {
  type AccessPlace,
  changedTarget,
  inherit,
  type Target,
  targetUnder,
  upwards,
} from '../access/places.ts';
import { type RuleSet, ruleSets } from '../access/rule-sets.ts';
import { levelOf, type Person } from '../access/rules.ts';
import { both, gradeOf, type Reach, rising, together } from './grades.ts';

/** What is around the thing of an effect, before it. What is absent is not known. */
export interface AccessSettings {
  /** The rule sets that may hold: all of them, unless it is known which one does. */
  readonly rules?: readonly RuleSet[];
  /**
   * For a default level, a team's role or a place in the tree: the collection or space. For a person: the places where the
   * team of the membership has a role, or any team of the person, and what is in them.
   */
  readonly places?: readonly Target[];
  /** The collection that a place goes into. */
  readonly into?: Target;
  /** The person of a membership, or of a role in the organization. */
  readonly person?: Person;
  /**
   * In place of `places`: the highest level that this team, or any team of the person, has anywhere; null for none. What the role
   * of a team hides from a person is then not judged, except the role in the organization.
   */
  readonly most?: string | null;
}

interface Access {
  readonly person: Person;
  readonly target: Target;
}

/** `undefined` where there is no such person or place. */
interface Change {
  readonly before: Access | undefined;
  readonly after: Access | undefined;
}

/** Returns what changes do to levels, by any of the rule sets that may hold. */
function judged(changes: readonly Change[], { rules = ruleSets }: AccessSettings): Reach {
  const found: Reach[] = [];
  for (const rule of rules) {
    const levelIn = (access?: Access) => (access ? levelOf(rule, access.person, access.target) : null);
    for (const change of changes) {
      const [before, after] = [levelIn(change.before), levelIn(change.after)];
      if (before === after) continue;
      const isHigher = stronger(before, after) === after;
      found.push(isHigher ? { opens: gradeOf(after) } : { takes: gradeOf(before) });
    }
  }
  return together(found);
}

export function known(state: Fields | null | Unknown): Fields | undefined {
  return state === null || 'unknown' in state ? undefined : (state as Fields);
}

/** What a place becomes by an effect; `undefined` if that is not known. */
type Becoming = ((at: Target) => Target | undefined) | undefined;

/** Returns what an effect on a collection, a space, or the role of a team there does. */
export function ofPlace(effect: Effect, settings: AccessSettings): Reach {
  const { kind, ids, change } = effect;
  const place = kind.replace('-team', '');
  // Nothing is in a new place yet.
  if (kind === place && change === 'make') return {};
  // Who is in another organization is not known.
  if ('organization' in (effect.sets ?? {})) return both('other');
  const becoming = kind === place ? ofItself(effect, settings) : ofTeamRole(effect);
  const isIt = (one: AccessPlace) => one.kind === place && one.id === ids[place];
  const changes = (settings.places ?? []).flatMap((target) => {
    const it = [...upwards(target)].find((at) => isIt(at.place));
    if (!it || !becoming) return [];
    const changed = becoming(it);
    const now = changed && changedTarget(target, it.place, () => changed);
    return classesIn(now ? [target, now] : [target]).map((person): Change => {
      return { before: { person, target }, after: now && { person, target: now } };
    });
  });
  if (changes.length > 0) return judged(changes, settings);
  return kind === place && change === 'end' ? { takes: 'administrators' } : both('administrators');
}

function ofItself({ change, after }: Effect, { into }: AccessSettings): Becoming {
  if (change === 'end') return () => undefined;
  const { defaultLevel, parent } = known(after) ?? {};
  if (!known(after)) return undefined;
  if (!isLevel(defaultLevel) || (parent != null && !into)) return undefined;
  return ({ place, above }) =>
    targetUnder(
      defaultLevel === undefined ? place : { ...place, defaultLevel },
      parent === undefined ? above : parent === null ? undefined : into,
    );
}

function ofTeamRole({ ids, change, after }: Effect): Becoming {
  const role = change === 'end' ? null : known(after)?.role;
  if (role === undefined || !isLevel(role)) return undefined;
  const team = { kind: 'team', id: asId<'team'>(ids.team ?? '') } as const;
  return ({ place, above }) => {
    const others = place.teams.filter((one) => one.team.id !== team.id);
    return targetUnder({ ...place, teams: [...others, { team, level: role }] }, above);
  };
}

/** Returns whether a value is a level, and none that the service chooses. */
function isLevel(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}

/** The roles in the organization; null is that of a guest. An administrator has every level, whatever changes. */
const roles = [null, ...levels.filter((level) => level !== 'admin')];

/**
 * Returns a person of each class that may have another level in these places than others: by the role in the organization,
 * and by one or two teams. More teams give no other level: in each of two states, the level follows from one team at most.
 */
function classesIn(targets: readonly Target[]): Person[] {
  const ways = targets.flatMap((target) => [...upwards(target)]);
  const alike = new Map<string, IdOf<'team'>>();
  for (const team of new Set(ways.flatMap(({ grants }) => [...grants.keys()])))
    alike.set(JSON.stringify(ways.map(({ grants }) => grants.get(team)?.level)), team);
  const teams = [...alike.values()];
  const pairs = teams.flatMap((one, at) => teams.slice(at + 1).map((other) => [one, other]));
  const groups = [[], ...teams.map((one) => [one]), ...pairs];
  return roles.flatMap((role) => groups.map((group) => ({ role, disabled: false, teams: group })));
}

/** Stands for a space, or for a collection, of which only this is known. */
function anyPlace(kind: AccessPlace['kind'], facts: Partial<AccessPlace>, above?: Target): Target {
  return targetUnder({ kind, id: asId<'space'>(''), defaultLevel: inherit, teams: [], ...facts }, above);
}

function granted(id: IdOf<'team'>, level: string): AccessPlace['teams'][number] {
  return { team: { kind: 'team', id }, level };
}

/** Returns what joining or leaving a team does. */
export function ofMembership({ ids, change, before, after }: Effect, settings: AccessSettings): Reach {
  // A team that is made with its members has no role anywhere.
  if (change === 'make' || (change === 'end' && before === null)) return {};
  // A role in the team gives no access, but its owners manage it.
  if (change !== 'end' && before !== null && known(before)) {
    const [owned, owns] = [before, after].map((state) => Number(known(state)?.role === 'owner'));
    return rising(owned, owns, 'other');
  }
  const team = asId<'team'>(ids.team ?? '');
  const { places = placesUpTo(team, settings.most), person } = settings;
  const people = person ? [person] : roles.map((role) => ({ role, disabled: false, teams: [] }));
  const changes = people.flatMap((one) => {
    const outside = { ...one, teams: one.teams.filter((id) => id !== team) };
    const inside = { ...one, teams: [...outside.teams, team] };
    const [from, to] = change === 'end' ? [inside, outside] : [outside, inside];
    return places.map((target): Change => {
      return { before: { person: from, target }, after: { person: to, target } };
    });
  });
  return judged(changes, settings);
}

/**
 * Returns places where a team has the levels up to one, and where others have their role by default, or no access. A level that
 * the tool does not know may be any.
 */
function placesUpTo(team: IdOf<'team'>, most: string | null = 'admin'): Target[] {
  const end = most === null ? 0 : levels.indexOf(most) + 1 || levels.length;
  const possible = levels.slice(0, end);
  return possible.flatMap((level) => {
    const teams = [granted(team, level)];
    return [inherit, null].map((defaultLevel) => anyPlace('space', { defaultLevel, teams }));
  });
}

/** Returns what another role in the organization does, or none any more. */
export function ofOrganizationRole(
  { change, before, after, sets = {} }: Effect,
  settings: AccessSettings,
): Reach {
  if (before === null || (change !== 'end' && !('role' in sets))) return {};
  const { disabled, teams, role } = settings.person ?? { disabled: false, teams: [anyTeam], role: undefined };
  const { role: held = role } = known(before) ?? {};
  const { role: given } = known(after) ?? {};
  if (!isLevel(held) || !isLevel(given) || (change !== 'end' && given === undefined))
    return both('administrators');
  const people = held === undefined ? [...roles, 'admin'] : [held];
  // A place where nothing is set shows each role as it is.
  const places = [...(settings.places ?? placesThatHide(teams, settings.most)), anyPlace('space', {})];
  const changes = people.flatMap((one) =>
    places.map((target): Change => {
      const as = (of: string | null) => ({ person: { role: of, disabled, teams }, target });
      return { before: as(one), after: given === undefined ? undefined : as(given) };
    }),
  );
  return judged(changes, settings);
}

/** Any team of a person. */
const anyTeam = asId<'team'>('');

/** Returns a place with a default level of no access, below another one where teams have a role. */
function placesThatHide(teams: Person['teams'], most: string | null = 'admin'): Target[] {
  if (most === null || teams.length === 0) return [];
  const above = anyPlace('collection', { teams: teams.map((id) => granted(id, most)) });
  return [anyPlace('space', { defaultLevel: null }, above)];
}
