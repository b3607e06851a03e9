import { listMemberSpaces, listMembers } from '../api/contract/operations/members.ts';
import { Space } from '../api/contract/schemas.ts';
import { group, prints, verb } from '../cli/command.ts';
import { allSpaces, sortedSpaces } from '../cli/session/all-spaces.ts';
import type { App } from '../cli/session/app.ts';
import { idFrom } from '../cli/settings/addresses.ts';
import { webFlag } from '../cli/shared-flags.ts';
import { spaceView } from '../views/spaces.ts';
import { spaceCalled } from './spaces/called.ts';
import { spacePermissions } from './spaces/permissions.ts';

export const spaces = (app: App) => [
  list(app),
  get(app),
  group('permissions', 'what teams may do in a space', spacePermissions(app)),
];

const list = (app: App) =>
  prints(
    Space,
    verb(
      'list',
      listMemberSpaces,
      ['docs-admin spaces list', 'docs-admin spaces list --fields id,title,parent -o csv'],
      [listMembers],
    ),
  )
    .description('List the spaces of the organization: those of an administrator, who sees every one')
    .addOption(webFlag)
    .action(async (range) => {
      await app.out.list(sortedSpaces(app, range), spaceView);
    });

const get = (app: App) =>
  prints(
    Space,
    verb(
      'get',
      'Show a space, read from the list of all spaces',
      ['docs-admin spaces get space_handbook', 'docs-admin spaces get name:Runbooks --json'],
      [listMembers, listMemberSpaces],
    ),
  )
    .argument('<spaceId>', 'the space, by its id, or name: and its title')
    .addOption(webFlag)
    .action(async (given) => {
      const name = await idFrom(app, 'space', given, '<spaceId>');
      await app.out.item(spaceCalled(name, await allSpaces(app.api, app.scope.org())), spaceView);
    });
