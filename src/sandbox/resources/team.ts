import type { IdOf } from '../../api/contract/ids.ts';
import type { Team } from '../../api/contract/schemas.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { reachIn } from './access.ts';

export interface TeamRow {
  id: IdOf<'team'>;
  org: string;
  title: string;
  created_at: string;
  members: number;
}

export const teamSource: TableSource<TeamRow> = {
  called: 'team',
  select: `t.id, t.org, t.title, t.created_at,
    (SELECT count(*) FROM team_members counted WHERE counted.team = t.id) AS members`,
  from: 'teams AS t',
  order: ['t.seq'],
};

export function toTeams(store: Store, rows: readonly TeamRow[]): Team[] {
  const spaces = rows[0] ? reachIn(store, rows[0].org).ofTeams() : new Map<string, number>();
  return rows.map((row) => ({
    object: 'team',
    id: row.id,
    title: row.title,
    members: row.members,
    spaces: spaces.get(row.id) ?? 0,
    createdAt: row.created_at,
  }));
}

/** Returns a team of the organization. Throws 404. */
export function findTeam(store: Store, org: string, id: string): Team {
  const row = findRow(store, teamSource, { 't.org': org, 't.id': id });
  return toTeams(store, [row])[0] as Team;
}
