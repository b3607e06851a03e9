import type { Complaint } from '../problem.ts';
import type { Store } from '../store/store.ts';

interface Team {
  readonly id: string;
  readonly org: string;
}

/** The user for each of `names`, and the problems of the others. */
export interface NamedMembers {
  readonly users: string[];
  readonly problems: Complaint[];
}

/**
 * Finds the members for `names`: user ids, and for `add` and `remove` also e-mail addresses, in any case. `remove`
 * accepts any user, because the person may have left the organization meanwhile.
 */
export function membersNamed(
  store: Store,
  org: string,
  names: readonly string[],
  field: 'add' | 'members' | 'memberships' | 'remove',
): NamedMembers {
  const mayBeEmail = field === 'add' || field === 'remove';
  const named = mayBeEmail ? 'u.id = n.value OR u.email = n.value' : 'u.id = n.value';
  const member =
    field === 'remove' ? '' : 'AND EXISTS (SELECT 1 FROM members m WHERE m.org = ?2 AND m.user = u.id)';
  const rows = store.all<{ name: string; user: string | null }>(
    `SELECT n.value AS name, (SELECT u.id FROM users u WHERE (${named}) ${member}) AS user
     FROM json_each(?1) n ORDER BY n.key`,
    JSON.stringify(names),
    ...(field === 'remove' ? [] : [org]),
  );
  const resolved = rows.map(({ name, user }, at) => ({
    name,
    user,
    key: field === 'memberships' ? name : at,
  }));
  return {
    users: rows.flatMap(({ user }) => user ?? []),
    problems: resolved
      .filter(({ user }) => user === null)
      .map(({ name, key }) => ({
        path: [field, key],
        message: `is not a member of the organization: "${name}"`,
      })),
  };
}

/** Adds users as members; those who are in the team already keep their roles. */
export function addToTeam(store: Store, team: Team, users: readonly string[]): void {
  store.run(
    `INSERT INTO team_members (team, org, user, role) SELECT ?, ?, value, 'member' FROM json_each(?) WHERE TRUE
     ON CONFLICT (team, user) DO NOTHING`,
    team.id,
    team.org,
    JSON.stringify(users),
  );
}

/** Gives users their roles in the team, and adds those who are not in it. */
export function setTeamRoles(
  store: Store,
  team: Team,
  roles: readonly (readonly [user: string, role: string])[],
) {
  store.run(
    `INSERT INTO team_members (team, org, user, role)
     SELECT ?, ?, value ->> 0, value ->> 1 FROM json_each(?) WHERE TRUE
     ON CONFLICT (team, user) DO UPDATE SET role = excluded.role`,
    team.id,
    team.org,
    JSON.stringify(roles),
  );
}

/** Removes users from the team; ignores those who are not in it. */
export function removeFromTeam(store: Store, team: Team, users: readonly string[]): void {
  store.run(
    'DELETE FROM team_members WHERE team = ? AND user IN (SELECT value FROM json_each(?))',
    team.id,
    JSON.stringify(users),
  );
}
