import { MemberRoleFilter } from '../../api/contract/operations/members.ts';
import {
  listSpacePermissions,
  removeSpacePermission,
  setSpacePermission,
} from '../../api/contract/operations/spaces.ts';
import { choice } from '../../cli/flags/flag.ts';
import { lists, takesAway } from '../../cli/operation-actions.ts';
import { verb } from '../../cli/verb.ts';
import { roleOrNull } from '../../domain/roles.ts';
import { teamPermissionView } from '../../views/permissions.ts';
import { showPermission } from '../permissions.ts';

export const spacePermissions = () => [listVerb(), set(), remove()];

const listVerb = () =>
  verb('list', listSpacePermissions, [
    'docs-admin spaces permissions list space_handbook',
    'docs-admin spaces permissions list space_handbook --fields team.title,permission -o csv',
  ])
    .argument('<spaceId>', 'the space')
    .run(lists(teamPermissionView));

const set = () =>
  verb('set', setSpacePermission, [
    'docs-admin spaces permissions set space_handbook team_design --role review',
    'docs-admin spaces permissions set space_handbook team_support --role guest --yes',
  ])
    .argument('<spaceId>', 'the space')
    .argument('<teamId>', 'the team')
    .addOption(choice('--role <role>', MemberRoleFilter).with({ isNeeded: true }))
    .run(async ({ names, bodyOf, out, change }, space, team, { input, role }) => {
      const body = await bodyOf(setSpacePermission, input, { role: roleOrNull(role) });
      const { params } = await change(setSpacePermission, { params: { space, team }, body });
      await showPermission({ names, out }, 'space', { id: space, team, params, role: body.role });
    });

const remove = () =>
  verb('remove', removeSpacePermission, [
    'docs-admin spaces permissions remove space_handbook team_support --yes',
  ])
    .argument('<spaceId>', 'the space')
    .argument('<teamId>', 'the team')
    .run(takesAway());
