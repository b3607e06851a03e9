import * as z from 'zod/mini';
import { setCustomFieldValues } from '../../api/contract/operations/custom-fields.ts';
import { removeSpacePermission, setSpacePermission } from '../../api/contract/operations/spaces.ts';
import { type ItemOf, thingsOf } from '../../model/read/snapshot.ts';
import { groupBy } from '../../text/group-by.ts';
import { quoted } from '../../text/words.ts';
import { listText } from '../difference.ts';
import { isManagedInFull, type LoadedFile, type Path } from '../organization.ts';
import type { DesiredState } from '../thing.ts';
import { byName, childrenOf, mapThings } from './children.ts';
import { fieldId } from './custom-fields.ts';
import { isNamedByPath, referencesTo } from './named.ts';
import type { FileNames, FoundField } from './names.ts';
import { type FixtureRow, json, storedLevel, unknownTime } from './rows.ts';
import { byNames, explained, Name, TeamRoles } from './schemas.ts';
import type { Section } from './section.ts';
import { changeRoles, declaredRoles, presentRoles, roleFacts, roleValue } from './team-roles.ts';

const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

const Space = z.strictObject({
  id: z.optional(explained('id of the space, where titles repeat', Name)),
  teams: z.optional(TeamRoles),
  fields: z.optional(
    explained('values of custom fields, by name of the field; a complete list', z.record(Name, FieldValue)),
  ),
});
type Space = z.output<typeof Space>;
const schema = byNames('access and field values of spaces, by title or `Collection/Title`', Space);

declare module '../organization.ts' {
  interface Organization {
    spaces?: z.output<typeof schema> | undefined;
  }
}

/** The roles of teams in the spaces, and the values of their custom fields. Spaces are neither made nor deleted. */
export const spaces = {
  name: 'spaces',
  schema,
  kinds: {
    space: {
      words: ['space', 'spaces'],
      fields: {},
      parts: ['space'],
      keyOf: (names, { space = '' }) => [names.space(space).key],
      keep: ({ id, title, parent, defaultLevel }) => ({ id, title, parent, defaultLevel }),
    },
    'space-team': {
      ...roleFacts,
      words: ['role of a team on a space', 'roles of teams on spaces'],
      parts: ['space', 'space-team', 'team'],
      above: ['space'],
      keyOf: (names, { space = '', team = '' }) => [names.space(space).key, names.titled('team', team)],
      namedBy: ['team', 'space', 'collection'],
    },
    'space-field': {
      words: ['field value', 'field values'],
      noun: 'field',
      fields: { value: {} },
      parts: ['space', 'space-field', 'custom-field'],
      above: ['space'],
      ties: 'custom-field',
      made: 'update',
      ended: 'update',
      ending: 'clear',
      isInner: true,
      list: 'fields',
      value: ({ value }) => value,
      keyOf: (names, { space = '', field = '' }) => [names.space(space).key, field],
      namedBy: ['space', 'collection'],
      keepInCopy: ({ customField, value }) =>
        value === undefined || value === null ? undefined : { customField: { ...customField }, value },
    },
  },
  wanted: ['space', 'space-team', 'space-field', 'team', 'collection'],
  present({ parts }, names) {
    const keyOf = (id: string) => [names.space(id).key];
    return [
      ...mapThings(parts.space, (_, { id: one }): DesiredState => {
        const { key, id } = names.space(one);
        return { kind: 'space', key: [key], fields: id === undefined ? {} : { id }, id: one };
      }),
      ...presentRoles('space-team', parts['space-team'], names, keyOf),
      ...[...thingsOf(parts['space-field'])].flatMap(({ parent, item }): DesiredState[] =>
        item.value == null
          ? []
          : [
              {
                kind: 'space-field',
                key: [...keyOf(parent), item.customField.name],
                fields: { value: item.value },
                id: item.customField.name,
              },
            ],
      ),
    ];
  },
  exported(given) {
    const things = [...given];
    const teams = childrenOf(things, 'space-team');
    const values = childrenOf(things, 'space-field');
    return byName(childrenOf(things, 'space')([]), ({ key, fields }) => ({
      ...fields,
      teams: byName(teams(key), roleValue),
      fields: byName(values(key), (one) => one.fields.value),
    }));
  },

  rules(file, complain) {
    const { organization } = file;
    if (isManagedInFull(organization, 'spaces'))
      complain(['managed', 'spaces'], 'must be keep: spaces are not made or deleted here');
    const checkTeam = referencesTo('teams', organization, complain);
    const checkField = referencesTo('custom-fields', organization, complain);
    for (const [title, { teams = {}, fields = {} }] of declaredIn(file)) {
      for (const team of Object.keys(teams)) checkTeam(team, ['spaces', title, 'teams', team]);
      for (const name of Object.keys(fields)) checkField(name, ['spaces', title, 'fields', name]);
    }
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
    const things = declaredIn(file).flatMap(([name, { id: given, teams, fields }]): DesiredState[] => {
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
    const roles = { update: setSpacePermission, delete: removeSpacePermission };
    changeRoles('space-team', differences, roles, spaceOf, writer);
  },

  tables({ organization, parts }) {
    // The service lists the newest first; rows are numbered in the order of the file.
    const all = mapThings(parts.space, (space) => space).reverse();
    const fieldIds = new Map<string, string>(
      mapThings(parts['custom-field'], (field, { position }) => [field.name, fieldId(field, position)]),
    );
    return {
      spaces: all.map((space, position) => spaceRow(organization, space, position)),
      revisions: all.map(revisionRow),
      git_syncs: all.flatMap(({ id, gitSync }): FixtureRow[] => (gitSync ? [gitSyncRow(id, gitSync)] : [])),
      space_teams: mapThings(parts['space-team'], ({ permission }, { parent, id }) => ({
        space: parent,
        team: id,
        role: permission,
      })),
      custom_field_values: mapThings(parts['space-field'], ({ value }, { parent, id }) => ({
        space: parent,
        field: fieldIds.get(id) ?? id,
        value: json(value),
      })),
    };
  },
} as const satisfies Section;

function declaredIn({ organization }: LoadedFile): [string, Space][] {
  return Object.entries(organization.spaces ?? {});
}

function isMeant(declared: readonly [string, Space][]) {
  return isNamedByPath(declared.map(([key, { id }]) => [id ?? key, {}]));
}

function valuesOf(
  space: string,
  fields: NonNullable<Space['fields']>,
  path: Path,
  names: FileNames,
): DesiredState[] {
  return Object.entries(fields).flatMap(([name, value]): DesiredState[] => {
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

function spaceRow(org: string, space: ItemOf<'space'>, position: number): FixtureRow {
  return {
    id: space.id,
    org,
    collection: space.parent,
    position,
    title: space.title ?? '',
    emoji: space.emoji,
    visibility: space.visibility ?? 'in-collection',
    edit_mode: space.editMode ?? 'live',
    default_level: storedLevel(space.defaultLevel),
    revision: revisionOf(space),
    created_at: space.createdAt ?? unknownTime,
    updated_at: space.updatedAt ?? space.createdAt ?? unknownTime,
    deleted_at: space.deletedAt,
  };
}

function revisionRow(space: ItemOf<'space'>): FixtureRow {
  return {
    id: revisionOf(space),
    space: space.id,
    type: 'initial',
    parents: '[]',
    created_at: space.createdAt ?? unknownTime,
  };
}

function revisionOf({ id, revision }: ItemOf<'space'>): string {
  return revision ?? `${id}-revision`;
}

function gitSyncRow(
  space: string,
  { repoName, installationProvider, integration, url, updatedAt }: NonNullable<ItemOf<'space'>['gitSync']>,
): FixtureRow {
  return {
    space,
    repo_name: repoName ?? '',
    installation_provider: installationProvider,
    integration,
    url,
    updated_at: updatedAt ?? unknownTime,
  };
}
