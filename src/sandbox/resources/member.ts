import type { Member } from '../../api/schemas.ts';
import { notFound } from '../problem.ts';
import type { Store } from '../store.ts';
import { memberAccess, spacesOf, teamAccess } from './access.ts';
import { toUser, type UserRow, userColumns } from './user.ts';

export interface MemberRow extends UserRow {
  org: string;
  role: string | null;
  disabled: number;
  sso: number;
  joined_at: string;
  last_seen_at: string | null;
}

/** Columns of a member named `m` with its user joined as `u`. */
export const memberColumns = `m.org, m.role, m.disabled, m.sso, m.joined_at, m.last_seen_at, ${userColumns}`;
export const memberJoin = 'JOIN users u ON u.id = m.user';

/** Members of one organization. */
export function toMembers(store: Store, rows: readonly MemberRow[]): Member[] {
  const org = rows[0]?.org;
  if (org === undefined) return [];
  const access = teamAccess(store, org);
  const spaces = spacesOf(store, org);
  const teams = teamsOf(
    store,
    org,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => {
    const own = teams.get(row.user_id) ?? [];
    return {
      object: 'member',
      id: row.user_id,
      role: row.role,
      user: toUser(row),
      disabled: row.disabled === 1,
      joinedAt: row.joined_at,
      ...(row.last_seen_at !== null && { lastSeenAt: row.last_seen_at }),
      sso: row.sso === 1,
      // Only guests need a closer look: a member reaches every space.
      spaces: row.role === null ? memberAccess(null, own, spaces, access).size : spaces.length,
      teams: own.length,
    };
  });
}

/** The team ids of each of some users. */
export function teamsOf(store: Store, org: string, users: readonly string[]): Map<string, string[]> {
  const rows = store.all<{ user: string; team: string }>(
    `SELECT user, team FROM team_members WHERE org = ? AND user IN (SELECT value FROM json_each(?))`,
    org,
    JSON.stringify(users),
  );
  const teams = new Map<string, string[]>();
  for (const { user, team } of rows) {
    const own = teams.get(user);
    if (own) own.push(team);
    else teams.set(user, [team]);
  }
  return teams;
}

/** A member of the organization. Throws 404. */
export function findMember(store: Store, org: string, user: string): Member {
  const row = store.get<MemberRow>(
    `SELECT ${memberColumns} FROM members m ${memberJoin} WHERE m.org = ? AND m.user = ?`,
    org,
    user,
  );
  if (!row) throw notFound('member', user);
  return toMembers(store, [row])[0] as Member;
}
