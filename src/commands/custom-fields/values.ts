import { ServiceError } from '../../api/client/errors.ts';
import { listCustomFieldValues, setCustomFieldValues } from '../../api/contract/operations/custom-fields.ts';
import { allSpacesFlag, sortFlag, spaceFlag } from '../../cli/flags/flag.ts';
import { sortedList } from '../../cli/session/sorted-lists.ts';
import { verb } from '../../cli/verb.ts';
import { UsageError } from '../../errors.ts';
import { jsonFault } from '../../text/json.ts';
import { quoted } from '../../text/words.ts';
import { customFieldValueView } from '../../views/custom-fields.ts';

export const customFieldValues = () => [
  verb('list', listCustomFieldValues, [
    'docs-admin custom-fields values list --space space_handbook',
    'docs-admin custom-fields values list --space space_guides --fields customField.name,value --json',
    'docs-admin custom-fields values list --all-spaces -o csv',
  ])
    .addOptions(spaceFlag, allSpacesFlag, sortFlag)
    .run(async ({ session, api, scope, out, line }, { allSpaces, sort }) => {
      const values = (space: string) => api.call(listCustomFieldValues, { params: { space } });
      if (!allSpaces)
        return out.list(sortedList(await values(scope.space()), sort, { out, line }), customFieldValueView);
      const { listOverSpaces } = await import('../../rows/over-spaces.ts');
      async function* pages(space: string) {
        yield* sortedList(await values(space), sort, { out, line });
      }
      await listOverSpaces(session, customFieldValueView, pages, {});
    }),
  verb('set', setCustomFieldValues, [
    'docs-admin custom-fields values set --space space_guides owner_team=Docs review_days:=30',
    `docs-admin custom-fields values set --space space_guides audiences:='["staff"]' tier:=null`,
  ])
    .argument(
      '[values...]',
      'NAME=TEXT, or NAME:=JSON for a number, true, false, a list; NAME:=null removes the value',
    )
    .addOption(spaceFlag)
    .run(async ({ scope, names, bodyOf, out, change }, words, { input }) => {
      const body = await bodyOf(setCustomFieldValues, input, { values: fieldValues(words) });
      const { params } = await change(setCustomFieldValues, {
        params: { space: scope.space() },
        body,
      }).catch((error: unknown) => {
        if (words.length === 0 || !(error instanceof ServiceError) || error.kind !== 'validation')
          throw error;
        throw new ServiceError(error.message, { ...error, hint: valueHint });
      });
      const title = await names.titleOf('space', scope.space());
      const fields = Object.keys(body.values);
      await out.outcome(
        'set',
        { kind: 'custom-field-values', id: params.space, title, fields },
        `set custom fields ${fields.join(', ')} of space ${params.space}`,
      );
    }),
];

function fieldValues(words: readonly string[]): Record<string, { value: unknown }> | undefined {
  if (words.length === 0) return undefined;
  const { values, faults } = parseFieldValues(words);
  if (faults.length === 0) return values;
  throw new UsageError(
    `invalid <values>: ${faults.map(({ word, message }) => `${quoted(word)} ${message}`).join('; ')}`,
    { hint: valueHint },
  );
}

const valueHint = `write owner_team=Docs for a text, review_days:=30 or labels:='["a","b"]' for anything else`;

/** A word that is no value of a custom field, with the reason. */
interface ValueFault {
  readonly word: string;
  readonly message: string;
}

/**
 * Parses words `NAME=TEXT` and `NAME:=JSON` into values by name. The first `=` separates, because names contain neither
 * `=` nor `:`. `faults` has the words that are neither, or that repeat a field.
 */
export function parseFieldValues(words: readonly string[]): {
  values: Record<string, { value: unknown }>;
  faults: ValueFault[];
} {
  const values = new Map<string, { value: unknown }>();
  const faults: ValueFault[] = [];
  for (const word of words) {
    const [, name, colon, text] = /^([^=:]+)(:?)=(.*)$/s.exec(word) ?? [];
    const value = colon ? parseJson(text as string) : { value: text };
    if (name === undefined) faults.push({ word, message: 'is no NAME=TEXT or NAME:=JSON' });
    else if (values.has(name)) faults.push({ word, message: 'names a field twice' });
    else if (typeof value === 'string') faults.push({ word, message: value });
    else values.set(name, value);
  }
  return { values: Object.fromEntries(values), faults };
}

/** Parses a JSON text; returns a text if it is wrong. */
function parseJson(text: string): { value: unknown } | string {
  try {
    const value: unknown = JSON.parse(text);
    const fault = jsonFault(text);
    return fault ? `holds ${fault}` : { value };
  } catch {
    return 'has no JSON after ":="';
  }
}
