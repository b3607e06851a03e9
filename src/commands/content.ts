import { getContent, importContent } from '../api/contract/operations/content.ts';
import { waitFlags } from '../cli/flags/flag.ts';
import { prints } from '../cli/operation-actions.ts';
import { group, verb } from '../cli/verb.ts';
import { revisionView } from '../views/content.ts';
import { contentFiles } from './content/files.ts';
import { showImported } from './content/importing.ts';
import { contentPages } from './content/pages.ts';
import { contentFlags, inChangeRequest, readingFlags } from './content/reading.ts';
import { contentReusableContents } from './content/reusable-contents.ts';

export const content = () => [
  verb('get', getContent, [
    'docs-admin content get --space space_handbook --change-request 1',
    'docs-admin content get --space space_handbook --change-request cr_draft --no-metadata --json',
  ])
    .addOptions(...contentFlags, ...readingFlags)
    .run(prints(revisionView)),
  verb('import', importContent, [
    'docs-admin content import --space space_handbook --change-request 2 --url https://wiki.acme.example/travel --source website --yes',
  ])
    .addOptions(...contentFlags)
    .option('--url <url>')
    .option('--source <kind>')
    .addOptions(...waitFlags)
    .run(async ({ system, api, scope, bodyOf, out, progress }, { input, url, source, ...flags }) => {
      const body = await bodyOf(importContent, input, { url, source });
      const imported = await api.call(importContent, { params: inChangeRequest({ scope }), body });
      await showImported({ system, api, scope, out, progress }, flags, imported, 'the change request');
    }),
  group('pages', 'pages with their links', contentPages()),
  group('files', 'files and where they are used', contentFiles()),
  group('reusable-contents', 'content that several pages show', contentReusableContents()),
];
