import {
  addSectionToGroup,
  createSectionGroup,
  deleteSectionGroup,
  listSectionGroups,
  moveSectionGroup,
  removeSectionFromGroup,
  updateSectionGroup,
} from '../api/contract/operations/section-groups.ts';
import { flag, forField, list, orNull, verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { takeAway } from '../cli/session/losses.ts';
import { siteFlag } from '../cli/shared-flags.ts';
import { changed } from '../domain/changed.ts';
import { positionBetween } from '../domain/position.ts';
import { sectionGroupView } from '../views/section-groups.ts';

export const sectionGroups = (app: App) => [
  listVerb(app),
  create(app),
  update(app),
  remove(app),
  addSection(app),
  removeSection(app),
  move(app),
];

const listVerb = (app: App) =>
  verb('list', listSectionGroups, ['docs-admin section-groups list --site site_docs'])
    .addOption(siteFlag)
    .action(async (range) => {
      const input = { params: { org: app.scope.org(), site: app.scope.site() } };
      await app.out.list(app.api.pages(listSectionGroups, input, range), sectionGroupView);
    });

const create = (app: App) =>
  verb('create', createSectionGroup, [
    'docs-admin section-groups create --site site_docs --title "What is new" --icon bell --section section_news',
  ])
    .addOption(siteFlag)
    .option('--title <title>', 'title shown to readers, 1 to 100 characters')
    .option('--icon <name>', 'icon, such as gear')
    .addOption(forField('sections', list('--section <id>', 'section to put into it; repeat for several')))
    .action(async ({ input, title, icon, section }) => {
      const body = await app.body(createSectionGroup, input, { title, icon, sections: section });
      const params = { org: app.scope.org(), site: app.scope.site() };
      const group = await app.api.call(createSectionGroup, { params, body });
      await app.out.item(group, sectionGroupView, changed('created', 'section group', group));
    });

const update = (app: App) =>
  verb('update', updateSectionGroup, [
    'docs-admin section-groups update group_build --site site_docs --title "Develop" --icon code',
    'docs-admin section-groups update group_learn --site site_docs --no-icon',
  ])
    .argument('<groupId>', 'the section group')
    .addOption(siteFlag)
    .option('--title <title>', 'title shown to readers, 1 to 100 characters')
    .option('--icon <name>', 'icon, such as gear')
    .option('--no-icon', 'no icon')
    .action(async (group, { input, title, icon }) => {
      const body = await app.body(updateSectionGroup, input, { title, icon: orNull(icon) });
      const params = { org: app.scope.org(), site: app.scope.site(), group };
      const updated = await app.api.call(updateSectionGroup, { params, body });
      await app.out.item(updated, sectionGroupView, changed('updated', 'section group', updated, body));
    });

const remove = (app: App) =>
  verb('delete', deleteSectionGroup, ['docs-admin section-groups delete group_build --site site_docs --yes'])
    .argument('<groupId>', 'the section group')
    .addOption(siteFlag)
    .action(async (group) => {
      const params = { org: app.scope.org(), site: app.scope.site(), group };
      await takeAway(app, deleteSectionGroup, { params });
    });

const addSection = (app: App) =>
  verb('add-section', addSectionToGroup, [
    'docs-admin section-groups add-section group_build section_news --site site_docs',
  ])
    .argument('<groupId>', 'the section group')
    .argument('<sectionId>', 'the section')
    .addOption(siteFlag)
    .action(async (group, section, { input }) => {
      const body = await app.body(addSectionToGroup, input, { sectionId: section });
      const params = { org: app.scope.org(), site: app.scope.site(), group };
      const updated = await app.api.call(addSectionToGroup, { params, body });
      await app.out.item(updated, sectionGroupView, `added section ${section} to section group ${group}`);
    });

const removeSection = (app: App) =>
  verb('remove-section', removeSectionFromGroup, [
    'docs-admin section-groups remove-section group_build section_api --site site_docs --yes',
  ])
    .argument('<groupId>', 'the section group')
    .argument('<sectionId>', 'the section')
    .addOption(siteFlag)
    .action(async (group, section) => {
      const params = { org: app.scope.org(), site: app.scope.site(), group, section };
      await takeAway(app, removeSectionFromGroup, { params });
    });

const move = (app: App) =>
  verb('move', moveSectionGroup, [
    'docs-admin section-groups move group_build --site site_docs --before group_learn',
    'docs-admin section-groups move group_learn --site site_docs',
  ])
    .argument('<groupId>', 'the section group')
    .addOption(siteFlag)
    .addOption(
      forField(
        'position.before',
        flag('--before <groupId>', 'section group to put it before; without a neighbour it moves to the end'),
      ),
    )
    .addOption(forField('position.after', flag('--after <groupId>', 'section group to put it after')))
    .action(async (group, { input, before, after }) => {
      const position = positionBetween('site-section', 'id', { before, after });
      const body = await app.body(moveSectionGroup, input, { position });
      const params = { org: app.scope.org(), site: app.scope.site(), group };
      const moved = await app.api.call(moveSectionGroup, { params, body });
      await app.out.item(moved, sectionGroupView, changed('moved', 'section group', moved));
    });
