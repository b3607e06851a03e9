import { setCustomFieldValues } from '../../../api/contract/operations/custom-fields.ts';
import { removeSpacePermission, setSpacePermission } from '../../../api/contract/operations/spaces.ts';
import { groupBy } from '../../../text/group-by.ts';
import { quoted } from '../../../text/quoted.ts';
import type { Path } from '../../file/parts.ts';
import type { Organization } from '../../file/schema.ts';
import type { LoadedFile } from '../../file/side-files.ts';
import type { Thing } from '../../thing.ts';
import { listText } from '../compare.ts';
import type { FileNames, FoundField } from '../file-names.ts';
import { isNamedByPath } from './named.ts';
import type { PlannedSection } from './section.ts';
import { changeRoles, declaredRoles } from './team-roles.ts';

/** The roles of teams in the spaces, and the values of their custom fields. Spaces are neither made nor deleted. */
export const spaces: PlannedSection = {
  name: 'spaces',
  kinds: {
    space: ['space'],
    'space-team': ['space', 'space-team', 'team'],
    'space-field': ['space', 'space-field', 'custom-field'],
  },
  reads(file) {
    const declared = declaredIn(file);
    const shared = declared.filter(([, { teams }]) => teams);
    const filled = declared.filter(([, { fields }]) => fields);
    return {
      space: {},
      ...(declared.some(([key, { id }]) => id !== undefined || key.includes('/')) && { collection: {} }),
      ...(shared.length > 0 && { team: {}, 'space-team': { of: isMeant(shared) } }),
      ...(filled.length > 0 && { 'custom-field': {}, 'space-field': { of: isMeant(filled) } }),
    };
  },
  declared(file, names) {
    const lists = new Set<string>();
    const things = declaredIn(file).flatMap(([name, { id: given, teams, fields }]): Thing[] => {
      const path = ['spaces', name];
      const found = names.findSpace(name, path, given);
      if (!found) return [];
      const { key, id = '' } = found;
      if (teams) lists.add(listText('space-team', [key]));
      if (fields) lists.add(listText('space-field', [key]));
      return [
        { kind: 'space', key: [key], fields: {}, id, path },
        ...declaredRoles('space-team', [key], teams ?? {}, [...path, 'teams'], names),
        ...valuesOf(key, fields ?? {}, [...path, 'fields'], names),
      ];
    });
    return { things, lists };
  },
  // A value that stays may be wrong: the service keeps it when the options of its field change.
  check(differences, complain, { findField }) {
    for (const { kind, key, declared } of differences) {
      if (kind !== 'space-field' || !declared?.path) continue;
      const field = findField(key.at(-1) ?? '', declared.path);
      const wrong = field && valueProblem(declared.fields.value, field);
      if (wrong) complain(declared.path, wrong);
    }
  },
  requests(differences, writer) {
    const { add, idOf, changesOf } = writer;
    const spaceOf = (key: readonly string[]) => ({ space: idOf('space', key) });
    const values = differences.filter(({ kind }) => kind === 'space-field');
    for (const [space, own] of groupBy(values, ({ key: [name = ''] }) => name))
      add({
        operation: setCustomFieldValues,
        params: spaceOf([space]),
        body: {
          values: Object.fromEntries(
            own.map(({ key, declared }) => [key.at(-1), { value: declared?.fields.value ?? null }]),
          ),
        },
        for: own,
        // A field must be there, and have the option, before a space has the value.
        requires: own.flatMap(({ key }) => changesOf('custom-field', key.slice(-1))),
      });
    changeRoles(
      differences.filter(({ kind }) => kind === 'space-team'),
      { set: setSpacePermission, remove: removeSpacePermission },
      spaceOf,
      writer,
    );
  },
};

type Space = NonNullable<Organization['spaces']>[string];

function declaredIn({ organization }: LoadedFile): [string, Space][] {
  return Object.entries(organization.spaces ?? {});
}

/** Returns whether a space may be one of those that the file declares. */
function isMeant(declared: readonly [string, Space][]) {
  return isNamedByPath(declared.map(([key, { id }]) => [id ?? key, {}]));
}

function valuesOf(
  space: string,
  fields: NonNullable<Space['fields']>,
  path: Path,
  names: FileNames,
): Thing[] {
  return Object.entries(fields).flatMap(([name, value]): Thing[] => {
    const place = [...path, name];
    const field = names.findField(name, place);
    if (!field) return [];
    return [{ kind: 'space-field', key: [space, field.key], fields: { value }, id: field.key, path: place }];
  });
}

/** Returns why a value does not fit its field; `undefined` if it does, or if nothing is known of the type. */
function valueProblem(value: unknown, { type, options }: FoundField): string | undefined {
  const isList = Array.isArray(value);
  const kinds: Readonly<Record<string, [string, boolean]>> = {
    text: ['a text', typeof value === 'string'],
    number: ['a number', typeof value === 'number'],
    boolean: ['true or false', typeof value === 'boolean'],
    tags: ['a list of texts', isList],
    'select:single': ['one option', typeof value === 'string'],
    'select:multi': ['a list of options', isList],
  };
  const [word, isRight] = kinds[type ?? ''] ?? ['', true];
  if (!isRight) return `must be ${word}: the type of the field is ${type}`;
  if (!type?.startsWith('select')) return undefined;
  const strange = [value].flat().find((one) => !options?.includes(String(one)));
  return strange === undefined ? undefined : `${quoted(String(strange))} is no option of the field`;
}
