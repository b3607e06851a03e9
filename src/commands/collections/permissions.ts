import {
  listCollectionPermissions,
  removeCollectionPermission,
  setCollectionPermission,
} from '../../api/contract/operations/collections.ts';
import { MemberRoleFilter } from '../../api/contract/operations/members.ts';
import { choice, needs, verb } from '../../cli/command.ts';
import type { App } from '../../cli/session/app.ts';
import { changed, takeAway } from '../../cli/session/losses.ts';
import { roleOrNull } from '../../domain/roles.ts';
import { teamPermissionView } from '../../views/permissions.ts';
import { showPermission } from '../permissions.ts';

export const collectionPermissions = (app: App) => [listVerb(app), set(app), remove(app)];

const listVerb = (app: App) =>
  verb('list', listCollectionPermissions, [
    'docs-admin collections permissions list col_product',
    'docs-admin collections permissions list col_product --fields team.title,permission -o csv',
  ])
    .argument('<collectionId>', 'the collection')
    .action(async (collection, range) => {
      const input = { params: { collection } };
      await app.out.list(app.api.pages(listCollectionPermissions, input, range), teamPermissionView);
    });

const set = (app: App) =>
  verb('set', setCollectionPermission, [
    'docs-admin collections permissions set col_product team_design --role edit',
    'docs-admin collections permissions set col_api team_platform --role guest',
  ])
    .argument('<collectionId>', 'the collection')
    .argument('<teamId>', 'the team')
    .addOption(needs(choice('--role <role>', 'role of the team in the collection', MemberRoleFilter)))
    .action(async (collection, team, { input, role }) => {
      const body = await app.body(setCollectionPermission, input, { role: roleOrNull(role) });
      const { params } = await changed(app, setCollectionPermission, { params: { collection, team }, body });
      await showPermission(app, 'collection', { id: collection, team, params, role: body.role });
    });

const remove = (app: App) =>
  verb('remove', removeCollectionPermission, [
    'docs-admin collections permissions remove col_product team_support --yes',
  ])
    .argument('<collectionId>', 'the collection')
    .argument('<teamId>', 'the team')
    .action(async (collection, team) => {
      await takeAway(app, removeCollectionPermission, { params: { collection, team } });
    });
