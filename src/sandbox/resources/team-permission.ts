import type { TeamPermission } from '../../api/contract/schemas.ts';
import { notFound } from '../problem.ts';
import type { RowList } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { findTeam, type TeamRow, teamSource, toTeams } from './team.ts';

/** A collection or space on which a team can have a role. */
export interface Shared {
  readonly kind: 'collection' | 'space';
  readonly id: string;
  readonly org: string;
}

export type TeamPermissionRow = TeamRow & { role: string | null };

/** Returns the roles of teams on the collection or space itself, without inherited ones. */
export function teamPermissionsOn(kind: Shared['kind']): RowList<TeamPermissionRow> {
  return {
    select: `${teamSource.select}, p.role`,
    from: `${kind}_teams p`,
    join: 'JOIN teams t ON t.id = p.team',
    order: ['p.seq'],
  };
}

export function toTeamPermissions(store: Store, rows: readonly TeamPermissionRow[]): TeamPermission[] {
  const teams = toTeams(store, rows);
  return rows.map((row, at) => ({ permission: row.role, team: teams[at] as TeamPermission['team'] }));
}

/**
 * Gives a team a role; null is that of a guest. Without a role, a team keeps its role, and a new team may read. Throws
 * 404 for a team of another organization.
 */
export function setTeamRole(
  store: Store,
  { kind, id, org }: Shared,
  team: string,
  role: string | null | undefined,
): void {
  findTeam(store, org, team);
  store.run(
    `INSERT INTO ${kind}_teams (${kind}, team, role) VALUES (?, ?, ?) ON CONFLICT (${kind}, team)
     DO ${role === undefined ? 'NOTHING' : 'UPDATE SET role = excluded.role'}`,
    id,
    team,
    role === undefined ? 'read' : role,
  );
}

/** Removes a team's role. Throws 404 if it has none on the collection or space itself. */
export function removeTeamRole(store: Store, { kind, id }: Shared, team: string): void {
  const removed = store.run(`DELETE FROM ${kind}_teams WHERE ${kind} = ? AND team = ?`, id, team);
  if (removed === 0) throw notFound(`team permission on ${kind} "${id}" for team`, team);
}
