import {
  type DefaultLevel,
  inherit,
  type Place,
  type Target,
  type Targets,
  targetsOf,
  upwards,
} from '../../domain/access/places.ts';
import type { Store } from '../store/store.ts';

/** How the store keeps that there is no access by default; null is what inherits. */
const noAccess = 'none';

export function toDefaultLevel(stored: string | null): DefaultLevel {
  return stored === noAccess ? null : (stored ?? inherit);
}

export function storedDefaultLevel(level: DefaultLevel | undefined): string | null | undefined {
  if (level === null) return noAccess;
  return level === inherit ? null : level;
}

/** The collections of an organization, and its spaces that are not deleted, each with all that gives access to it. */
export function targetsIn(store: Store, org: string): Targets {
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

export function spaceTargets(store: Store, org: string): Target[] {
  return [...targetsIn(store, org).spaces.values()];
}

interface PlaceRow {
  readonly id: string;
  readonly parent: string | null;
  readonly default_level: string | null;
}

interface PlaceTable {
  readonly kind: Place['kind'];
  readonly columns: string;
  readonly from: string;
  readonly where?: string;
}

function readPlaces(store: Store, org: string, { kind, columns, from, where = '' }: PlaceTable): Place[] {
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
  kind: Place['kind'],
): Map<string, Place['teams'][number][]> {
  const rows = store.all<{ place: string; team: string; role: string | null }>(
    `SELECT p.${kind} AS place, p.team, p.role FROM ${kind}_teams p JOIN teams t ON t.id = p.team WHERE t.org = ?`,
    org,
  );
  const teams = new Map<string, Place['teams'][number][]>();
  for (const { place, team, role } of rows) {
    const own = teams.get(place) ?? [];
    own.push({ team: { kind: 'team', id: team }, level: role });
    teams.set(place, own);
  }
  return teams;
}

/** How many spaces each team reaches, by the id of the team: its own, and those in its collections at any depth. */
export function spacesOfTeams(store: Store, org: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const target of spaceTargets(store, org)) {
    const teams = new Set([...upwards(target)].flatMap(({ grants }) => [...grants.keys()]));
    for (const team of teams) counts.set(team, (counts.get(team) ?? 0) + 1);
  }
  return counts;
}
