import * as ops from '../api/contract/operations/sites.ts';
import { flag, list, webFlag } from '../cli/flags/flag.ts';
import { lists, prints, sends, takesAway } from '../cli/operation-actions.ts';
import { group, verb } from '../cli/verb.ts';
import type { View } from '../output/view.ts';
import { structureTree } from '../views/site-structure.ts';
import { readStructure } from './sites/structure.ts';

export const siteView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'title' },
    { field: 'visibility' },
    { field: 'published', as: 'yes-no', tone: 'good' },
    { field: 'siteSpaces', label: 'SPACES' },
    { field: 'urls.published', label: 'URL', as: 'link' },
  ],
  wide: [
    { field: 'type' },
    { field: 'basename' },
    { field: 'createdAt', label: 'CREATED', as: 'time' },
    { field: 'urls.app', label: 'APP', as: 'link' },
  ],
};

export const siteAdaptiveSchemaView: View = {
  id: 'jsonSchema.$id',
  columns: [{ field: 'jsonSchema' }, { field: 'updatedAt', label: 'UPDATED', as: 'time' }],
};

export const publishedSiteView: View = {
  id: 'site.id',
  columns: [
    { field: 'site.id', label: 'ID' },
    { field: 'site.title', label: 'TITLE' },
    { field: 'structure.type', label: 'STRUCTURE' },
    { field: 'site.urls.published', label: 'URL', as: 'link' },
  ],
  omits: ['structure.structure', 'customizations.siteSpaces'],
  tree: (published) => structureTree((published as ops.PublishedSite).structure?.structure),
};

export const sites = () => [
  verb('list', ops.listSites, [
    'docs-admin sites list',
    'docs-admin sites list --published --fields id,title,urls.published',
    'docs-admin sites list --title handbook --json',
  ])
    .option('--space <id>')
    .option('--title <text>')
    .option('--published')
    .option('--no-published')
    .addOption(list('--type <type>'))
    .addOption(webFlag)
    .run(lists(siteView)),
  verb('create', ops.createSite, [
    'docs-admin sites create --title "Handbook"',
    'docs-admin sites create --title "Product docs" --visibility unlisted --space space_handbook --yes',
    'docs-admin sites create --title "Changelog" --new-space document --visibility visitor-auth --json',
  ])
    .addOption(flag('--title <title>').with({ isWorthAsking: true }))
    .option('--type <type>')
    .addOption(flag('--visibility <who>').with({ isWorthAsking: true }))
    .addOption(list('--space <id>').with({ field: 'spaces' }))
    .addOption(
      flag('--new-space <kind>', 'make a new space of this kind for the site')
        .conflicts('space')
        .with({ field: 'spaces' }),
    )
    .run(sends('created', 'site', siteView)),
  verb('get', ops.getSite, ['docs-admin sites get site_docs', 'docs-admin sites get site_docs --json'])
    .argument('<siteId>', 'the site')
    .addOption(webFlag)
    .run(async ({ api, scope, out }, site) => {
      const params = { org: scope.org(), site };
      const found = await api.call(ops.getSite, { params });
      // The service returns the structure separately: only output for people needs the further requests.
      const structure = out.drawsTrees ? await readStructure({ api }, params) : [];
      await out.item(found, { ...siteView, tree: () => structureTree(structure) });
    }),
  verb('update', ops.updateSite, [
    'docs-admin sites update site_handbook --title "Handbook 2" --visibility public --yes',
    'docs-admin sites update site_docs --no-proxy',
  ])
    .argument('<siteId>', 'the site')
    .option('--title <title>')
    .option('--visibility <who>')
    .option('--basename <name>')
    .option('--adaptive-content')
    .option('--no-adaptive-content')
    .option('--default-site-space <id>')
    .option('--default-site-section <id>')
    .option('--proxy <url>')
    .option('--no-proxy')
    .run(
      sends('updated', 'site', siteView, ({ adaptiveContent }) => ({
        adaptiveContent: adaptiveContent === undefined ? undefined : { enabled: adaptiveContent },
      })),
    ),
  verb('delete', ops.deleteSite, ['docs-admin sites delete site_docs --yes'])
    .argument('<siteId>', 'the site')
    .run(takesAway()),
  group('adaptive-schema', 'what an adaptive-content visitor is expected to carry', [
    verb('get', ops.getSiteAdaptiveSchema, ['docs-admin sites adaptive-schema get site_docs --json'])
      .argument('<siteId>', 'the site')
      .run(prints(siteAdaptiveSchemaView)),
    verb('set', ops.setSiteAdaptiveSchema, [
      'docs-admin sites adaptive-schema set site_docs --schema visitor.schema.yaml',
    ])
      .argument('<siteId>', 'the site')
      .addOption(
        flag('--schema <file>', ' as JSON or YAML, - for standard input').with({ field: 'jsonSchema' }),
      )
      .run(async ({ api, scope, files, bodyOf, out }, site, { input, schema }) => {
        const jsonSchema = schema === undefined ? undefined : await files.document(schema);
        const body = await bodyOf(ops.setSiteAdaptiveSchema, input, { jsonSchema });
        const updated = await api.call(ops.setSiteAdaptiveSchema, {
          params: { org: scope.org(), site },
          body,
        });
        await out.item(updated, siteAdaptiveSchemaView, `replaced the adaptive schema of site ${site}`);
      }),
  ]),
  verb('published', ops.getPublishedSite, [
    'docs-admin sites published site_docs',
    'docs-admin sites published site_partners --share-key partner-key --json',
  ])
    .argument('<siteId>', 'the site')
    .option('--share-key <key>')
    .run(prints(publishedSiteView)),
];
