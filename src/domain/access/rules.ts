import type { IdOf } from '../../api/contract/ids.ts';
import { compareLevels, stronger } from './levels.ts';
import { type AccessPlace, type Step, type Target, type TeamGrant, upwards } from './places.ts';

/** A member of the organization, with the facts that matter for access. */
export interface Person {
  /** The role in the organization; null for a guest. */
  readonly role: string | null;
  readonly disabled: boolean;
  /** The ids of the teams that the person is in, each once. */
  readonly teams: readonly IdOf<'team'>[];
}

/** The level that the role in the organization gives in every place without another rule. */
interface RoleGrant {
  readonly kind: 'organization-role';
  readonly level: string;
}

/** The level that the default level of `place` gives to every member with a role, there and below. */
interface DefaultGrant {
  readonly kind: 'collection-default' | 'space-default';
  readonly level: string;
  readonly place: AccessPlace;
}

type Grant = RoleGrant | DefaultGrant | TeamGrant;

/** One way in which a person gets access to a place. */
export interface Way {
  readonly kind: Grant['kind'];
  readonly level: string;
  /** Whether this way gives the person's level. Exactly one way of a person does. */
  readonly deciding: boolean;
  /** The steps of the way: the organization or the team, the collections, the place itself. */
  readonly path: readonly Step[];
}

/**
 * Returns the level of a person in a place; null means no access. It is the strongest of all grants. A disabled member
 * has none.
 */
export function levelOf(person: Person, target: Target): string | null {
  return person.disabled ? null : levelIfEnabled(person, target);
}

/** Returns the level of a person as if the person were not disabled. */
export function levelIfEnabled(person: Person, target: Target): string | null {
  let level: string | null = null;
  for (const grant of grantsOf(person, target)) level = stronger(level, grant.level);
  return level;
}

/**
 * Returns all ways of a person to a place: the strongest first, of equal ones the nearest to the place first. The first
 * one decides. For a disabled member, these are the ways after enabling.
 */
export function waysTo(person: Person, target: Target, organization: Step): Way[] {
  const chain = [...upwards(target)].map(({ place }) => place);
  const distance = (grant: Grant) => ('place' in grant ? chain.indexOf(grant.place) : chain.length);
  return [...grantsOf(person, target)]
    .sort((one, other) => compareLevels(other.level, one.level) || distance(one) - distance(other))
    .map((grant, at) => {
      const places = chain.slice(0, distance(grant) + 1).reverse();
      return {
        kind: grant.kind,
        level: grant.level,
        deciding: at === 0,
        path: [...beginningOf(grant, organization), ...places].map(stepOf),
      };
    });
}

function beginningOf(grant: Grant, organization: Step): Step[] {
  if ('team' in grant) return [grant.team];
  return 'place' in grant ? [] : [organization];
}

function stepOf({ kind, id, title }: Step): Step {
  return { kind, id, ...(title !== undefined && { title }) };
}

/** Returns whether a person has `admin` in every place, whatever the other rules say. */
export function isAdministrator({ role, disabled }: Person): boolean {
  return role === 'admin' && !disabled;
}

/** Yields what a person is granted in a place: by the role or a default level, and by each of the person's teams. */
function* grantsOf({ role, teams }: Person, target: Target): Generator<Grant> {
  const base = baseGrant(role, target);
  if (base) yield base;
  for (const { grants } of upwards(target)) {
    for (const team of teams) {
      const grant = grants.get(team);
      if (grant) yield grant;
    }
  }
}

/**
 * Returns what a person has without any team. An administrator has `admin` everywhere. A guest has nothing. For other
 * people the nearest default level counts and replaces the levels above it: it may raise the level, lower it, or end
 * the access. Without any default level, the role in the organization counts.
 */
function baseGrant(role: string | null, { defaultPlace }: Target): RoleGrant | DefaultGrant | undefined {
  if (role === null) return undefined;
  if (role === 'admin' || !defaultPlace) return { kind: 'organization-role', level: role };
  const { kind, defaultLevel } = defaultPlace;
  if (defaultLevel === null) return undefined;
  return { kind: `${kind}-default`, level: defaultLevel, place: defaultPlace };
}
