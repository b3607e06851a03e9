import type { Command } from 'commander';
import { getChangeRequest } from '../api/contract/operations/change-requests.ts';
import { getCollection } from '../api/contract/operations/collections.ts';
import { getIntegration } from '../api/contract/operations/integrations.ts';
import { getOpenApiSpec } from '../api/contract/operations/openapi.ts';
import { getSite } from '../api/contract/operations/sites.ts';
import { defineVerb } from '../cli/command.ts';
import { hasPages, type PageNoun } from '../cli/page-kinds.ts';
import { allSpaces } from '../cli/session/all-spaces.ts';
import type { App } from '../cli/session/app.ts';
import { createWebOutput } from '../cli/session/web.ts';
import { idFrom } from '../cli/settings/addresses.ts';
import { spaceFlag } from '../cli/shared-flags.ts';
import { UsageError } from '../errors.ts';
import { quoted } from '../text/quoted.ts';
import { answerView } from '../views/answers.ts';
import { spaceCalled } from './spaces/called.ts';

/** How what a noun names is read, where it has a page. */
const readers: Readonly<Record<PageNoun, (app: App, id: string) => Promise<unknown>>> = {
  sites: (app, site) => app.api.call(getSite, { params: { org: app.scope.org(), site } }),
  spaces: async (app, space) =>
    spaceCalled(await idFrom(app, 'space', space, '<id>'), await allSpaces(app.api, app.scope.org())),
  collections: (app, collection) => app.api.call(getCollection, { params: { collection } }),
  'change-requests': (app, changeRequest) =>
    app.api.call(getChangeRequest, { params: { space: app.scope.space(), changeRequest } }),
  crs: (app, changeRequest) =>
    app.api.call(getChangeRequest, { params: { space: app.scope.space(), changeRequest } }),
  openapi: (app, spec) => app.api.call(getOpenApiSpec, { params: { org: app.scope.org(), spec } }),
  integrations: (app, integration) => app.api.call(getIntegration, { params: { integration } }),
};

/** A noun that is its own verb. */
export const open = (app: App, command: Command) => {
  defineVerb(command, 'Print the address of the page of a thing, and open it in the browser', [
    'docs-admin open sites site_docs',
    'docs-admin open change-requests 1 --space space_handbook',
  ])
    .argument('<noun>', `what it is: ${Object.keys(readers).join(', ')}`)
    .argument('<id>', 'the thing; its address alone says what it is, too')
    .addOption(spaceFlag)
    .action(async (noun, id) => {
      if (!hasPages(noun)) {
        throw new UsageError(`nothing to open for ${quoted(noun)}`, {
          hint: `there are pages of ${Object.keys(readers).join(', ')}`,
        });
      }
      await createWebOutput(app.out, app).item(await readers[noun](app, id), answerView);
    });
  return [];
};
