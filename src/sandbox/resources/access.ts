import { schemaFacts } from '../../api/facts.ts';
import { Role } from '../../api/schemas.ts';
import type { Store } from '../store.ts';

/** The spaces of each team with the team's role there. */
export type TeamAccess = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Roles from the strongest to the weakest. */
const roles = schemaFacts(Role).known ?? [];

/** The stronger of two roles. */
export function strongerRole(one: string, other: string): string {
  return roles.indexOf(one) <= roles.indexOf(other) ? one : other;
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
    spaces.set(space, strongerRole(role, spaces.get(space) ?? role));
    access.set(team, spaces);
  }
  return access;
}

/**
 * The spaces that a user reaches, with the strongest role there: a member's role holds in every space of the
 * organization, teams add to it, and a guest (`role` null) has what the teams give.
 */
export function memberAccess(
  role: string | null,
  teams: readonly string[],
  allSpaces: readonly string[],
  access: TeamAccess,
): Map<string, string> {
  const reached = new Map(role === null ? [] : allSpaces.map((space) => [space, role]));
  for (const team of teams) {
    for (const [space, teamRole] of access.get(team) ?? []) {
      reached.set(space, strongerRole(teamRole, reached.get(space) ?? teamRole));
    }
  }
  return reached;
}

/** The ids of an organization's spaces. */
export function spacesOf(store: Store, org: string): string[] {
  return store
    .all<{ id: string }>('SELECT id FROM spaces WHERE org = ? AND deleted_at IS NULL', org)
    .map((row) => row.id);
}
