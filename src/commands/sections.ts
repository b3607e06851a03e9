import { listSectionGroups } from '../api/contract/operations/section-groups.ts';
import * as ops from '../api/contract/operations/sections.ts';
import { positionBetween } from '../api/contract/position.ts';
import type { SiteSection } from '../api/contract/schemas.ts';
import { flag, siteFlag } from '../cli/flags/flag.ts';
import { sends, takesAway } from '../cli/operation-actions.ts';
import { verb } from '../cli/verb.ts';
import type { View } from '../output/view.ts';
import { structureTree, withTitleOf } from '../views/site-structure.ts';
import { withTitles } from './sites/structure.ts';

export const sectionView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'path' },
    { field: 'sectionGroup', label: 'GROUP', as: 'id' },
    { field: 'default', as: 'yes-no' },
    { field: 'siteSpaces.title', label: 'SPACES' },
    { field: 'urls.published', label: 'URL', as: 'link' },
  ],
  wide: [{ field: 'description' }, { field: 'condition' }, { field: 'icon' }],
  omits: ['siteSpaces'],
  tree: (section) => structureTree((section as SiteSection).siteSpaces),
};

export const sections = () => [
  verb('list', ops.listSections, [
    'docs-admin sections list --site site_docs',
    'docs-admin sections list --site site_docs --fields id,title,urls.published -o csv',
  ])
    .addOption(siteFlag)
    .option('--share-key <key>')
    .run(async ({ api, scope, out }, { shareKey, ...range }) => {
      const params = { org: scope.org(), site: scope.site() };
      const pages = api.pages(ops.listSections, { params, query: { shareKey } }, range);
      if (!out.drawsTrees) return out.list(pages, sectionView);
      const groups = () => api.pages(listSectionGroups, { params });
      await out.list(withTitles(pages, 'sectionGroup', groups), withTitleOf('sectionGroup', sectionView));
    }),
  verb('create', ops.createSection, [
    'docs-admin sections create --site site_docs --space space_arabic --title "Arabic" --yes',
    'docs-admin sections create --site site_handbook --space space_drafts --json --yes',
  ])
    .addOption(siteFlag)
    .addOption(flag('--space <id>').with({ field: 'spaceId' }))
    .option('--title <title>')
    .run(sends('created', 'section', sectionView)),
  verb('update', ops.updateSection, [
    'docs-admin sections update section_api --site site_docs --title "API" --icon plug',
    'docs-admin sections update section_news --site site_docs --no-condition --yes',
  ])
    .argument('<sectionId>', 'the section')
    .addOption(siteFlag)
    .option('--title <title>')
    .option('--path <path>')
    .option('--default-site-space <id>')
    .option('--condition <expression>')
    .option('--no-condition')
    .option('--icon <name>')
    .option('--no-icon')
    .option('--description <text>')
    .option('--no-description')
    .run(sends('updated', 'section', sectionView)),
  verb('delete', ops.deleteSection, ['docs-admin sections delete section_news --site site_docs --yes'])
    .argument('<sectionId>', 'the section')
    .addOption(siteFlag)
    .run(takesAway()),
  verb('move', ops.moveSection, [
    'docs-admin sections move section_news --site site_docs --before section_guides',
    'docs-admin sections move section_guides --site site_docs',
  ])
    .argument('<sectionId>', 'the section')
    .addOption(siteFlag)
    .addOption(flag('--before <sectionId>').with({ field: 'position.before' }))
    .addOption(flag('--after <sectionId>').with({ field: 'position.after' }))
    .run(
      sends('moved', 'section', sectionView, (neighbours) => ({
        position: positionBetween('site-section', 'siteSection', neighbours),
      })),
    ),
];
