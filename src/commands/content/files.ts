import { getFile, listFileBacklinks, listFiles } from '../../api/contract/operations/content.ts';
import { verb } from '../../cli/command.ts';
import type { App } from '../../cli/session/app.ts';
import { changeRequestFlag, spaceFlag } from '../../cli/shared-flags.ts';
import { backlinkView, fileView } from '../../views/content.ts';
import { computedFlag, inChangeRequest, metadataFlag, noComputedFlag, noMetadataFlag } from './reading.ts';

export const contentFiles = (app: App) => [listVerb(app), get(app), backlinks(app)];

const listVerb = (app: App) =>
  verb('list', listFiles, [
    'docs-admin content files list --space space_handbook --change-request 1',
    'docs-admin content files list --space space_handbook --change-request 1 --fields id,size,downloadURL -o csv',
  ])
    .addOption(spaceFlag)
    .addOption(changeRequestFlag)
    .addOption(metadataFlag)
    .addOption(noMetadataFlag)
    .addOption(computedFlag)
    .addOption(noComputedFlag)
    .action(async ({ metadata, computed, ...range }) => {
      const input = { params: inChangeRequest(app), query: { metadata, computed } };
      await app.out.list(app.api.pages(listFiles, input, range), fileView);
    });

const get = (app: App) =>
  verb('get', getFile, ['docs-admin content files get file_logo --space space_handbook --change-request 1'])
    .argument('<fileId>', 'the file')
    .addOption(spaceFlag)
    .addOption(changeRequestFlag)
    .addOption(metadataFlag)
    .addOption(noMetadataFlag)
    .addOption(computedFlag)
    .addOption(noComputedFlag)
    .action(async (file, query) => {
      const params = { ...inChangeRequest(app), file };
      await app.out.item(await app.api.call(getFile, { params, query }), fileView);
    });

const backlinks = (app: App) =>
  verb('backlinks', listFileBacklinks, [
    'docs-admin content files backlinks file_policy --space space_handbook --change-request 1',
  ])
    .argument('<fileId>', 'the file')
    .addOption(spaceFlag)
    .addOption(changeRequestFlag)
    .action(async (file, range) => {
      const input = { params: { ...inChangeRequest(app), file } };
      await app.out.list(app.api.pages(listFileBacklinks, input, range), backlinkView);
    });
