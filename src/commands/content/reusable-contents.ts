import { getReusableContent } from '../../api/contract/operations/content.ts';
import { verb } from '../../cli/command.ts';
import type { App } from '../../cli/session/app.ts';
import { changeRequestFlag, spaceFlag } from '../../cli/shared-flags.ts';
import { reusableContentView } from '../../views/content.ts';
import { computedFlag, inChangeRequest, metadataFlag, noComputedFlag, noMetadataFlag } from './reading.ts';

export const contentReusableContents = (app: App) => [get(app)];

const get = (app: App) =>
  verb('get', getReusableContent, [
    'docs-admin content reusable-contents get reusable_contact --space space_handbook --change-request 1',
  ])
    .argument('<id>', 'the reusable content')
    .addOption(spaceFlag)
    .addOption(changeRequestFlag)
    .addOption(metadataFlag)
    .addOption(noMetadataFlag)
    .addOption(computedFlag)
    .addOption(noComputedFlag)
    .action(async (reusableContent, query) => {
      const params = { ...inChangeRequest(app), reusableContent };
      await app.out.item(await app.api.call(getReusableContent, { params, query }), reusableContentView);
    });
