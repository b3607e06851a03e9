import * as z from 'zod/mini';
import { described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import { Role, TeamPermission } from '../schemas.ts';

export const listSpacePermissions = listOperation({
  id: 'spaces.permissions.list',
  path: '/v1/spaces/{space}/permissions/teams',
  summary: 'List the teams with a role on a space',
  item: TeamPermission,
});

export const setSpacePermission = operation({
  id: 'spaces.permissions.set',
  method: 'PATCH',
  path: '/v1/spaces/{space}/permissions/teams/{team}',
  summary: 'Give a team a role on a space',
  body: fields(() => ({
    role: described('role of the team in the space', z.optional(z.nullable(Role)), 'no role'),
  })),
  takes: ['one'],
  opens: true,
});

export const removeSpacePermission = operation({
  id: 'spaces.permissions.remove',
  method: 'DELETE',
  path: '/v1/spaces/{space}/permissions/teams/{team}',
  summary: 'Take the role on a space from a team',
  consequence: 'Members of the team lose the access that it gives. The role can be given again',
  opens: true,
});
