import { paramNames } from '../api/client/request.ts';
import type { Kind } from '../api/contract/facts.ts';
import { spaceFlag } from '../cli/flags/flag.ts';
import { pageKind, pageNouns } from '../cli/page-nouns.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { createWebOutput } from '../cli/session/web.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { UsageError } from '../errors.ts';
import { resourceOf } from '../model/resources.ts';
import { quoted } from '../text/words.ts';
import { answerView } from '../views/requests.ts';
import { oneSpace } from './spaces/one.ts';

async function readThing(
  { api, names, reading, scope }: Pick<LineParts, 'api' | 'names' | 'reading' | 'scope'>,
  kind: Kind,
  id: string,
): Promise<unknown> {
  const { get } = (await resourceOf(kind)).operations;
  // No operation shows one space.
  if (!get) return oneSpace({ names, reading, scope }, id);
  const around = { org: () => scope.org(), space: () => scope.space() } as Record<string, () => string>;
  const params = paramNames(get.path).map((name) => [name, name === kind ? id : around[name]?.()]);
  return api.call(get, { params: Object.fromEntries(params) });
}

/** This noun is its own verb. */
export const open = (command: Verb) => {
  defineVerb(
    command,
    { summary: 'Print the address of the page of a thing, and open it in the browser', effect: 'local' },
    ['docs-admin open sites site_docs', 'docs-admin open change-requests 1 --space space_handbook'],
  )
    .argument('<noun>', `what it is: ${pageNouns.join(', ')}`)
    .argument('<id>', 'the thing; its address alone says what it is, too')
    .addOption(spaceFlag)
    .run(async ({ system, api, names, reading, scope, out, line }, noun, id) => {
      const kind = pageKind(noun);
      if (!kind) {
        throw new UsageError(`nothing to open for ${quoted(noun)}`, {
          hint: `there are pages of ${pageNouns.join(', ')}`,
        });
      }
      await createWebOutput(out, { system, line }).item(
        await readThing({ api, names, reading, scope }, kind, id),
        answerView,
      );
    });
  return [];
};
