import { listMemberSpaces } from '../api/contract/operations/members.ts';
import {
  listSpacePermissions,
  removeSpacePermission,
  setSpacePermission,
} from '../api/contract/operations/spaces.ts';
import { resource } from './resource.ts';

/** The service lists the spaces that one person can reach; an administrator can reach all of them. */
export const space = resource({
  kind: 'space',
  noun: 'spaces',
  one: 'space',
  several: 'spaces',
  key: 'space',
  parents: ['org'],
  id: 'space.id',
  title: 'space.title',
  standsIn: { kind: 'collection', at: 'space.parent' },
  naturalKey: ['space.title'],
  administrator: 'user',
  addresses: ['/v1/spaces/{id}', '/s/{id}'],
  operations: { list: listMemberSpaces },
});

export const spaceTeam = resource({
  kind: 'space-team',
  shownAs: 'team-permission',
  noun: 'spaces permissions',
  one: 'role of a team',
  several: 'roles of teams',
  label: 'the role of team',
  key: 'team',
  idOf: 'team',
  parents: ['space'],
  id: 'team.id',
  title: 'team.title',
  naturalKey: ['team.title'],
  none: 'no team has a role on space {space}',
  operations: { list: listSpacePermissions, set: setSpacePermission, remove: removeSpacePermission },
  fields: { role: { from: 'permission' } },
  needs: ['team'],
  endings: {
    set: { act: 'remove', from: ' on space {space}' },
    remove: { act: 'remove', from: ' on space {space}' },
  },
});
