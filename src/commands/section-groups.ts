import * as ops from '../api/contract/operations/section-groups.ts';
import { positionBetween } from '../api/contract/position.ts';
import { flag, list, siteFlag } from '../cli/flags/flag.ts';
import { lists, sends, takesAway } from '../cli/operation-actions.ts';
import { verb } from '../cli/verb.ts';
import type { View } from '../output/view.ts';
import { structureTree } from '../views/site-structure.ts';

export const sectionGroupView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'icon' },
    { field: 'sections.title', label: 'SECTIONS' },
  ],
  omits: ['sections'],
  tree: (group) => structureTree((group as ops.SectionGroup).sections),
};

export const sectionGroups = () => [
  verb('list', ops.listSectionGroups, ['docs-admin section-groups list --site site_docs'])
    .addOption(siteFlag)
    .run(lists(sectionGroupView)),
  verb('create', ops.createSectionGroup, [
    'docs-admin section-groups create --site site_docs --title "What is new" --icon bell --section section_news',
  ])
    .addOption(siteFlag)
    .option('--title <title>')
    .option('--icon <name>')
    .addOption(list('--section <id>').with({ field: 'sections' }))
    .run(sends('created', 'section group', sectionGroupView)),
  verb('update', ops.updateSectionGroup, [
    'docs-admin section-groups update group_build --site site_docs --title "Develop" --icon code',
    'docs-admin section-groups update group_learn --site site_docs --no-icon',
  ])
    .argument('<groupId>', 'the section group')
    .addOption(siteFlag)
    .option('--title <title>')
    .option('--icon <name>')
    .option('--no-icon')
    .run(sends('updated', 'section group', sectionGroupView)),
  verb('delete', ops.deleteSectionGroup, [
    'docs-admin section-groups delete group_build --site site_docs --yes',
  ])
    .argument('<groupId>', 'the section group')
    .addOption(siteFlag)
    .run(takesAway()),
  verb('add-section', ops.addSectionToGroup, [
    'docs-admin section-groups add-section group_build section_news --site site_docs',
  ])
    .argument('<groupId>', 'the section group')
    .argument('<sectionId>', 'the section')
    .addOption(siteFlag)
    .run(async ({ api, scope, bodyOf, out }, group, section, { input }) => {
      const body = await bodyOf(ops.addSectionToGroup, input, { sectionId: section });
      const params = { org: scope.org(), site: scope.site(), group };
      const updated = await api.call(ops.addSectionToGroup, { params, body });
      await out.item(updated, sectionGroupView, `added section ${section} to section group ${group}`);
    }),
  verb('remove-section', ops.removeSectionFromGroup, [
    'docs-admin section-groups remove-section group_build section_api --site site_docs --yes',
  ])
    .argument('<groupId>', 'the section group')
    .argument('<sectionId>', 'the section')
    .addOption(siteFlag)
    .run(takesAway()),
  verb('move', ops.moveSectionGroup, [
    'docs-admin section-groups move group_build --site site_docs --before group_learn',
    'docs-admin section-groups move group_learn --site site_docs',
  ])
    .argument('<groupId>', 'the section group')
    .addOption(siteFlag)
    .addOption(flag('--before <groupId>').with({ field: 'position.before' }))
    .addOption(flag('--after <groupId>').with({ field: 'position.after' }))
    .run(
      sends('moved', 'section group', sectionGroupView, (neighbours) => ({
        position: positionBetween('site-section', 'id', neighbours),
      })),
    ),
];
