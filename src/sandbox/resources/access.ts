import type { IdOf } from '../../api/contract/ids.ts';
import {
  type AccessPlace,
  type DefaultLevel,
  inherit,
  type PlaceId,
  type Target,
  type Targets,
  targetsOf,
  upwards,
} from '../../domain/access/places.ts';
import { type RuleSet, ruleSetNamed, usualRuleSet } from '../../domain/access/rule-sets.ts';
import { levelOf, type Person } from '../../domain/access/rules.ts';
import { countsOf } from '../../text/group-by.ts';
import { kept } from '../../text/kept.ts';
import { metaOf } from '../store/meta.ts';
import type { Store } from '../store/store.ts';

/** The value in the store for no access by default; null means `inherit`. */
const noAccess = 'none';

export function toDefaultLevel(stored: string | null): DefaultLevel {
  return stored === noAccess ? null : (stored ?? inherit);
}

export function storedDefaultLevel(level: DefaultLevel | undefined): string | null | undefined {
  if (level === null) return noAccess;
  return level === inherit ? null : level;
}

/** The access of people and teams in an organization. */
export interface StoredAccess {
  /** The collections, and the spaces that are not deleted, with everything that grants access to them. */
  readonly targets: Targets;
  /** Returns the level of a person in a place; null for none. */
  levelOf(person: Person, target: Target): string | null;
  /** Returns how many spaces a person can reach. */
  count(person: Person): number;
  /** Returns how many spaces each team can reach, by its id: its own, and those in its collections at any depth. */
  ofTeams(): ReadonlyMap<string, number>;
}

/** Returns the access in an organization. Its data is read once for each state of the store. */
export function reachIn(store: Store, org: string): StoredAccess {
  return store.remembered(`reach in ${org}`, () => {
    const targets = readTargets(store, org);
    const spaces = [...targets.spaces.values()];
    const rules = ruleSetOf(store);
    const count = counterOf(rules, spaces);
    let teams: ReadonlyMap<string, number> | undefined;
    return {
      targets,
      levelOf: (person, target) => levelOf(rules, person, target),
      count,
      ofTeams: () => {
        teams ??= spacesOfTeams(spaces);
        return teams;
      },
    };
  });
}

/** The name under which the data keeps its rules of access. */
const keptIn = 'access-rules';

/** Returns the rules of access: those of this process, or else those of the data. */
function ruleSetOf(store: Store): RuleSet {
  return store.accessRules ?? ruleSetNamed(metaOf(store, keptIn)) ?? usualRuleSet;
}

export function keepRuleSet(store: Store, name: string): void {
  store.run('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)', keptIn, name);
}

function readTargets(store: Store, org: string): Targets {
  const collections = readPlaces(store, org, {
    kind: 'collection',
    columns: 'id, parent, default_level',
    from: 'collections',
  });
  const spaces = readPlaces(store, org, {
    kind: 'space',
    columns: 'id, collection AS parent, default_level',
    from: 'spaces',
    where: 'AND deleted_at IS NULL',
  });
  return targetsOf(collections, spaces);
}

/**
 * Makes a function that counts the spaces that a person can reach. Spaces that a role alone opens are counted once for
 * all people with that role: a team never closes one.
 */
function counterOf(rules: RuleSet, spaces: readonly Target[]): (person: Person) => number {
  const closed = new Map<string | null, Target[]>();
  const counts = new Map<string, number>();
  const closedTo = (role: string | null): Target[] =>
    kept(closed, role, () => unreached(rules, spaces, { role, disabled: false, teams: [] }));
  return (person) => {
    const { role, disabled, teams } = person;
    if (disabled) return 0;
    const others = closedTo(role);
    if (others.length === 0) return spaces.length;
    const key = JSON.stringify([role, ...teams]);
    return kept(counts, key, () => spaces.length - unreached(rules, others, person).length);
  };
}

function unreached(rules: RuleSet, spaces: readonly Target[], person: Person): Target[] {
  return spaces.filter((space) => levelOf(rules, person, space) === null);
}

function spacesOfTeams(spaces: readonly Target[]): Map<string, number> {
  const teamsOf = (space: Target) => new Set([...upwards(space)].flatMap(({ grants }) => [...grants.keys()]));
  return countsOf(spaces.flatMap((space) => [...teamsOf(space)]));
}

interface PlaceRow {
  readonly id: PlaceId;
  readonly parent: IdOf<'collection'> | null;
  readonly default_level: string | null;
}

interface PlaceTable {
  readonly kind: AccessPlace['kind'];
  readonly columns: string;
  readonly from: string;
  readonly where?: string;
}

function readPlaces(
  store: Store,
  org: string,
  { kind, columns, from, where = '' }: PlaceTable,
): AccessPlace[] {
  const teams = teamsOfPlaces(store, org, kind);
  return store
    .all<PlaceRow>(`SELECT ${columns} FROM ${from} WHERE org = ? ${where}`, org)
    .map(({ id, parent, default_level }) => ({
      kind,
      id,
      parent,
      defaultLevel: toDefaultLevel(default_level),
      teams: teams.get(id) ?? [],
    }));
}

function teamsOfPlaces(
  store: Store,
  org: string,
  kind: AccessPlace['kind'],
): Map<string, AccessPlace['teams'][number][]> {
  const rows = store.all<{ place: string; team: IdOf<'team'>; role: string | null }>(
    `SELECT p.${kind} AS place, p.team, p.role FROM ${kind}_teams p JOIN teams t ON t.id = p.team WHERE t.org = ?`,
    org,
  );
  const teams = new Map<string, AccessPlace['teams'][number][]>();
  for (const { place, team, role } of rows) {
    kept(teams, place, () => []).push({ team: { kind: 'team', id: team }, level: role });
  }
  return teams;
}
