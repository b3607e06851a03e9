import * as z from 'zod/mini';
import { described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import { Member, nonEmpty, openEnum, Role, resource, SortOrder, Space, Team } from '../schemas.ts';

/** The values of the role filter: the roles, and `guest` for members without a role. */
export const MemberRoleFilter = openEnum(['admin', 'create', 'review', 'edit', 'comment', 'read'], ['guest']);
export const MemberSort = openEnum(['joinedAt', 'lastSeenAt']);

export const MemberSpace = resource({ space: Space }, () => ({ permission: z.string() }));
export const MemberTeam = resource({ team: Team }, () => ({
  member: resource({}, () => ({ role: z.string() })),
}));

export const listMembers = listOperation({
  id: 'members.list',
  path: '/v1/orgs/{org}/members',
  summary: 'List the members of an organization',
  query: fields(() => ({
    order: z.optional(SortOrder),
    role: described('only members with this role', z.optional(MemberRoleFilter)),
    search: described('only members whose name or e-mail contains this', z.optional(nonEmpty())),
    sort: described('sort by this field; lastSeenAt: only active members', z.optional(MemberSort)),
  })),
  item: Member,
});

export const getMember = operation({
  id: 'members.get',
  method: 'GET',
  path: '/v1/orgs/{org}/members/{user}',
  summary: 'Show a member',
  result: Member,
});

export const updateMember = operation({
  id: 'members.update',
  method: 'PATCH',
  path: '/v1/orgs/{org}/members/{user}',
  summary: 'Change the role of a member',
  body: fields(() => ({
    role: described('role in the organization', z.optional(z.nullable(Role)), 'no role'),
  })),
  result: Member,
  takes: ['one'],
  opens: true,
});

export const removeMember = operation({
  id: 'members.remove',
  method: 'DELETE',
  path: '/v1/orgs/{org}/members/{user}',
  summary: 'Remove a member from the organization and its teams',
  consequence: 'The person loses all access. No request can add a member again',
  takes: ['one', 'owners'],
});

export const setMemberSso = operation({
  id: 'members.set-sso',
  method: 'POST',
  path: '/v1/orgs/{org}/members/{user}/sso',
  summary: 'Make a member sign in through single sign-on',
  result: Member,
  effect: 'update',
});

export const listMemberSpaces = listOperation({
  id: 'members.spaces',
  path: '/v1/orgs/{org}/members/{user}/spaces',
  summary: 'List the spaces that a member can reach, with the role there',
  query: fields(() => ({ order: z.optional(SortOrder) })),
  item: MemberSpace,
});

export const listMemberTeams = listOperation({
  id: 'members.teams',
  path: '/v1/orgs/{org}/members/{user}/teams',
  summary: 'List the teams of a member, with the role there',
  query: fields(() => ({
    title: described('only teams whose title contains this, in any case', z.optional(nonEmpty())),
  })),
  item: MemberTeam,
});

export const pingMembers = operation({
  id: 'members.ping',
  method: 'POST',
  path: '/v1/orgs/{org}/ping',
  summary: 'Update your own last-seen time',
  result: resource({}, () => ({ serviceVisitorClaims: z.string() })),
  effect: 'update',
});
