import { compareLevels, stronger } from './levels.ts';
import { type Place, type Step, type Target, type TeamGrant, upwards } from './places.ts';

/** A member of the organization, as far as access is concerned. */
export interface Person {
  /** The role in the organization; null for a guest. */
  readonly role: string | null;
  readonly disabled: boolean;
  /** The ids of the teams that the person is in, each once. */
  readonly teams: readonly string[];
}

/** The role in the organization gives a level, in every place where nothing else is said. */
interface RoleGrant {
  readonly kind: 'organization-role';
  readonly level: string;
}

/** The default level of `place` gives a level to every member with a role, there and in what it contains. */
interface DefaultGrant {
  readonly kind: 'collection-default' | 'space-default';
  readonly level: string;
  readonly place: Place;
}

type Grant = RoleGrant | DefaultGrant | TeamGrant;

/** One way that leads a person to a place. */
export interface Way {
  readonly kind: Grant['kind'];
  readonly level: string;
  /** Whether the person's level is that of this way: so it is for one of them. */
  readonly deciding: boolean;
  /** What the way leads through, from the organization or the team, through the collections, to the place itself. */
  readonly path: readonly Step[];
}

/**
 * The level that a person has in a place; null is no access. It is the strongest of all that is granted. A disabled
 * member has none.
 */
export function levelOf(person: Person, target: Target): string | null {
  return person.disabled ? null : levelIfEnabled(person, target);
}

/** The same, as if the person were not disabled. */
export function levelIfEnabled(person: Person, target: Target): string | null {
  let level: string | null = null;
  for (const grant of grantsOf(person, target)) level = stronger(level, grant.level);
  return level;
}

/**
 * All ways that lead a person to a place, the strongest first, of equals the nearest to the place: the first one
 * decides. For a disabled member these are the ways that there would be.
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

/** Whether a person has `admin` in every place, whatever else is said there. */
export function isAdministrator({ role, disabled }: Person): boolean {
  return role === 'admin' && !disabled;
}

/** What is granted to a person in a place: by the role or a default level, and by each of the person's teams. */
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
 * What a person has without any team. An administrator has `admin` everywhere. A guest has nothing. For everybody else
 * the nearest default level counts, and replaces what stands above it: it may raise the level, lower it, or end the
 * access. Above the top stands the role in the organization.
 */
function baseGrant(role: string | null, { defaultPlace }: Target): RoleGrant | DefaultGrant | undefined {
  if (role === null) return undefined;
  if (role === 'admin' || !defaultPlace) return { kind: 'organization-role', level: role };
  const { kind, defaultLevel } = defaultPlace;
  if (defaultLevel === null) return undefined;
  return { kind: `${kind}-default`, level: defaultLevel, place: defaultPlace };
}
