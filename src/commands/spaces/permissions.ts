import { MemberRoleFilter } from '../../api/operations/members.ts';
import {
  listSpacePermissions,
  removeSpacePermission,
  setSpacePermission,
} from '../../api/operations/spaces.ts';
import type { App } from '../../cli/app.ts';
import { choice, needs, verb } from '../../cli/command.ts';
import { roleOrNull } from '../../domain/roles.ts';
import { teamPermissionView } from '../../views/permissions.ts';
import { permissionSet } from '../permissions.ts';

export const spacePermissions = (app: App) => [listVerb(app), set(app), remove(app)];

const listVerb = (app: App) =>
  verb('list', listSpacePermissions, [
    'docs-admin spaces permissions list space_handbook',
    'docs-admin spaces permissions list space_handbook --fields team.title,permission -o csv',
  ])
    .argument('<spaceId>', 'the space')
    .action(async (space, range) => {
      const input = { params: { space } };
      await app.out.list(app.api.pages(listSpacePermissions, input, range), teamPermissionView);
    });

const set = (app: App) =>
  verb('set', setSpacePermission, [
    'docs-admin spaces permissions set space_handbook team_design --role review',
    'docs-admin spaces permissions set space_handbook team_support --role guest',
  ])
    .argument('<spaceId>', 'the space')
    .argument('<teamId>', 'the team')
    .addOption(needs(choice('--role <role>', 'role of the team in the space', MemberRoleFilter)))
    .action(async (space, team, { input, role }) => {
      const body = await app.body(setSpacePermission, input, { role: roleOrNull(role) });
      await app.api.call(setSpacePermission, { params: { space, team }, body });
      await app.out.done(await permissionSet(app, { kind: 'space', id: space, team, role: body.role }));
    });

const remove = (app: App) =>
  verb('remove', removeSpacePermission, [
    'docs-admin spaces permissions remove space_handbook team_support --yes',
  ])
    .argument('<spaceId>', 'the space')
    .argument('<teamId>', 'the team')
    .action(async (space, team) => {
      await app.confirm(`take the role on space ${space} from team ${team}?`);
      await app.api.call(removeSpacePermission, { params: { space, team } });
      await app.out.done(`removed the role of team ${team} on space ${space}`);
    });
