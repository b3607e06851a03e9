import {
  createTeam,
  deleteTeam,
  getTeam,
  listTeamMembers,
  listTeams,
  removeTeamMember,
  setTeamMember,
  updateTeam,
  updateTeamMembers,
} from '../../api/contract/operations/teams.ts';
import { Created, type OperationRoute, pageOf, route } from '../http/route.ts';
import { invalid, notFound } from '../problem.ts';
import { findMember, type MemberRow, memberSource, toMembers } from '../resources/member.ts';
import { findOrganization } from '../resources/organization.ts';
import { findTeam, teamSource, toTeams } from '../resources/team.ts';
import { type RowList, removeRow } from '../store/sql-list.ts';
import { addToTeam, membersNamed, removeFromTeam, setTeamRoles } from './team-changes.ts';

export const routes: readonly OperationRoute[] = [
  route(listTeams, (call) => {
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

  route(createTeam, ({ params, body, store, now }) => {
    const { id: org } = findOrganization(store, params.org);
    const members = membersNamed(store, org, body.members ?? [], 'members');
    if (members.problems.length > 0) throw invalid(members.problems);
    const id = store.nextId('team');
    store.insert('teams', { id, org, title: body.title, search: body.title.toLowerCase(), created_at: now });
    addToTeam(store, { id, org }, members.users);
    return new Created(findTeam(store, org, id));
  }),

  route(getTeam, ({ params, store }) => findTeam(store, params.org, params.team)),

  route(updateTeam, ({ params, body, store }) => {
    findTeam(store, params.org, params.team);
    store.update('teams', { id: params.team }, { title: body.title, search: body.title.toLowerCase() });
    return findTeam(store, params.org, params.team);
  }),

  route(deleteTeam, ({ params, store }) =>
    removeRow(store, teamSource, { 't.org': params.org, 't.id': params.team }),
  ),

  route(listTeamMembers, (call) => {
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

  route(updateTeamMembers, ({ params, body, store }) => {
    const { id } = findTeam(store, params.org, params.team);
    const { add = [], memberships = {}, remove = [] } = body;
    const added = membersNamed(store, params.org, add, 'add');
    const changed = membersNamed(store, params.org, Object.keys(memberships), 'memberships');
    const removed = membersNamed(store, params.org, remove, 'remove');
    const problems = [...added.problems, ...changed.problems, ...removed.problems];
    if (problems.length > 0) throw invalid(problems);
    const team = { id, org: params.org };
    addToTeam(store, team, added.users);
    setTeamRoles(
      store,
      team,
      changed.users.map((user) => [user, memberships[user]?.role as string]),
    );
    removeFromTeam(store, team, removed.users);
    return undefined;
  }),

  route(setTeamMember, ({ params, body, store }) => {
    findTeam(store, params.org, params.team);
    findMember(store, params.org, params.user);
    const team = { id: params.team, org: params.org };
    if (body.role === undefined) addToTeam(store, team, [params.user]);
    else setTeamRoles(store, team, [[params.user, body.role]]);
    return undefined;
  }),

  route(removeTeamMember, ({ params, store }) => {
    const { id } = findTeam(store, params.org, params.team);
    const removed = store.run('DELETE FROM team_members WHERE team = ? AND user = ?', id, params.user);
    if (removed === 0) throw notFound('team member', params.user);
    return undefined;
  }),
];
