import { MemberRoleFilter } from '../../api/contract/operations/members.ts';
import {
  listSpacePermissions,
  removeSpacePermission,
  setSpacePermission,
} from '../../api/contract/operations/spaces.ts';
import { choice, needs, verb } from '../../cli/command.ts';
import type { App } from '../../cli/session/app.ts';
import { changed, takeAway } from '../../cli/session/losses.ts';
import { roleOrNull } from '../../domain/roles.ts';
import { teamPermissionView } from '../../views/permissions.ts';
import { showPermission } from '../permissions.ts';

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
      const { params } = await changed(app, setSpacePermission, { params: { space, team }, body });
      await showPermission(app, 'space', { id: space, team, params, role: body.role });
    });

const remove = (app: App) =>
  verb('remove', removeSpacePermission, [
    'docs-admin spaces permissions remove space_handbook team_support --yes',
  ])
    .argument('<spaceId>', 'the space')
    .argument('<teamId>', 'the team')
    .action(async (space, team) => {
      await takeAway(app, removeSpacePermission, { params: { space, team } });
    });
