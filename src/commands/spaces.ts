import { listMemberSpaces, listMembers } from '../api/operations/members.ts';
import type { Space } from '../api/schemas.ts';
import { allSpaces, spacesOf } from '../cli/all-spaces.ts';
import type { App } from '../cli/app.ts';
import { group, verb } from '../cli/command.ts';
import { NothingCalled, UsageError } from '../cli/errors.ts';
import { spaceView } from '../views/spaces.ts';
import { spacePermissions } from './spaces/permissions.ts';

export const spaces = (app: App) => [
  list(app),
  get(app),
  group('permissions', 'what teams may do in a space', spacePermissions(app)),
];

const list = (app: App) =>
  verb(
    'list',
    listMemberSpaces,
    ['docs-admin spaces list', 'docs-admin spaces list --fields id,title,parent -o csv'],
    [listMembers],
  )
    .description('List the spaces of the organization: those of an administrator, who sees every one')
    .action(async (range) => {
      await app.out.list(spacesOf(app.api, app.org(), range), spaceView);
    });

const get = (app: App) =>
  verb(
    'get',
    'Show a space, from the list of all',
    ['docs-admin spaces get space_handbook', 'docs-admin spaces get name:Runbooks --json'],
    [listMembers, listMemberSpaces],
  )
    .argument('<spaceId>', 'the space, by its id, or name: and its title')
    .action(async (name) => {
      await app.out.item(spaceCalled(name, await allSpaces(app.api, app.org())), spaceView);
    });

/** Throws `NothingCalled` where no space is meant by `name`, `UsageError` where several are. */
function spaceCalled(name: string, known: readonly Space[]): Space {
  const title = name.startsWith('name:') ? name.slice('name:'.length) : undefined;
  const found = known.filter((space) => (title === undefined ? space.id === name : space.title === title));
  const [only, ...others] = found;
  if (others.length > 0) {
    throw new UsageError(
      `invalid <spaceId> ${JSON.stringify(name)}: ${found.length} of them are called that`,
      {
        details: found.map((space) => `${space.id}  ${space.title}`),
        hint: 'give the id of the space that you mean',
      },
    );
  }
  if (only) return only;
  throw new NothingCalled(`<spaceId> ${JSON.stringify(name)} not found`, {
    hint: '`docs-admin spaces list` shows the spaces of the organization',
  });
}
