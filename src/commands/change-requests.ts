import type { PageRange } from '../api/client/client.ts';
import * as ops from '../api/contract/operations/change-requests.ts';
import { listComments } from '../api/contract/operations/comments.ts';
import { allSpacesFlag, flag, spaceFlag, webFlag } from '../cli/flags/flag.ts';
import { prints, sends } from '../cli/operation-actions.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { verb } from '../cli/verb.ts';
import type { View } from '../output/view.ts';
import { called } from '../text/called.ts';
import { counted } from '../text/words.ts';

export const changeRequestView: View = {
  id: 'id',
  columns: [
    { field: 'number', label: '#' },
    { field: 'id', label: 'ID', as: 'id' },
    { field: 'status', tone: 'state' },
    { field: 'subject' },
    { field: 'createdBy.displayName', label: 'BY' },
    { field: 'updatedAt', label: 'UPDATED', as: 'time' },
    { field: 'outdated', as: 'yes-no', tone: 'bad' },
    { field: 'comments' },
  ],
  wide: [
    { field: 'createdAt', label: 'CREATED', as: 'time' },
    { field: 'revision', as: 'id' },
    { field: 'urls.app', label: 'APP', as: 'link' },
  ],
};

export const mergeView: View = {
  id: 'revision',
  columns: [{ field: 'result' }, { field: 'revision' }],
};

export const changeRequestPdfView: View = {
  id: 'url',
  columns: [{ field: 'url', label: 'URL', as: 'link' }],
};

export const changeRequests = () => [
  verb('list', ops.listChangeRequests, [
    'docs-admin change-requests list --space space_handbook',
    'docs-admin change-requests list --space space_handbook --status merged --contributor user_yuki',
    'docs-admin change-requests list --space space_handbook --fields number,subject,outdated -o csv',
    'docs-admin change-requests list --all-spaces',
  ])
    .addOptions(spaceFlag, allSpacesFlag)
    .option('--status <status>')
    .option('--contributor <userId>')
    .addOption(webFlag)
    .run(async ({ session, api, scope, out }, { status, contributor, allSpaces, ...range }) => {
      const query = { status, contributor };
      const pages = (space: string, part: PageRange) =>
        api.pages(ops.listChangeRequests, { params: { space }, query }, part);
      if (!allSpaces) return out.list(pages(scope.space(), range), changeRequestView);
      const { listOverSpaces } = await import('../rows/over-spaces.ts');
      await listOverSpaces(session, changeRequestView, pages, range);
    }),
  verb('create', ops.createChangeRequest, [
    'docs-admin change-requests create --space space_handbook --subject "Describe the new office"',
  ])
    .addOption(spaceFlag)
    .addOption(flag('--subject <subject>').with({ isWorthAsking: true }))
    .run(sends('created', 'change request', changeRequestView)),
  verb('get', ops.getChangeRequest, [
    'docs-admin change-requests get 1 --space space_handbook',
    'docs-admin change-requests get cr_onboarding --space space_handbook --json',
  ])
    .argument('<id|number>', 'the change request')
    .addOptions(spaceFlag, webFlag)
    .run(prints(changeRequestView)),
  verb('update', ops.updateChangeRequest, [
    'docs-admin change-requests update 2 --space space_handbook --subject "Ideas" --status open',
  ])
    .argument('<id|number>', 'the change request')
    .addOption(spaceFlag)
    .option('--subject <subject>')
    .option('--status <status>')
    .run(sends('updated', 'change request', changeRequestView)),
  verb('merge', ops.mergeChangeRequest, ['docs-admin change-requests merge 1 --space space_handbook --yes'])
    .argument('<id|number>', 'the change request')
    .addOption(spaceFlag)
    .run(async ({ api, scope, out, asksFirst, canAsk, confirmFinal }, changeRequest) => {
      const params = { space: scope.space(), changeRequest };
      await confirmFinal(
        ops.mergeChangeRequest,
        { params },
        await mergeQuestion({ api, asksFirst, canAsk }, params),
      );
      const merged = await api.call(ops.mergeChangeRequest, { params });
      await out.item(
        merged,
        mergeView,
        mergedText(`merged change request ${changeRequest}`, merged, 'merge'),
      );
    }),
  verb('pull', ops.pullChangeRequest, ['docs-admin change-requests pull 5 --space space_handbook --yes'])
    .argument('<id|number>', 'the change request')
    .addOption(spaceFlag)
    .run(async ({ api, scope, out }, changeRequest) => {
      const params = { space: scope.space(), changeRequest };
      const pulled = await api.call(ops.pullChangeRequest, { params });
      await out.item(
        pulled,
        mergeView,
        mergedText(`pulled the content of the space into ${changeRequest}`, pulled, 'update'),
      );
    }),
  verb('pdf', ops.getChangeRequestPdf, [
    'docs-admin change-requests pdf 1 --space space_handbook',
    'docs-admin change-requests pdf 1 --space space_handbook --page page_onboarding --only --download onboarding.pdf',
  ])
    .argument('<id|number>', 'the change request')
    .addOption(spaceFlag)
    .option('--page <pageId>')
    .addOption(flag('--only').with({ needs: ['--page'] }))
    .option('--no-only')
    .addOption(
      flag('--download <file>', 'fetch the PDF as well, without the token, and keep it in this file').with({
        writesFile: true,
      }),
    )
    .run(
      async (
        { context, api, connections, scope, out, askToReplace },
        changeRequest,
        { page, only, download },
      ) => {
        if (download !== undefined && !context.dryRun) await askToReplace(download);
        const input = { params: { space: scope.space(), changeRequest }, query: { page, only } };
        const found = await api.call(ops.getChangeRequestPdf, input);
        await out.item(found, changeRequestPdfView);
        // A dry run also leaves the user's files alone.
        if (download === undefined || context.dryRun) return;
        await connections.download(found.url, download);
        await out.done(`saved ${download}`);
      },
    ),
];

/** Makes the question before a change request is merged, with the facts about it. */
async function mergeQuestion(
  { api, asksFirst, canAsk }: Pick<LineParts, 'api' | 'asksFirst' | 'canAsk'>,
  params: { space: string; changeRequest: string },
): Promise<string> {
  // This further request is for the question only.
  if (!asksFirst() || !canAsk()) return `merge change request ${params.changeRequest}?`;
  const { id, subject, outdated } = await api.call(ops.getChangeRequest, { params });
  let comments = 0;
  const open = { params: { space: params.space }, query: { status: 'open' } };
  for await (const page of api.pages(listComments, open))
    comments += page.filter(({ target }) => target?.changeRequest === id).length;
  const facts = [
    outdated && 'It is outdated: the space has changed since.',
    comments > 0 && `It has ${counted(comments, 'open comment')}.`,
  ].filter(Boolean);
  const name = called('change request', { id, title: subject ?? '' });
  return [`merge ${name}?`, ...facts].join(' ');
}

/** Says what was done, with the service's own word for it if that is not the usual one. */
function mergedText(done: string, { result }: { result?: string | null | undefined }, usual: string): string {
  return result === usual || !result ? done : `${done}: ${result}`;
}
