import * as ops from '../api/contract/operations/teams.ts';
import { byRole, resource } from './resource.ts';

export const team = resource({
  kind: 'team',
  noun: 'teams',
  one: 'team',
  several: 'teams',
  key: 'team',
  parents: ['org'],
  id: 'id',
  title: 'title',
  naturalKey: ['title'],
  search: 'title',
  addresses: ['/teams/{id}'],
  operations: byRole(ops, 'teams', 'list', 'get', 'create', 'update', 'delete'),
  fields: { members: { in: 'team-member', at: 'organization.id' } },
  needs: ['member'],
  endings: { delete: { act: 'delete' } },
});

export const teamMember = resource({
  kind: 'team-member',
  noun: 'teams members',
  one: 'member',
  several: 'members',
  key: 'user',
  idOf: 'member',
  parents: ['org', 'team'],
  id: 'organization.id',
  title: 'organization.user.displayName',
  email: 'organization.user.email',
  naturalKey: ['organization.user.email'],
  none: 'no one is in team {team}',
  operations: {
    ...byRole(ops, 'teams.members', 'list', 'set', 'remove'),
    setSeveral: ops.updateTeamMembers,
  },
  fields: {
    role: { from: 'team.role' },
    memberships: { from: 'team.role' },
    add: { from: 'organization.id' },
    remove: { from: 'organization.id' },
  },
  needs: ['member'],
  endings: { remove: { act: 'remove', from: ' from team {team}' } },
});
