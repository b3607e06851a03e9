import {
  createSection,
  deleteSection,
  listSections,
  moveSection,
  updateSection,
} from '../api/contract/operations/sections.ts';
import { flag, forField, orNull, verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { takeAway } from '../cli/session/losses.ts';
import { siteFlag } from '../cli/shared-flags.ts';
import { changed } from '../domain/changed.ts';
import { positionBetween } from '../domain/position.ts';
import { sectionView } from '../views/sections.ts';

export const sections = (app: App) => [listVerb(app), create(app), update(app), remove(app), move(app)];

const listVerb = (app: App) =>
  verb('list', listSections, [
    'docs-admin sections list --site site_docs',
    'docs-admin sections list --site site_docs --fields id,title,urls.published -o csv',
  ])
    .addOption(siteFlag)
    .option('--share-key <key>', 'key of a share-link site, for the addresses that readers use')
    .action(async ({ shareKey, ...range }) => {
      const input = { params: { org: app.scope.org(), site: app.scope.site() }, query: { shareKey } };
      await app.out.list(app.api.pages(listSections, input, range), sectionView);
    });

const create = (app: App) =>
  verb('create', createSection, [
    'docs-admin sections create --site site_docs --space space_arabic --title "Arabic"',
    'docs-admin sections create --site site_handbook --space space_drafts --json',
  ])
    .addOption(siteFlag)
    .addOption(forField('spaceId', flag('--space <id>', 'space to start the section with')))
    .option('--title <title>', 'title shown to readers, 2 to 64 characters')
    .action(async ({ input, space, title }) => {
      const body = await app.body(createSection, input, { spaceId: space, title });
      const params = { org: app.scope.org(), site: app.scope.site() };
      const section = await app.api.call(createSection, { params, body });
      await app.out.item(section, sectionView, changed('created', 'section', section));
    });

const update = (app: App) =>
  verb('update', updateSection, [
    'docs-admin sections update section_api --site site_docs --title "API" --icon plug',
    'docs-admin sections update section_news --site site_docs --no-condition',
  ])
    .argument('<sectionId>', 'the section')
    .addOption(siteFlag)
    .option('--title <title>', 'title shown to readers, 2 to 128 characters')
    .option('--path <path>', 'its part of the address, 1 to 100 characters')
    .option('--default-site-space <id>', 'site space of the section that opens first')
    .option('--condition <expression>', 'show it only to visitors who meet this condition')
    .option('--no-condition', 'show it to everybody')
    .option('--icon <name>', 'icon, such as gear')
    .option('--no-icon', 'no icon')
    .option('--description <text>', 'description shown to readers, at most 256 characters')
    .option('--no-description', 'no description')
    .action(async (section, { input, title, path, defaultSiteSpace, condition, icon, description }) => {
      const body = await app.body(updateSection, input, {
        title,
        path,
        defaultSiteSpace,
        condition: orNull(condition),
        icon: orNull(icon),
        description: orNull(description),
      });
      const params = { org: app.scope.org(), site: app.scope.site(), section };
      const updated = await app.api.call(updateSection, { params, body });
      await app.out.item(updated, sectionView, changed('updated', 'section', updated, body));
    });

const remove = (app: App) =>
  verb('delete', deleteSection, ['docs-admin sections delete section_news --site site_docs --yes'])
    .argument('<sectionId>', 'the section')
    .addOption(siteFlag)
    .action(async (section) => {
      const params = { org: app.scope.org(), site: app.scope.site(), section };
      await takeAway(app, deleteSection, { params });
    });

const move = (app: App) =>
  verb('move', moveSection, [
    'docs-admin sections move section_news --site site_docs --before section_guides',
    'docs-admin sections move section_guides --site site_docs',
  ])
    .argument('<sectionId>', 'the section')
    .addOption(siteFlag)
    .addOption(
      forField(
        'position.before',
        flag('--before <sectionId>', 'section to put it before; without a neighbour it moves to the end'),
      ),
    )
    .addOption(forField('position.after', flag('--after <sectionId>', 'section to put it after')))
    .action(async (section, { input, before, after }) => {
      const position = positionBetween('site-section', 'siteSection', { before, after });
      const body = await app.body(moveSection, input, { position });
      const params = { org: app.scope.org(), site: app.scope.site(), section };
      const moved = await app.api.call(moveSection, { params, body });
      await app.out.item(moved, sectionView, changed('moved', 'section', moved));
    });
