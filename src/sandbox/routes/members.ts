import {
  getMember,
  listMemberSpaces,
  listMembers,
  listMemberTeams,
  pingMembers,
  removeMember,
  setMemberSso,
  updateMember,
} from '../../api/contract/operations/members.ts';
import type { Space } from '../../api/contract/schemas.ts';
import { type OperationRoute, pageOf, route } from '../http/route.ts';
import { notFound } from '../problem.ts';
import { reachIn } from '../resources/access.ts';
import {
  findMember,
  type MemberRow,
  memberColumns,
  memberJoin,
  teamsOf,
  toMembers,
} from '../resources/member.ts';
import { findOrganization } from '../resources/organization.ts';
import { type SpaceRow, spaceColumns, spaceJoin, toSpaces } from '../resources/space.ts';
import { type TeamRow, teamColumns, toTeams } from '../resources/team.ts';
import type { SqlList } from '../store/sql-list.ts';
import type { Store } from '../store/store.ts';

export const routes: readonly OperationRoute[] = [
  route(listMembers, (call) => {
    const { params, query, store } = call;
    findOrganization(store, params.org);
    const { role, search } = query;
    const bySeen = query.sort === 'lastSeenAt';
    const listing: SqlList = {
      select: memberColumns,
      from: 'members m',
      join: memberJoin,
      where: [
        ['m.org = ?', params.org],
        bySeen && ['m.last_seen_at IS NOT NULL AND m.disabled = 0'],
        role !== undefined && ['m.role IS ?', role === 'guest' ? null : role],
        search !== undefined && [
          'm.user IN (SELECT id FROM users WHERE instr(search, ?) > 0)',
          search.toLowerCase(),
        ],
      ],
      order: [bySeen ? 'm.last_seen_at' : 'm.joined_at', 'm.seq'],
      descending: query.order !== 'asc',
    };
    return pageOf(call, listing, (rows: MemberRow[]) => toMembers(store, rows));
  }),

  route(getMember, ({ params, store }) => findMember(store, params.org, params.user)),

  route(updateMember, ({ params, body, store }) => {
    findMember(store, params.org, params.user);
    store.update('members', { org: params.org, user: params.user }, { role: body.role });
    return findMember(store, params.org, params.user);
  }),

  route(removeMember, ({ params, store }) => {
    const removed = store.run('DELETE FROM members WHERE org = ? AND user = ?', params.org, params.user);
    if (removed === 0) throw notFound('member', params.user);
    return undefined;
  }),

  route(setMemberSso, ({ params, store }) => {
    store.update('members', { org: params.org, user: params.user }, { sso: true });
    return findMember(store, params.org, params.user);
  }),

  route(listMemberSpaces, (call) => {
    const { params, query, store } = call;
    const levels = spaceLevels(store, params.org, params.user);
    const listing: SqlList = {
      select: spaceColumns,
      from: 'spaces s',
      join: spaceJoin,
      where: [['s.id IN (SELECT value FROM json_each(?))', JSON.stringify([...levels.keys()])]],
      order: ['s.seq'],
      descending: query.order !== 'asc',
    };
    const toItem = (space: Space) => ({ permission: levels.get(space.id) as string, space });
    return pageOf(call, listing, (rows: SpaceRow[]) => toSpaces(store, rows).map(toItem));
  }),

  route(listMemberTeams, (call) => {
    const { params, query, store } = call;
    findMember(store, params.org, params.user);
    const listing: SqlList = {
      select: `${teamColumns}, tm.role AS team_role`,
      from: 'team_members tm JOIN teams t ON t.id = tm.team',
      where: [
        ['tm.org = ? AND tm.user = ?', params.org, params.user],
        query.title !== undefined && ['instr(t.search, ?) > 0', query.title.toLowerCase()],
      ],
      order: ['t.seq'],
    };
    return pageOf(call, listing, (rows: (TeamRow & { team_role: string })[]) => {
      const teams = toTeams(store, rows);
      return teams.map((team, at) => ({ team, member: { role: rows[at]?.team_role } }));
    });
  }),

  route(pingMembers, ({ params, store, caller, now }) => {
    findOrganization(store, params.org);
    findMember(store, params.org, caller);
    store.update('members', { org: params.org, user: caller }, { last_seen_at: now });
    return { serviceVisitorClaims: `sandbox-claims-of-${caller}` };
  }),
];

/** Returns the level of a member in each space that they can reach. */
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
