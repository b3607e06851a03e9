import { type Snapshot, thingsOf } from '../../model/snapshot.ts';
import { json, type Row, storedLevel, type Tables, unknownTime } from './rows.ts';
import type { CopiedKind } from './wanted.ts';

/** Collections and spaces, who reaches them, and the values of custom fields. */
export function placeTables({ organization, parts }: Snapshot<CopiedKind>): Tables {
  // The service lists the newest first; rows are numbered in the order of the file.
  const spaces = [...thingsOf(parts.space)].map(({ item }) => item).reverse();
  const fields = [...thingsOf(parts['custom-field'])].map(({ item }) => item);
  const fieldIds = new Map(fields.map(({ name, id }, at) => [name, id ?? `field_${at + 1}`]));
  return {
    collections: [...thingsOf(parts.collection)].map(
      ({ item: { id, parent, title, description, defaultLevel } }, position): Row => ({
        id,
        org: organization,
        parent,
        position,
        title: title ?? '',
        description,
        default_level: storedLevel(defaultLevel),
        created_at: unknownTime,
      }),
    ),
    collection_teams: [...thingsOf(parts['collection-team'])].map(
      ({ parent, id, item }): Row => ({ collection: parent, team: id, role: item.permission }),
    ),
    spaces: spaces.map(
      (space, position): Row => ({
        id: space.id,
        org: organization,
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
      }),
    ),
    revisions: spaces.map(
      (space): Row => ({
        id: revisionOf(space),
        space: space.id,
        type: 'initial',
        parents: '[]',
        created_at: space.createdAt ?? unknownTime,
      }),
    ),
    git_syncs: spaces.flatMap(({ id, gitSync }): Row[] => {
      if (!gitSync) return [];
      const { repoName, installationProvider, integration, url, updatedAt } = gitSync;
      return [
        {
          space: id,
          repo_name: repoName ?? '',
          installation_provider: installationProvider,
          integration,
          url,
          updated_at: updatedAt ?? unknownTime,
        },
      ];
    }),
    space_teams: [...thingsOf(parts['space-team'])].map(
      ({ parent, id, item }): Row => ({ space: parent, team: id, role: item.permission }),
    ),
    custom_fields: fields.map(
      ({ name, type, title, description, placeholder, options, createdAt, updatedAt }): Row => ({
        id: fieldIds.get(name),
        org: organization,
        name,
        type: type ?? 'text',
        title,
        description,
        placeholder,
        options: options ? json(options) : undefined,
        created_at: createdAt ?? unknownTime,
        updated_at: updatedAt ?? createdAt ?? unknownTime,
      }),
    ),
    custom_field_values: [...thingsOf(parts['space-field'])].map(
      ({ parent, id, item }): Row => ({
        space: parent,
        field: fieldIds.get(id) ?? id,
        value: json(item.value),
      }),
    ),
  };
}

function revisionOf({
  id,
  revision,
}: {
  readonly id: string;
  readonly revision?: string | null | undefined;
}) {
  return revision ?? `${id}-revision`;
}
