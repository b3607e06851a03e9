import type { Member } from '../../api/contract/schemas.ts';
import type { Target } from '../../domain/access/places.ts';
import { levelOf, type Person } from '../../domain/access/rules.ts';
import { notFound } from '../http/problem.ts';
import type { Store } from '../store/store.ts';
import { spaceTargets } from './access.ts';
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

/** Columns of a member named `m` with its user joined as `u`. */
export const memberColumns = `m.org, m.role, m.disabled, m.sso, m.joined_at, m.last_seen_at, ${userColumns},
  (SELECT count(*) FROM team_members counted WHERE counted.org = m.org AND counted.user = m.user) AS teams`;
export const memberJoin = 'JOIN users u ON u.id = m.user';

/** Members of one organization. */
export function toMembers(store: Store, rows: readonly MemberRow[]): Member[] {
  const org = rows[0]?.org;
  if (org === undefined) return [];
  const reached = countsOfSpaces(store, org, rows);
  return rows.map((row) => ({
    object: 'member',
    id: row.user_id,
    role: row.role,
    user: toUser(row),
    disabled: row.disabled === 1,
    joinedAt: row.joined_at,
    ...(row.last_seen_at !== null && { lastSeenAt: row.last_seen_at }),
    sso: row.sso === 1,
    spaces: reached.get(row.user_id) ?? 0,
    teams: row.teams,
  }));
}

/** How many spaces each member reaches. What a role opens by itself is counted once for all members with that role. */
function countsOfSpaces(store: Store, org: string, rows: readonly MemberRow[]): Map<string, number> {
  const spaces = spaceTargets(store, org);
  const users = rows.map((row) => row.user_id);
  const teams = teamsOf(store, org, users);
  const closed = new Map<string | null, Target[]>();
  const closedTo = (role: string | null): Target[] => {
    const known = closed.get(role) ?? unreached(spaces, { role, disabled: false, teams: [] });
    closed.set(role, known);
    return known;
  };
  const count = ({ role, disabled, user_id }: MemberRow): number => {
    if (disabled === 1) return 0;
    const person = { role, disabled: false, teams: teams.get(user_id) ?? [] };
    return spaces.length - unreached(closedTo(role), person).length;
  };
  return new Map(rows.map((row) => [row.user_id, count(row)]));
}

function unreached(spaces: readonly Target[], person: Person): Target[] {
  return spaces.filter((space) => levelOf(person, space) === null);
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
