import { listSections } from '../api/contract/operations/sections.ts';
import * as ops from '../api/contract/operations/site-spaces.ts';
import { positionBetween } from '../api/contract/position.ts';
import { flag, siteFlag } from '../cli/flags/flag.ts';
import { sends, takesAway } from '../cli/operation-actions.ts';
import { verb, verbApart } from '../cli/verb.ts';
import type { View } from '../output/view.ts';
import { withTitleOf } from '../views/site-structure.ts';
import { withTitles } from './sites/structure.ts';

export const siteSpaceView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'space.id', label: 'SPACE', as: 'id' },
    { field: 'section', as: 'id' },
    { field: 'path' },
    { field: 'default', as: 'yes-no' },
    { field: 'urls.published', label: 'URL', as: 'link' },
  ],
  wide: [{ field: 'space.title', label: 'SPACE TITLE' }, { field: 'condition' }],
};

export const siteSpaces = () => [
  verb('list', ops.listSiteSpaces, [
    'docs-admin site-spaces list --site site_docs',
    'docs-admin site-spaces list --site site_docs --default --fields section,title,urls.published',
    'docs-admin site-spaces list --site site_partners --share-key partner-key -o id',
  ])
    .addOption(siteFlag)
    .option('--share-key <key>')
    .option('--default')
    .option('--no-default')
    .run(async ({ api, scope, out }, { shareKey, default: isDefault, ...range }) => {
      const params = { org: scope.org(), site: scope.site() };
      const query = { shareKey, default: isDefault };
      const pages = api.pages(ops.listSiteSpaces, { params, query }, range);
      if (!out.drawsTrees) return out.list(pages, siteSpaceView);
      const sections = () => api.pages(listSections, { params });
      await out.list(withTitles(pages, 'section', sections), withTitleOf('section', siteSpaceView));
    }),
  verb('create', ops.createSiteSpace, [
    'docs-admin site-spaces create --site site_handbook --space space_drafts --yes',
    'docs-admin site-spaces create --site site_docs --space space_arabic --section section_guides --yes',
  ])
    .alias('add')
    .addOption(siteFlag)
    .addOption(flag('--space <id>').with({ field: 'spaceId' }))
    .addOption(flag('--section <id>').with({ field: 'sectionId' }))
    .run(sends('created', 'site space', siteSpaceView)),
  verb('update', ops.updateSiteSpace, [
    'docs-admin site-spaces update sitesp_hr --site site_handbook --path hr',
    'docs-admin site-spaces update sitesp_hr --site site_handbook --no-condition',
  ])
    .argument('<siteSpaceId>', 'the site space')
    .addOption(siteFlag)
    .option('--path <path>')
    .option('--condition <expression>')
    .option('--no-condition')
    .run(sends('updated', 'site space', siteSpaceView)),
  verb('delete', ops.deleteSiteSpace, [
    'docs-admin site-spaces delete sitesp_runbooks --site site_handbook --yes',
  ])
    .argument('<siteSpaceId>', 'the site space')
    .addOption(siteFlag)
    .run(takesAway()),
  verb('move', ops.moveSiteSpace, [
    'docs-admin site-spaces move sitesp_hr --site site_handbook --after sitesp_runbooks',
    'docs-admin site-spaces move sitesp_handbook --site site_handbook',
  ])
    .argument('<siteSpaceId>', 'the site space')
    .addOption(siteFlag)
    .addOption(flag('--before <siteSpaceId>').with({ field: 'position.before' }))
    .addOption(flag('--after <siteSpaceId>').with({ field: 'position.after' }))
    .run(
      sends('moved', 'site space', siteSpaceView, (neighbours) => ({
        position: positionBetween('site-space', 'siteSpace', neighbours),
      })),
    ),
  verbApart('transfer', async (command) => (await import('./site-spaces/transfer.ts')).transfer(command)),
];
