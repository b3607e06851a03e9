import * as ops from '../api/contract/operations/collections.ts';
import { positionBetween } from '../api/contract/position.ts';
import { choice, flag, webFlag } from '../cli/flags/flag.ts';
import { lists, prints, sends, takesAway } from '../cli/operation-actions.ts';
import { group, verb } from '../cli/verb.ts';
import { changed } from '../domain/changed.ts';
import { roleOrNull } from '../domain/roles.ts';
import type { View } from '../output/view.ts';
import { spaceView } from '../views/spaces.ts';
import { permissionVerbs } from './permissions.ts';

export const collectionView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'parent', as: 'id' },
    { field: 'defaultLevel', label: 'DEFAULT ROLE' },
    { field: 'description' },
  ],
  nests: { parent: 'parent', label: 'title' },
  wide: [{ field: 'urls.app', label: 'APP', as: 'link' }],
};

export const collections = () => [
  verb('list', ops.listCollections, [
    'docs-admin collections list',
    'docs-admin collections list --no-nested --fields id,title -o csv',
  ])
    .option('--nested')
    .option('--no-nested')
    .addOption(webFlag)
    .run(lists(collectionView)),
  verb('create', ops.createCollection, [
    'docs-admin collections create --title "Release notes"',
    'docs-admin collections create --title "API v2" --parent col_api --json',
  ])
    .addOption(flag('--title <title>').with({ isWorthAsking: true }))
    .option('--parent <collectionId>')
    .run(sends('created', 'collection', collectionView)),
  verb('get', ops.getCollection, ['docs-admin collections get col_product'])
    .argument('<collectionId>', 'the collection')
    .addOption(webFlag)
    .run(prints(collectionView)),
  verb('update', ops.updateCollection, [
    'docs-admin collections update col_product --title "Products" --description "What we sell"',
    'docs-admin collections update col_internal --default-level comment',
    'docs-admin collections update col_product --default-level inherit',
  ])
    .argument('<collectionId>', 'the collection')
    .option('--title <title>')
    .option('--description <text>')
    .addOption(choice('--default-level <role>', ops.DefaultLevelWord, '; guest: no access'))
    .run(
      async (
        { api, names, bodyOf, out, confirm, beforeLoss, line },
        collection,
        { input, title, description, defaultLevel },
      ) => {
        const body = await bodyOf(ops.updateCollection, input, {
          title,
          description,
          defaultLevel: roleOrNull(defaultLevel),
        });
        const request = { params: { collection }, body };
        api.assertValid(ops.updateCollection, request);
        // A row cannot read the present level.
        const level = body.defaultLevel === null ? 'guest' : body.defaultLevel;
        if (line.isRow && level !== undefined && !['admin', 'inherit'].includes(level))
          await confirm(`set the default level of collection ${collection} to ${level}?`);
        await beforeLoss(ops.updateCollection, request);
        const updated = await api.call(ops.updateCollection, request);
        const before = await names.valuesBefore('collection', collection);
        await out.item(updated, collectionView, changed('updated', 'collection', updated, body, before));
      },
    ),
  verb('delete', ops.deleteCollection, ['docs-admin collections delete col_legacy --yes'])
    .argument('<collectionId>', 'the collection')
    .run(takesAway()),
  verb('spaces', ops.listCollectionSpaces, [
    'docs-admin collections spaces col_product',
    'docs-admin collections spaces col_api --fields id,title,urls.published --json',
  ])
    .argument('<collectionId>', 'the collection')
    .run(lists(spaceView)),
  verb('move', ops.moveCollection, [
    'docs-admin collections move col_legacy --parent col_internal --after space_hr',
    'docs-admin collections move col_api --no-parent',
  ])
    .argument('<collectionId>', 'the collection')
    .option('--parent <collectionId>')
    .option('--no-parent')
    .addOption(flag('--before <spaceId>').with({ field: 'position.before' }))
    .addOption(flag('--after <spaceId>').with({ field: 'position.after' }))
    .run(
      sends('moved', 'collection', collectionView, (neighbours) => ({
        position: positionBetween('space', 'space', neighbours),
      })),
    ),
  verb('transfer', ops.transferCollection, [
    'docs-admin collections transfer col_legacy --to-org org_globex --yes',
  ])
    .argument('<collectionId>', 'the collection')
    .addOption(flag('--to-org <id>').with({ field: 'organization' }))
    .run(async ({ api, bodyOf, out, confirmFinal }, collection, { input, toOrg }) => {
      const body = await bodyOf(ops.transferCollection, input, { organization: toOrg });
      const request = { params: { collection }, body };
      api.assertValid(ops.transferCollection, request);
      const question = `transfer collection ${collection} to ${body.organization}? ${ops.transferCollection.consequence}`;
      await confirmFinal(ops.transferCollection, request, question);
      const moved = await api.call(ops.transferCollection, request);
      await out.item(moved, collectionView, `transferred collection ${moved.id} to ${body.organization}`);
    }),
  group(
    'permissions',
    'what teams may do in a collection',
    permissionVerbs(
      'collection',
      {
        list: ops.listCollectionPermissions,
        set: ops.setCollectionPermission,
        remove: ops.removeCollectionPermission,
      },
      [
        'docs-admin collections permissions list col_product',
        'docs-admin collections permissions list col_product --fields team.title,permission -o csv',
        'docs-admin collections permissions set col_product team_design --role edit',
        'docs-admin collections permissions set col_api team_platform --role guest --yes',
        'docs-admin collections permissions remove col_product team_support --yes',
      ],
    ),
  ),
];
