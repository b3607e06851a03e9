import { listCustomFieldValues, setCustomFieldValues } from '../../api/contract/operations/custom-fields.ts';
import { verb } from '../../cli/command.ts';
import type { App } from '../../cli/session/app.ts';
import { changed } from '../../cli/session/losses.ts';
import { sortedList } from '../../cli/session/sorted-lists.ts';
import { allSpacesFlag, sortFlag, spaceFlag } from '../../cli/shared-flags.ts';
import { parseFieldValues } from '../../domain/custom-fields.ts';
import { UsageError } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { customFieldValueView } from '../../views/custom-fields.ts';

export const customFieldValues = (app: App) => [listVerb(app), set(app)];

const listVerb = (app: App) =>
  verb('list', listCustomFieldValues, [
    'docs-admin custom-fields values list --space space_handbook',
    'docs-admin custom-fields values list --space space_guides --fields customField.name,value --json',
    'docs-admin custom-fields values list --all-spaces -o csv',
  ])
    .addOption(spaceFlag)
    .addOption(allSpacesFlag)
    .addOption(sortFlag)
    .action(async ({ allSpaces, sort }) => {
      const values = (space: string) => app.api.call(listCustomFieldValues, { params: { space } });
      if (!allSpaces)
        return app.out.list(sortedList(await values(app.scope.space()), sort, app), customFieldValueView);
      const { listOverSpaces } = await import('../../bulk/over-spaces.ts');
      async function* pages(space: string) {
        yield* sortedList(await values(space), sort, app);
      }
      await listOverSpaces(app, customFieldValueView, pages, {});
    });

const set = (app: App) =>
  verb('set', setCustomFieldValues, [
    'docs-admin custom-fields values set --space space_guides owner_team=Docs review_days:=30',
    `docs-admin custom-fields values set --space space_guides audiences:='["staff"]' tier:=null`,
  ])
    .argument(
      '[values...]',
      'NAME=TEXT, or NAME:=JSON for a number, true, false, a list; NAME:=null removes the value',
    )
    .addOption(spaceFlag)
    .action(async (words, { input }) => {
      const body = await app.body(setCustomFieldValues, input, { values: fieldValues(words) });
      const { params } = await changed(app, setCustomFieldValues, {
        params: { space: app.scope.space() },
        body,
      });
      const title = await app.names.titleOf('space', app.scope.space());
      const fields = Object.keys(body.values);
      await app.out.outcome(
        'set',
        { kind: 'custom-field-values', id: params.space, title, fields },
        `set custom fields ${fields.join(', ')} of space ${app.scope.space()}`,
      );
    });

function fieldValues(words: readonly string[]): Record<string, { value: unknown }> | undefined {
  if (words.length === 0) return undefined;
  const { values, faults } = parseFieldValues(words);
  if (faults.length === 0) return values;
  throw new UsageError(
    `invalid <values>: ${faults.map(({ word, message }) => `${quoted(word)} ${message}`).join('; ')}`,
    { hint: `write owner_team=Docs for a text, review_days:=30 or labels:='["a","b"]' for anything else` },
  );
}
