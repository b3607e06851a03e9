import { getContent, ImportSource, importContent } from '../api/contract/operations/content.ts';
import { choice, group, verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { changeRequestFlag, spaceFlag, waitFlag, waitTimeoutFlag } from '../cli/shared-flags.ts';
import { revisionView } from '../views/content.ts';
import { contentFiles } from './content/files.ts';
import { showImported } from './content/importing.ts';
import { contentPages } from './content/pages.ts';
import {
  computedFlag,
  inChangeRequest,
  metadataFlag,
  noComputedFlag,
  noMetadataFlag,
} from './content/reading.ts';
import { contentReusableContents } from './content/reusable-contents.ts';

export const content = (app: App) => [
  get(app),
  importVerb(app),
  group('pages', 'pages with their links', contentPages(app)),
  group('files', 'files and where they are used', contentFiles(app)),
  group('reusable-contents', 'content that several pages show', contentReusableContents(app)),
];

const get = (app: App) =>
  verb('get', getContent, [
    'docs-admin content get --space space_handbook --change-request 1',
    'docs-admin content get --space space_handbook --change-request cr_draft --no-metadata --json',
  ])
    .addOption(spaceFlag)
    .addOption(changeRequestFlag)
    .addOption(metadataFlag)
    .addOption(noMetadataFlag)
    .addOption(computedFlag)
    .addOption(noComputedFlag)
    .action(async (query) => {
      const revision = await app.api.call(getContent, { params: inChangeRequest(app), query });
      await app.out.item(revision, revisionView);
    });

const importVerb = (app: App) =>
  verb('import', importContent, [
    'docs-admin content import --space space_handbook --change-request 2 --url https://wiki.acme.example/travel --source website',
  ])
    .addOption(spaceFlag)
    .addOption(changeRequestFlag)
    .option('--url <url>', 'address of what to import')
    .addOption(choice('--source <kind>', 'what is there', ImportSource))
    .addOption(waitFlag)
    .addOption(waitTimeoutFlag)
    .action(async ({ input, url, source, ...flags }) => {
      const body = await app.body(importContent, input, { url, source });
      const imported = await app.api.call(importContent, { params: inChangeRequest(app), body });
      await showImported(app, flags, imported, 'the change request');
    });
