import type { IdOf } from '../../api/contract/ids.ts';
import type { Member } from '../../api/contract/schemas.ts';
import { kept } from '../../text/kept.ts';
import { findRow, type TableSource } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';
import { reachIn } from './access.ts';
import { toUser, type UserRow, userColumns } from './user.ts';

export interface MemberRow extends UserRow {
  org: string;
  role: string | null;
  disabled: number;
  sso: number;
  joined_at: string;
  last_seen_at: string | null;
  teams: number;
}

export const memberSource: TableSource<MemberRow> = {
  called: 'member',
  select: `m.org, m.role, m.disabled, m.sso, m.joined_at, m.last_seen_at, ${userColumns},
    (SELECT count(*) FROM team_members counted WHERE counted.org = m.org AND counted.user = m.user) AS teams`,
  from: 'members AS m',
  join: 'JOIN users u ON u.id = m.user',
  order: ['m.joined_at', 'm.seq'],
};

export function toMembers(store: Store, rows: readonly MemberRow[]): Member[] {
  const org = rows[0]?.org;
  if (org === undefined) return [];
  const users = rows.map((row) => row.user_id);
  const teams = teamsOf(store, org, users);
  const reach = reachIn(store, org);
  return rows.map((row) => ({
    object: 'member',
    id: row.user_id,
    role: row.role,
    user: toUser(row),
    disabled: row.disabled === 1,
    joinedAt: row.joined_at,
    ...(row.last_seen_at !== null && { lastSeenAt: row.last_seen_at }),
    sso: row.sso === 1,
    spaces: reach.count({
      role: row.role,
      disabled: row.disabled === 1,
      teams: teams.get(row.user_id) ?? [],
    }),
    teams: row.teams,
  }));
}

export function teamsOf(store: Store, org: string, users: readonly string[]): Map<string, IdOf<'team'>[]> {
  const rows = store.all<{ user: string; team: IdOf<'team'> }>(
    `SELECT user, team FROM team_members WHERE org = ? AND user IN (SELECT value FROM json_each(?))`,
    org,
    JSON.stringify(users),
  );
  const teams = new Map<string, IdOf<'team'>[]>();
  for (const { user, team } of rows) kept(teams, user, () => []).push(team);
  return teams;
}

/** Returns a member of the organization. Throws 404. */
export function findMember(store: Store, org: string, user: string): Member {
  const row = findRow(store, memberSource, { 'm.org': org, 'm.user': user });
  return toMembers(store, [row])[0] as Member;
}
