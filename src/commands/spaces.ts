import type { PageRange } from '../api/client/client.ts';
import { listMemberSpaces, listMembers } from '../api/contract/operations/members.ts';
import * as ops from '../api/contract/operations/spaces.ts';
import { Space } from '../api/contract/schemas.ts';
import { type SortedRange, webFlag } from '../cli/flags/flag.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { group, verb } from '../cli/verb.ts';
import { spacesOf } from '../model/read/spaces.ts';
import { hasCells } from '../output/output.ts';
import { spaceView } from '../views/spaces.ts';
import { permissionVerbs } from './permissions.ts';
import { oneSpace } from './spaces/one.ts';

export const spaces = () => [
  verb(
    'list',
    listMemberSpaces,
    ['docs-admin spaces list', 'docs-admin spaces list --fields id,title,parent -o csv'],
    [listMembers],
  )
    .with({ prints: Space, columns: { collection: 'parent' } })
    .description('List the spaces of the organization: those of an administrator, who sees every one')
    .addOption(webFlag)
    .run(async ({ api, scope, out, line, context, refs }, range) => {
      const pages = sortedSpaces({ api, scope, out, line }, range);
      const format = context.format();
      // Other forms show the spaces as the service does: with the id of the collection.
      if (line.choosesFields || !hasCells(format)) return out.list(pages, spaceView);
      const { withCollections } = await import('./spaces/collections.ts');
      await out.list(...withCollections(pages, { refs, scope }));
    }),
  verb(
    'get',
    { summary: 'Show a space, read from the list of all spaces', effect: 'read', prints: Space },
    ['docs-admin spaces get space_handbook', 'docs-admin spaces get name:Runbooks --json'],
    [listMembers, listMemberSpaces],
  )
    .argument('<spaceId>', 'the space, by its id, or name: and its title')
    .addOption(webFlag)
    .run(async ({ names, reading, scope, out }, given) => {
      await out.item(await oneSpace({ names, reading, scope }, given), spaceView);
    }),
  group(
    'permissions',
    'what teams may do in a space',
    permissionVerbs(
      'space',
      { list: ops.listSpacePermissions, set: ops.setSpacePermission, remove: ops.removeSpacePermission },
      [
        'docs-admin spaces permissions list space_handbook',
        'docs-admin spaces permissions list space_handbook --fields team.title,permission -o csv',
        'docs-admin spaces permissions set space_handbook team_design --role review',
        'docs-admin spaces permissions set space_handbook team_support --role guest --yes',
        'docs-admin spaces permissions remove space_handbook team_support --yes',
      ],
    ),
  ),
];

/** Yields the spaces of an organization in the order that the line asks for. */
async function* sortedSpaces(
  { api, scope, out, line }: Pick<LineParts, 'api' | 'scope' | 'out' | 'line'>,
  range: SortedRange,
): AsyncGenerator<Space[]> {
  const pages = (part: PageRange) => spacesOf(api, scope.org(), part);
  if (range.sort === undefined) return yield* pages(range);
  const { sortedPages } = await import('../cli/session/sorting.ts');
  yield* sortedPages(pages, range, { out, line });
}
