import * as ops from '../../api/contract/operations/teams.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { invalid, notFound } from '../problem.ts';
import { findMember, type MemberRow, memberSource, toMembers } from '../resources/member.ts';
import { findOrganization } from '../resources/organization.ts';
import { findTeam, teamSource, toTeams } from '../resources/team.ts';
import { type RowList, removeRow } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listTeams, (call) => {
    const { params, query, store } = call;
    findOrganization(store, params.org);
    return pageOf(call, teamSource, (rows) => toTeams(store, rows), [
      ['t.org = ?', params.org],
      query.owner !== undefined && [
        `t.id IN (SELECT team FROM team_members WHERE org = ? AND user = ? AND role = 'owner')`,
        params.org,
        query.owner,
      ],
      query.title !== undefined && ['instr(t.search, ?) > 0', query.title.toLowerCase()],
    ]);
  }),

  route(ops.createTeam, ({ params, body, store, now }) => {
    const { id: org } = findOrganization(store, params.org);
    const members = membersNamed(store, org, body.members ?? [], 'members');
    if (members.problems.length > 0) throw invalid(members.problems);
    const id = store.nextId('team');
    store.insert('teams', { id, org, title: body.title, search: body.title.toLowerCase(), created_at: now });
    addToTeam(store, { id, org }, members.users);
    return new Created(findTeam(store, org, id));
  }),

  route(ops.getTeam, ({ params, store }) => findTeam(store, params.org, params.team)),

  route(ops.updateTeam, ({ params, body, store }) => {
    findTeam(store, params.org, params.team);
    store.update('teams', { id: params.team }, { title: body.title, search: body.title.toLowerCase() });
    return findTeam(store, params.org, params.team);
  }),

  route(ops.deleteTeam, ({ params, store }) =>
    removeRow(store, teamSource, { 't.org': params.org, 't.id': params.team }),
  ),

  route(ops.listTeamMembers, (call) => {
    const { params, store } = call;
    findTeam(store, params.org, params.team);
    const list: RowList<MemberRow & { team_role: string }> = {
      select: `${memberSource.select}, tm.role AS team_role`,
      from: 'team_members tm',
      join: `JOIN members m ON m.org = tm.org AND m.user = tm.user ${memberSource.join}`,
      order: ['tm.seq'],
    };
    const toItems = (rows: (MemberRow & { team_role: string })[]) =>
      toMembers(store, rows).map((organization, at) => ({
        organization,
        team: { role: rows[at]?.team_role },
      }));
    return pageOf(call, list, toItems, [['tm.team = ?', params.team]]);
  }),

  route(ops.updateTeamMembers, ({ params, body, store }) => {
    const { id } = findTeam(store, params.org, params.team);
    const { add = [], memberships = {}, remove = [] } = body;
    const added = membersNamed(store, params.org, add, 'add');
    const changed = membersNamed(store, params.org, Object.keys(memberships), 'memberships');
    const removed = membersNamed(store, params.org, remove, 'remove');
    const problems = [...added.problems, ...changed.problems, ...removed.problems];
    if (problems.length > 0) throw invalid(problems);
    const team = { id, org: params.org };
    addToTeam(store, team, added.users);
    const roles = changed.users.map((user) => [user, memberships[user]?.role as string] as const);
    setTeamRoles(store, team, roles);
    removeFromTeam(store, team, removed.users);
    return undefined;
  }),

  route(ops.setTeamMember, ({ params, body, store }) => {
    findTeam(store, params.org, params.team);
    findMember(store, params.org, params.user);
    const team = { id: params.team, org: params.org };
    if (body.role === undefined) addToTeam(store, team, [params.user]);
    else setTeamRoles(store, team, [[params.user, body.role]]);
    return undefined;
  }),

  route(ops.removeTeamMember, ({ params, store }) => {
    const { id } = findTeam(store, params.org, params.team);
    const removed = store.run('DELETE FROM team_members WHERE team = ? AND user = ?', id, params.user);
    if (removed === 0) throw notFound('team member', params.user);
    return undefined;
  }),
];

interface Team {
  readonly id: string;
  readonly org: string;
}

/**
 * Finds the members for `names`: user ids, and for `add` and `remove` also e-mail addresses, in any case. `remove`
 * accepts any user, because the person may have left the organization meanwhile. The others are problems.
 */
function membersNamed(
  store: Store,
  org: string,
  names: readonly string[],
  field: 'add' | 'members' | 'memberships' | 'remove',
) {
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
  return {
    users: rows.flatMap(({ user }) => user ?? []),
    problems: rows.flatMap(({ name, user }, at) => {
      const path = [field, field === 'memberships' ? name : at];
      return user === null ? [{ path, message: `is not a member of the organization: "${name}"` }] : [];
    }),
  };
}

/** Adds users as members; those who are in the team already keep their roles. */
function addToTeam(store: Store, team: Team, users: readonly string[]): void {
  store.run(
    `INSERT INTO team_members (team, org, user, role) SELECT ?, ?, value, 'member' FROM json_each(?) WHERE TRUE
     ON CONFLICT (team, user) DO NOTHING`,
    team.id,
    team.org,
    JSON.stringify(users),
  );
}

/** Gives users their roles in the team, and adds those who are not in it. */
function setTeamRoles(store: Store, team: Team, roles: readonly (readonly [user: string, role: string])[]) {
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
function removeFromTeam(store: Store, team: Team, users: readonly string[]): void {
  store.run(
    'DELETE FROM team_members WHERE team = ? AND user IN (SELECT value FROM json_each(?))',
    team.id,
    JSON.stringify(users),
  );
}
