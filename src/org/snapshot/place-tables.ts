import { type ItemOf, type Snapshot, thingsOf } from '../../model/snapshot.ts';
import { json, type Row, storedLevel, type Tables, unknownTime } from './rows.ts';
import type { CopiedKind } from './wanted.ts';

/** Collections and spaces, who reaches them, and the values of custom fields. */
export function placeTables({ organization, parts }: Snapshot<CopiedKind>): Tables {
  // The service lists the newest first; rows are numbered in the order of the file.
  const spaces = [...thingsOf(parts.space)].map(({ item }) => item).reverse();
  const fields = [...thingsOf(parts['custom-field'])].map(({ item }) => item);
  const fieldIds = new Map(fields.map(({ name, id }, at) => [name, id ?? `field_${at + 1}`]));
  return {
    collections: [...thingsOf(parts.collection)].map(({ item }, position) =>
      collectionRow(organization, item, position),
    ),
    collection_teams: [...thingsOf(parts['collection-team'])].map(
      ({ parent, id, item }): Row => ({ collection: parent, team: id, role: item.permission }),
    ),
    spaces: spaces.map((space, position) => spaceRow(organization, space, position)),
    revisions: spaces.map(revisionRow),
    git_syncs: spaces.flatMap(({ id, gitSync }): Row[] => (gitSync ? [gitSyncRow(id, gitSync)] : [])),
    space_teams: [...thingsOf(parts['space-team'])].map(
      ({ parent, id, item }): Row => ({ space: parent, team: id, role: item.permission }),
    ),
    custom_fields: fields.map((field) => fieldRow(organization, field, fieldIds.get(field.name))),
    custom_field_values: [...thingsOf(parts['space-field'])].map(
      ({ parent, id, item }): Row => ({
        space: parent,
        field: fieldIds.get(id) ?? id,
        value: json(item.value),
      }),
    ),
  };
}

function collectionRow(
  org: string,
  { id, parent, title, description, defaultLevel }: ItemOf<'collection'>,
  position: number,
): Row {
  return {
    id,
    org,
    parent,
    position,
    title: title ?? '',
    description,
    default_level: storedLevel(defaultLevel),
    created_at: unknownTime,
  };
}

function spaceRow(org: string, space: ItemOf<'space'>, position: number): Row {
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

function revisionRow(space: ItemOf<'space'>): Row {
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
): Row {
  return {
    space,
    repo_name: repoName ?? '',
    installation_provider: installationProvider,
    integration,
    url,
    updated_at: updatedAt ?? unknownTime,
  };
}

function fieldRow(
  org: string,
  { name, type, title, description, placeholder, options, createdAt, updatedAt }: ItemOf<'custom-field'>,
  id: string | undefined,
): Row {
  return {
    id,
    org,
    name,
    type: type ?? 'text',
    title,
    description,
    placeholder,
    options: options ? json(options) : undefined,
    created_at: createdAt ?? unknownTime,
    updated_at: updatedAt ?? createdAt ?? unknownTime,
  };
}
