import * as ops from '../../api/contract/operations/content.ts';
import { Page } from '../../api/contract/schemas.ts';
import { sortFlag, waitFlags } from '../../cli/flags/flag.ts';
import { lists } from '../../cli/operation-actions.ts';
import { sortedList } from '../../cli/session/sorted-lists.ts';
import { verb } from '../../cli/verb.ts';
import { UsageError } from '../../errors.ts';
import { backlinkView, linkStatsText, linkView, pageView } from '../../views/content.ts';
import { showImported } from './importing.ts';
import { contentFlags, inChangeRequest, readingFlags } from './reading.ts';

export const contentPages = () => [
  verb('list', ops.listPages, [
    'docs-admin content pages list --space space_handbook --change-request 1',
    'docs-admin content pages list --space space_handbook --change-request 1 --no-computed -o id',
  ])
    .with({ prints: Page })
    .addOptions(...contentFlags, ...readingFlags, sortFlag)
    .run(async ({ api, scope, out, line }, { sort, ...query }) => {
      const { pages } = await api.call(ops.listPages, { params: inChangeRequest({ scope }), query });
      await out.list(sortedList(pages, sort, { out, line }), pageView);
    }),
  verb(
    'get',
    ops.getPage,
    [
      'docs-admin content pages get page_welcome --space space_handbook --change-request 1',
      'docs-admin content pages get --path onboarding/laptop --space space_handbook --change-request 1 --format markdown --json',
    ],
    [ops.getPageByPath],
  )
    .argument('[pageId]', 'the page; or name it by --path')
    .option('--path <path>', 'path of the page, such as onboarding/laptop')
    .addOptions(...contentFlags)
    .option('--format <format>')
    .addOptions(...readingFlags)
    .run(async ({ api, scope, out }, page, { path, ...query }) => {
      const params = inChangeRequest({ scope });
      await out.item(await fetchPage(), pageView);

      function fetchPage() {
        if (page !== undefined && path === undefined) {
          return api.call(ops.getPage, { params: { ...params, page }, query });
        }
        if (page === undefined && path !== undefined) {
          return api.call(ops.getPageByPath, { params: { ...params, path }, query });
        }
        throw new UsageError(page === undefined ? 'no page given' : 'two pages given: <pageId> and --path', {
          hint: 'give either <pageId> or --path <path>',
        });
      }
    }),
  verb('links', ops.listPageLinks, [
    'docs-admin content pages links page_onboarding --space space_handbook --change-request 1',
  ])
    .argument('<pageId>', 'the page')
    .addOptions(...contentFlags)
    .run(async ({ api, scope, out }, page, range) => {
      const params = { ...inChangeRequest({ scope }), page };
      let stats: ops.LinkStats | null | undefined;
      const pages = api.pages(ops.listPageLinks, { params }, range, (answer) => {
        stats = answer.stats;
      });
      await out.list(pages, linkView);
      if (stats) await out.note(linkStatsText(stats));
    }),
  verb('backlinks', ops.listPageBacklinks, [
    'docs-admin content pages backlinks page_welcome --space space_handbook --change-request 1',
  ])
    .argument('<pageId>', 'the page')
    .addOptions(...contentFlags)
    .run(lists(backlinkView)),
  verb('import', ops.importPage, [
    'docs-admin content pages import page_onboarding --space space_handbook --change-request 1 --url https://wiki.acme.example/badges --source website --yes',
  ])
    .argument('<pageId>', 'the page')
    .addOptions(...contentFlags)
    .option('--url <url>')
    .option('--source <kind>')
    .addOptions(...waitFlags)
    .run(async ({ system, api, scope, bodyOf, out, progress }, page, { input, url, source, ...flags }) => {
      const body = await bodyOf(ops.importPage, input, { url, source });
      const params = { ...inChangeRequest({ scope }), page };
      const imported = await api.call(ops.importPage, { params, body });
      await showImported({ system, api, scope, out, progress }, flags, imported, `page ${page}`);
    }),
];
