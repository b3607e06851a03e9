import {
  listCollectionPermissions,
  removeCollectionPermission,
  setCollectionPermission,
} from '../../api/contract/operations/collections.ts';
import { MemberRoleFilter } from '../../api/contract/operations/members.ts';
import { choice } from '../../cli/flags/flag.ts';
import { lists, takesAway } from '../../cli/operation-actions.ts';
import { verb } from '../../cli/verb.ts';
import { roleOrNull } from '../../domain/roles.ts';
import { teamPermissionView } from '../../views/permissions.ts';
import { showPermission } from '../permissions.ts';

export const collectionPermissions = () => [listVerb(), set(), remove()];

const listVerb = () =>
  verb('list', listCollectionPermissions, [
    'docs-admin collections permissions list col_product',
    'docs-admin collections permissions list col_product --fields team.title,permission -o csv',
  ])
    .argument('<collectionId>', 'the collection')
    .run(lists(teamPermissionView));

const set = () =>
  verb('set', setCollectionPermission, [
    'docs-admin collections permissions set col_product team_design --role edit',
    'docs-admin collections permissions set col_api team_platform --role guest --yes',
  ])
    .argument('<collectionId>', 'the collection')
    .argument('<teamId>', 'the team')
    .addOption(choice('--role <role>', MemberRoleFilter).with({ isNeeded: true }))
    .run(async ({ names, bodyOf, out, change }, collection, team, { input, role }) => {
      const body = await bodyOf(setCollectionPermission, input, { role: roleOrNull(role) });
      const { params } = await change(setCollectionPermission, { params: { collection, team }, body });
      await showPermission({ names, out }, 'collection', { id: collection, team, params, role: body.role });
    });

const remove = () =>
  verb('remove', removeCollectionPermission, [
    'docs-admin collections permissions remove col_product team_support --yes',
  ])
    .argument('<collectionId>', 'the collection')
    .argument('<teamId>', 'the team')
    .run(takesAway());
