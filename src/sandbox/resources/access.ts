import {
  type DefaultLevel,
  inherit,
  levelOf,
  nearestDefault,
  type Person,
  stronger,
} from '../../domain/access/levels.ts';
import type { Store } from '../store/store.ts';

/** The spaces of each team with the team's role there. */
export type TeamAccess = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The spaces of an organization, each with the default level that counts there. */
export type SpaceDefaults = ReadonlyMap<string, DefaultLevel>;

/** How the store keeps that there is no access by default; null is what inherits. */
const noAccess = 'none';

export function toDefaultLevel(stored: string | null): DefaultLevel {
  return stored === noAccess ? null : (stored ?? inherit);
}

export function storedDefaultLevel(level: DefaultLevel | undefined): string | null | undefined {
  if (level === null) return noAccess;
  return level === inherit ? null : level;
}

/**
 * What an organization's teams reach: their own spaces, and those in their collections at any depth. A guest's
 * permission, without a role, opens nothing.
 */
export function teamAccess(store: Store, org: string): TeamAccess {
  const rows = store.all<{ team: string; space: string; role: string }>(
    `WITH RECURSIVE reached (team, collection, role) AS (
       SELECT p.team, p.collection, p.role FROM collection_teams p JOIN teams t ON t.id = p.team
       WHERE t.org = ?1 AND p.role IS NOT NULL
       UNION
       SELECT r.team, c.id, r.role FROM reached r JOIN collections c ON c.parent = r.collection
     )
     SELECT r.team, s.id AS space, r.role FROM reached r JOIN spaces s ON s.collection = r.collection
     WHERE s.deleted_at IS NULL
     UNION ALL
     SELECT p.team, p.space, p.role FROM space_teams p
     JOIN teams t ON t.id = p.team JOIN spaces s ON s.id = p.space
     WHERE t.org = ?1 AND p.role IS NOT NULL AND s.deleted_at IS NULL`,
    org,
  );
  const access = new Map<string, Map<string, string>>();
  for (const { team, space, role } of rows) {
    const spaces = access.get(team) ?? new Map<string, string>();
    spaces.set(space, stronger(role, spaces.get(space) ?? null) as string);
    access.set(team, spaces);
  }
  return access;
}

/** The spaces that a person reaches, with the level there. */
export function memberAccess(
  person: Person,
  teams: readonly string[],
  spaces: SpaceDefaults,
  access: TeamAccess,
): Map<string, string> {
  const reached = new Map<string, string>();
  const own = teams.map((team) => access.get(team));
  for (const [space, nearest] of spaces) {
    const level = levelOf(
      person,
      nearest,
      own.map((roles) => roles?.get(space) ?? null),
    );
    if (level !== null) reached.set(space, level);
  }
  return reached;
}

interface Container {
  readonly id: string;
  readonly parent: string | null;
  readonly level: string | null;
}

/** The spaces of an organization with the default level that counts in each. */
export function spaceDefaults(store: Store, org: string): SpaceDefaults {
  const collections = store.all<Container>(
    'SELECT id, parent, default_level AS level FROM collections WHERE org = ?',
    org,
  );
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  const spaces = store.all<Container>(
    `SELECT id, collection AS parent, default_level AS level FROM spaces WHERE org = ? AND deleted_at IS NULL`,
    org,
  );
  return new Map(spaces.map((space) => [space.id, nearestDefault(upwards(space, byId))]));
}

function* upwards(from: Container, collections: ReadonlyMap<string, Container>): Generator<DefaultLevel> {
  for (let place: Container | undefined = from; place; place = collections.get(place.parent ?? ''))
    yield toDefaultLevel(place.level);
}
