import {
  createSiteSpace,
  deleteSiteSpace,
  listSiteSpaces,
  moveSiteSpace,
  updateSiteSpace,
} from '../api/contract/operations/site-spaces.ts';
import { flag, forField, orNull, verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { takeAway } from '../cli/session/losses.ts';
import { siteFlag } from '../cli/shared-flags.ts';
import { changed } from '../domain/changed.ts';
import { positionBetween } from '../domain/position.ts';
import { siteSpaceView } from '../views/site-spaces.ts';

export const siteSpaces = (app: App) => [listVerb(app), create(app), update(app), remove(app), move(app)];

const listVerb = (app: App) =>
  verb('list', listSiteSpaces, [
    'docs-admin site-spaces list --site site_docs',
    'docs-admin site-spaces list --site site_docs --default --fields section,title,urls.published',
    'docs-admin site-spaces list --site site_partners --share-key partner-key -o id',
  ])
    .addOption(siteFlag)
    .option('--share-key <key>', 'key of a share-link site, for the addresses that readers use')
    .option('--default', 'only what opens first')
    .option('--no-default', 'only the others')
    .action(async ({ shareKey, default: isDefault, ...range }) => {
      const query = { shareKey, default: isDefault };
      const input = { params: { org: app.scope.org(), site: app.scope.site() }, query };
      await app.out.list(app.api.pages(listSiteSpaces, input, range), siteSpaceView);
    });

const create = (app: App) =>
  verb('create', createSiteSpace, [
    'docs-admin site-spaces create --site site_handbook --space space_drafts',
    'docs-admin site-spaces create --site site_docs --space space_arabic --section section_guides',
  ])
    .alias('add')
    .addOption(siteFlag)
    .addOption(forField('spaceId', flag('--space <id>', 'space to publish')))
    .addOption(
      forField(
        'sectionId',
        flag('--section <id>', 'section to put it in; else the default one, or the root of a site without'),
      ),
    )
    .action(async ({ input, space, section }) => {
      const body = await app.body(createSiteSpace, input, { spaceId: space, sectionId: section });
      const params = { org: app.scope.org(), site: app.scope.site() };
      const siteSpace = await app.api.call(createSiteSpace, { params, body });
      await app.out.item(siteSpace, siteSpaceView, changed('created', 'site space', siteSpace));
    });

const update = (app: App) =>
  verb('update', updateSiteSpace, [
    'docs-admin site-spaces update sitesp_hr --site site_handbook --path hr',
    'docs-admin site-spaces update sitesp_hr --site site_handbook --no-condition',
  ])
    .argument('<siteSpaceId>', 'the site space')
    .addOption(siteFlag)
    .option('--path <path>', 'its part of the address, 1 to 100 characters')
    .option('--condition <expression>', 'show it only to visitors who meet this condition')
    .option('--no-condition', 'show it to everybody')
    .action(async (siteSpace, { input, path, condition }) => {
      const body = await app.body(updateSiteSpace, input, { path, condition: orNull(condition) });
      const params = { org: app.scope.org(), site: app.scope.site(), siteSpace };
      const updated = await app.api.call(updateSiteSpace, { params, body });
      await app.out.item(updated, siteSpaceView, changed('updated', 'site space', updated, body));
    });

const remove = (app: App) =>
  verb('delete', deleteSiteSpace, [
    'docs-admin site-spaces delete sitesp_runbooks --site site_handbook --yes',
  ])
    .argument('<siteSpaceId>', 'the site space')
    .addOption(siteFlag)
    .action(async (siteSpace) => {
      const params = { org: app.scope.org(), site: app.scope.site(), siteSpace };
      await takeAway(app, deleteSiteSpace, { params });
    });

const move = (app: App) =>
  verb('move', moveSiteSpace, [
    'docs-admin site-spaces move sitesp_hr --site site_handbook --after sitesp_runbooks',
    'docs-admin site-spaces move sitesp_handbook --site site_handbook',
  ])
    .argument('<siteSpaceId>', 'the site space')
    .addOption(siteFlag)
    .addOption(
      forField(
        'position.before',
        flag(
          '--before <siteSpaceId>',
          'site space to put it before; without a neighbour it moves to the end',
        ),
      ),
    )
    .addOption(forField('position.after', flag('--after <siteSpaceId>', 'site space to put it after')))
    .action(async (siteSpace, { input, before, after }) => {
      const position = positionBetween('site-space', 'siteSpace', { before, after });
      const body = await app.body(moveSiteSpace, input, { position });
      const params = { org: app.scope.org(), site: app.scope.site(), siteSpace };
      const moved = await app.api.call(moveSiteSpace, { params, body });
      await app.out.item(moved, siteSpaceView, changed('moved', 'site space', moved));
    });
