import * as ops from '../../api/contract/operations/members.ts';
import { type OperationRoute, pageOf, route } from '../http/route.ts';
import { reachIn } from '../resources/access.ts';
import { findMember, memberSource, teamsOf, toMembers } from '../resources/member.ts';
import { findOrganization } from '../resources/organization.ts';
import { type SpaceRow, spaceSource, toSpaces } from '../resources/space.ts';
import { type TeamRow, teamSource, toTeams } from '../resources/team.ts';
import { type RowList, removeRow } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(ops.listMembers, (call) => {
    const { params, query, store } = call;
    findOrganization(store, params.org);
    const { role, search } = query;
    const bySeen = query.sort === 'lastSeenAt';
    const order = bySeen ? ['m.last_seen_at', 'm.seq'] : memberSource.order;
    const list = { ...memberSource, order, descending: query.order !== 'asc' };
    return pageOf(call, list, (rows) => toMembers(store, rows), [
      ['m.org = ?', params.org],
      bySeen && ['m.last_seen_at IS NOT NULL AND m.disabled = 0'],
      role !== undefined && ['m.role IS ?', role === 'guest' ? null : role],
      search !== undefined && [
        'm.user IN (SELECT id FROM users WHERE instr(search, ?) > 0)',
        search.toLowerCase(),
      ],
    ]);
  }),

  route(ops.getMember, ({ params, store }) => findMember(store, params.org, params.user)),

  route(ops.updateMember, ({ params, body, store }) => {
    findMember(store, params.org, params.user);
    store.update('members', { org: params.org, user: params.user }, { role: body.role });
    return findMember(store, params.org, params.user);
  }),

  route(ops.removeMember, ({ params, store }) =>
    removeRow(store, memberSource, { 'm.org': params.org, 'm.user': params.user }),
  ),

  route(ops.setMemberSso, ({ params, store }) => {
    store.update('members', { org: params.org, user: params.user }, { sso: true });
    return findMember(store, params.org, params.user);
  }),

  route(ops.listMemberSpaces, (call) => {
    const { params, query, store } = call;
    const levels = spaceLevels(store, params.org, params.user);
    const list = { ...spaceSource, descending: query.order !== 'asc' };
    const toItems = (rows: SpaceRow[]) =>
      toSpaces(store, rows).map((space) => ({ permission: levels.get(space.id) as string, space }));
    const known = JSON.stringify([...levels.keys()]);
    return pageOf(call, list, toItems, [['s.id IN (SELECT value FROM json_each(?))', known]]);
  }),

  route(ops.listMemberTeams, (call) => {
    const { params, query, store } = call;
    findMember(store, params.org, params.user);
    const list: RowList<TeamRow & { team_role: string }> = {
      select: `${teamSource.select}, tm.role AS team_role`,
      from: 'team_members tm JOIN teams t ON t.id = tm.team',
      order: teamSource.order,
    };
    const toItems = (rows: (TeamRow & { team_role: string })[]) =>
      toTeams(store, rows).map((team, at) => ({ team, member: { role: rows[at]?.team_role } }));
    return pageOf(call, list, toItems, [
      ['tm.org = ? AND tm.user = ?', params.org, params.user],
      query.title !== undefined && ['instr(t.search, ?) > 0', query.title.toLowerCase()],
    ]);
  }),

  route(ops.pingMembers, ({ params, store, caller, now }) => {
    findOrganization(store, params.org);
    findMember(store, params.org, caller);
    store.update('members', { org: params.org, user: caller }, { last_seen_at: now });
    return { serviceVisitorClaims: `sandbox-claims-of-${caller}` };
  }),
];

function spaceLevels(store: Store, org: string, user: string): Map<string, string> {
  const { role = null, disabled } = findMember(store, org, user);
  const person = { role, disabled: disabled ?? false, teams: teamsOf(store, org, [user]).get(user) ?? [] };
  const reach = reachIn(store, org);
  const levels = [...reach.targets.spaces].flatMap(([id, target]) => {
    const level = reach.levelOf(person, target);
    return level === null ? [] : [[id, level] as const];
  });
  return new Map(levels);
}
