import type { IdOf } from '../../api/contract/ids.ts';
import { compareLevels, stronger } from './levels.ts';
import { type AccessPlace, type GrantStep, inherit, type Target, type TeamGrant, upwards } from './places.ts';
import { type RuleGroup, type RuleSet, rulesForAdministrators } from './rule-sets.ts';

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

/** The level that the default level of `place` gives to every member with a role, there and below; null for no access. */
interface DefaultGrant {
  readonly kind: 'collection-default' | 'space-default';
  readonly level: string | null;
  readonly place: AccessPlace;
}

/** What one source says about a person. */
type Statement = RoleGrant | DefaultGrant | TeamGrant;

type Grant = Statement & { readonly level: string };

/** One way in which a person gets access to a place. */
export interface GrantPath {
  readonly kind: Grant['kind'];
  readonly level: string;
  /** Whether this way gives the person's level. Exactly one way of a person does. */
  readonly deciding: boolean;
  /** The steps of the way: the organization or the team, the collections, the place itself. */
  readonly path: readonly GrantStep[];
}

/** Returns the level of a person in a place; null means no access. A disabled member has none. */
export function levelOf(rules: RuleSet, person: Person, target: Target): string | null {
  return person.disabled ? null : levelIfEnabled(rules, person, target);
}

/** Returns the level of a person as if the person were not disabled. */
export function levelIfEnabled(rules: RuleSet, person: Person, target: Target): string | null {
  let level: string | null = null;
  for (const { among, counts } of groupsFor(person, rules)) {
    for (const statement of statementsOf(person, target, among)) {
      level = stronger(level, statement.level);
      if (counts === 'nearest') break;
    }
  }
  return level;
}

/**
 * Returns all ways of a person to a place: the deciding one, then the strongest first, of equal ones the nearest to the
 * place first. There is none if the person has no access. For a disabled member, these are the ways after enabling.
 */
export function waysTo(rules: RuleSet, person: Person, target: Target, organization: GrantStep): GrantPath[] {
  const chain = [...upwards(target)].map(({ place }) => place);
  const distance = ({ grant }: Candidate) => ('place' in grant ? chain.indexOf(grant.place) : chain.length);
  const candidates = groupsFor(person, rules)
    .flatMap((group) => candidatesIn(group, person, target))
    .sort(
      (one, other) => compareLevels(other.grant.level, one.grant.level) || distance(one) - distance(other),
    );
  const deciding = candidates.find(({ counts }) => counts);
  return candidates
    .sort((one, other) => Number(other === deciding) - Number(one === deciding))
    .map((candidate) => {
      const { grant } = candidate;
      const places = chain.slice(0, distance(candidate) + 1).reverse();
      return {
        kind: grant.kind,
        level: grant.level,
        deciding: candidate === deciding,
        path: [...beginningOf(grant, organization), ...places].map(stepOf),
      };
    });
}

function beginningOf(grant: Grant, organization: GrantStep): GrantStep[] {
  if ('team' in grant) return [grant.team];
  return 'place' in grant ? [] : [organization];
}

function stepOf({ kind, id, title }: GrantStep): GrantStep {
  return { kind, id, ...(title !== undefined && { title }) };
}

/** Returns whether a person has `admin` in every place, whatever the other rules say. */
export function isAdministrator({ role, disabled }: Person): boolean {
  return role === 'admin' && !disabled;
}

function groupsFor({ role }: Person, { groups }: RuleSet): readonly RuleGroup[] {
  return role === 'admin' ? rulesForAdministrators : groups;
}

/** A grant of a person, and whether the level may follow from it. */
interface Candidate {
  readonly grant: Grant;
  readonly counts: boolean;
}

/**
 * Returns the grants of a group. Where the nearest counts, a default level replaces those above it and the role, and no
 * access ends the way up; the roles of teams further out stay grants, though they do not count.
 */
function candidatesIn({ among, counts }: RuleGroup, person: Person, target: Target): Candidate[] {
  const found: Candidate[] = [];
  let isReplaced = false;
  for (const statement of statementsOf(person, target, among)) {
    if (isGrant(statement)) {
      if ('team' in statement || !isReplaced)
        found.push({ grant: statement, counts: counts === 'highest' || found.length === 0 });
    } else if (counts === 'nearest') break;
    if (counts === 'nearest' && !('team' in statement)) isReplaced = true;
  }
  return found;
}

function isGrant(statement: Statement): statement is Grant {
  return statement.level !== null;
}

/** Yields what the sources say about a person, from the place outwards; of teams in one place, the strongest first. */
function* statementsOf(
  { role, teams }: Person,
  target: Target,
  among: RuleGroup['among'],
): Generator<Statement> {
  for (const { place, grants } of upwards(target)) {
    for (const source of among) {
      if (source === 'team') yield* grantsIn(grants, teams);
      else if (source === 'default' && role !== null && place.defaultLevel !== inherit)
        yield { kind: `${place.kind}-default`, level: place.defaultLevel, place };
    }
  }
  if (role !== null && among.includes('role')) yield { kind: 'organization-role', level: role };
}

function grantsIn(grants: Target['grants'], teams: Person['teams']): readonly TeamGrant[] {
  const found: TeamGrant[] = [];
  if (grants.size === 0) return found;
  for (const team of teams) {
    const grant = grants.get(team);
    if (grant) found.push(grant);
  }
  return found.length < 2 ? found : found.sort((one, other) => compareLevels(other.level, one.level));
}
