import {
  createSite,
  deleteSite,
  getPublishedSite,
  getSite,
  getSiteAdaptiveSchema,
  listSites,
  SiteType,
  SiteVisibility,
  setSiteAdaptiveSchema,
  updateSite,
} from '../api/contract/operations/sites.ts';
import { asks, choice, flag, forField, group, list, orNull, verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { takeAway } from '../cli/session/losses.ts';
import { webFlag } from '../cli/shared-flags.ts';
import { changed } from '../domain/changed.ts';
import { structureTree } from '../views/site-structure.ts';
import { publishedSiteView, siteAdaptiveSchemaView, siteView } from '../views/sites.ts';
import { readStructure } from './sites/structure.ts';

export const sites = (app: App) => [
  listVerb(app),
  create(app),
  get(app),
  update(app),
  remove(app),
  group('adaptive-schema', 'what an adaptive-content visitor is expected to carry', [
    getAdaptiveSchema(app),
    setAdaptiveSchema(app),
  ]),
  published(app),
];

const listVerb = (app: App) =>
  verb('list', listSites, [
    'docs-admin sites list',
    'docs-admin sites list --published --fields id,title,urls.published',
    'docs-admin sites list --title handbook --json',
  ])
    .option('--space <id>', 'only sites that publish this space')
    .option('--title <text>', 'only sites whose title contains this')
    .option('--published', 'only published sites')
    .option('--no-published', 'only sites that are not published')
    .addOption(list('--type <type>', 'only sites of this type', SiteType))
    .addOption(webFlag)
    .action(async ({ space, title, published, type, ...range }) => {
      const query = { space, title, published, type };
      await app.out.list(
        app.api.pages(listSites, { params: { org: app.scope.org() }, query }, range),
        siteView,
      );
    });

const create = (app: App) =>
  verb('create', createSite, [
    'docs-admin sites create --title "Handbook"',
    'docs-admin sites create --title "Product docs" --visibility unlisted --space space_handbook',
    'docs-admin sites create --title "Changelog" --new-space document --json',
  ])
    .addOption(asks(flag('--title <title>', 'title shown to readers, 2 to 128 characters')))
    .addOption(choice('--type <type>', 'kind of site (default: basic)', SiteType))
    .addOption(asks(choice('--visibility <who>', 'who can read it', SiteVisibility)))
    .addOption(
      forField('spaces', list('--space <id>', 'space to publish, in order; the first is the default')),
    )
    .addOption(
      forField(
        'spaces',
        flag('--new-space <kind>', 'make a new space of this kind for the site').conflicts('space'),
      ),
    )
    .action(async ({ input, title, type, visibility, space, newSpace }) => {
      const body = await app.body(createSite, input, { title, type, visibility, spaces: space ?? newSpace });
      const name = body.title === undefined ? 'the new site' : `site ${JSON.stringify(body.title)}`;
      await askBeforePublic(app, body, async () => name);
      const site = await app.api.call(createSite, { params: { org: app.scope.org() }, body });
      await app.out.item(site, siteView, changed('created', 'site', site));
    });

const get = (app: App) =>
  verb('get', getSite, ['docs-admin sites get site_docs', 'docs-admin sites get site_docs --json'])
    .argument('<siteId>', 'the site')
    .addOption(webFlag)
    .action(async (site) => {
      const params = { org: app.scope.org(), site };
      const found = await app.api.call(getSite, { params });
      // The service returns the structure separately: only output for people needs the further requests.
      const structure = app.out.drawsTrees ? await readStructure(app, params) : [];
      await app.out.item(found, { ...siteView, tree: () => structureTree(structure) });
    });

const update = (app: App) =>
  verb('update', updateSite, [
    'docs-admin sites update site_docs --title "Handbook 2" --visibility public',
    'docs-admin sites update site_docs --no-proxy',
  ])
    .argument('<siteId>', 'the site')
    .option('--title <title>', 'title shown to readers, 2 to 128 characters')
    .addOption(choice('--visibility <who>', 'who can read it', SiteVisibility))
    .option('--basename <name>', 'last part of its address, 1 to 100 characters')
    .option('--adaptive-content', 'show content that depends on the visitor')
    .option('--no-adaptive-content', 'show the same content to everybody')
    .option('--default-site-space <id>', 'site space that opens first')
    .option('--default-site-section <id>', 'section that opens first')
    .option('--proxy <url>', 'address under which another server shows the site')
    .option('--no-proxy', 'no such address')
    .action(async (site, { input, adaptiveContent, proxy, ...fields }) => {
      const body = await app.body(updateSite, input, {
        ...fields,
        adaptiveContent: adaptiveContent === undefined ? undefined : { enabled: adaptiveContent },
        proxy: orNull(proxy),
      });
      await askBeforePublic(app, body, () => app.names.nameOf('site', site));
      const updated = await app.api.call(updateSite, { params: { org: app.scope.org(), site }, body });
      const before = await app.names.valuesBefore('site', site);
      await app.out.item(updated, siteView, changed('updated', 'site', updated, body, before));
    });

/** Asks a person before everybody can read a site. */
async function askBeforePublic(
  app: App,
  { visibility }: { visibility?: string | undefined },
  name: () => Promise<string>,
): Promise<void> {
  if (visibility === 'public') await app.askFirst(`make ${await name()} public? Everybody can read it then`);
}

const remove = (app: App) =>
  verb('delete', deleteSite, ['docs-admin sites delete site_docs --yes'])
    .argument('<siteId>', 'the site')
    .action(async (site) => {
      const params = { org: app.scope.org(), site };
      await takeAway(app, deleteSite, { params });
    });

const getAdaptiveSchema = (app: App) =>
  verb('get', getSiteAdaptiveSchema, ['docs-admin sites adaptive-schema get site_docs --json'])
    .argument('<siteId>', 'the site')
    .action(async (site) => {
      const schema = await app.api.call(getSiteAdaptiveSchema, { params: { org: app.scope.org(), site } });
      await app.out.item(schema, siteAdaptiveSchemaView);
    });

const setAdaptiveSchema = (app: App) =>
  verb('set', setSiteAdaptiveSchema, [
    'docs-admin sites adaptive-schema set site_docs --schema visitor.schema.yaml',
  ])
    .argument('<siteId>', 'the site')
    .addOption(
      forField(
        'jsonSchema',
        flag('--schema <file>', 'JSON Schema (draft-07) as JSON or YAML, - for standard input'),
      ),
    )
    .action(async (site, { input, schema }) => {
      const jsonSchema = schema === undefined ? undefined : await app.input.document(schema);
      const body = await app.body(setSiteAdaptiveSchema, input, { jsonSchema });
      const updated = await app.api.call(setSiteAdaptiveSchema, {
        params: { org: app.scope.org(), site },
        body,
      });
      await app.out.item(updated, siteAdaptiveSchemaView, `replaced the adaptive schema of site ${site}`);
    });

const published = (app: App) =>
  verb('published', getPublishedSite, [
    'docs-admin sites published site_docs',
    'docs-admin sites published site_partners --share-key partner-key --json',
  ])
    .argument('<siteId>', 'the site')
    .option('--share-key <key>', 'key of a share-link site')
    .action(async (site, { shareKey }) => {
      const input = { params: { org: app.scope.org(), site }, query: { shareKey } };
      await app.out.item(await app.api.call(getPublishedSite, input), publishedSiteView);
    });
