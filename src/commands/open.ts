import type { Command } from 'commander';
import { getChangeRequest } from '../api/contract/operations/change-requests.ts';
import { getCollection } from '../api/contract/operations/collections.ts';
import { getIntegration } from '../api/contract/operations/integrations.ts';
import { getOpenApiSpec } from '../api/contract/operations/openapi.ts';
import { getSite } from '../api/contract/operations/sites.ts';
import { defineVerb } from '../cli/command.ts';
import type { NounWords } from '../cli/noun.ts';
import { hasPages, type PageNoun } from '../cli/page-kinds.ts';
import type { Verb } from '../cli/session/verb.ts';
import { createWebOutput } from '../cli/session/web.ts';
import { idFrom } from '../cli/settings/addresses.ts';
import { spaceFlag } from '../cli/shared-flags.ts';
import { UsageError } from '../errors.ts';
import { allSpaces } from '../model/all-spaces.ts';
import { quoted } from '../text/quoted.ts';
import { answerView } from '../views/answers.ts';
import { spaceCalled } from './spaces/called.ts';

export const noun: NounWords = {
  group: 'This tool',
  order: 260,
  summary: 'the page of a thing, in the browser',
};

type Reading = Pick<Verb, 'api' | 'context' | 'scope'>;

/** How what a noun names is read, where it has a page. */
const readers: Readonly<Record<PageNoun, (parts: Reading, id: string) => Promise<unknown>>> = {
  sites: ({ api, scope }, site) => api.call(getSite, { params: { org: scope.org(), site } }),
  spaces: async ({ api, context, scope }, space) =>
    spaceCalled(await idFrom({ context }, 'space', space, '<id>'), await allSpaces(api, scope.org())),
  collections: ({ api }, collection) => api.call(getCollection, { params: { collection } }),
  'change-requests': ({ api, scope }, changeRequest) =>
    api.call(getChangeRequest, { params: { space: scope.space(), changeRequest } }),
  crs: ({ api, scope }, changeRequest) =>
    api.call(getChangeRequest, { params: { space: scope.space(), changeRequest } }),
  openapi: ({ api, scope }, spec) => api.call(getOpenApiSpec, { params: { org: scope.org(), spec } }),
  integrations: ({ api }, integration) => api.call(getIntegration, { params: { integration } }),
};

/** A noun that is its own verb. */
export const open = ({ system, context, api, scope, out, line }: Verb, command: Command) => {
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
      await createWebOutput(out, { system, line }).item(
        await readers[noun]({ api, context, scope }, id),
        answerView,
      );
    });
  return [];
};
