import * as z from 'zod/mini';
import { described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import {
  answerId,
  Flags,
  idOf,
  nonEmpty,
  open,
  openEnum,
  position,
  Role,
  resource,
  Space,
  SpaceId,
  TeamPermission,
  Urls,
} from '../schemas.ts';

const CollectionId = idOf('collection');

const CollectionTitle = described('title of the collection', z.string().check(z.maxLength(50)));
const CollectionDescription = described('what it is for', z.string().check(z.maxLength(100)));

const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'];

/** The role of all members in a collection; `inherit` takes the role from the level above. */
export const DefaultLevel = openEnum(roles, ['inherit']);
/** The same role as a word: `guest` stands for null, which means no access. */
export const DefaultLevelWord = openEnum(roles, ['inherit', 'guest']);

export const Collection = resource({ id: answerId<'collection'>() }, () => ({
  object: z.string(),
  title: z.string(),
  description: z.string(),
  organization: z.string(),
  parent: answerId<'collection'>(),
  defaultLevel: z.string(),
  urls: Urls('location', 'app'),
  permissions: Flags('admin', 'create'),
}));
export type Collection = z.output<typeof Collection>;

export const listCollections = listOperation({
  id: 'collections.list',
  path: '/v1/orgs/{org}/collections',
  summary: 'List the collections of an organization',
  query: fields(() => ({
    nested: described(
      'also collections in collections (default)',
      z.optional(z.boolean()),
      'only the top level',
    ),
  })),
  item: Collection,
});

export const createCollection = operation({
  id: 'collections.create',
  method: 'POST',
  path: '/v1/orgs/{org}/collections',
  summary: 'Create a collection',
  body: fields(() => ({
    title: z.optional(CollectionTitle),
    parent: described('collection to put it in (default: the top level)', z.optional(CollectionId)),
  })),
  result: Collection,
  opens: ['defaultLevel'],
});

export const getCollection = operation({
  id: 'collections.get',
  method: 'GET',
  path: '/v1/collections/{collection}',
  summary: 'Show a collection',
  result: Collection,
});

export const updateCollection = operation({
  id: 'collections.update',
  method: 'PATCH',
  path: '/v1/collections/{collection}',
  summary: 'Change a collection',
  body: fields(() => ({
    title: z.optional(CollectionTitle),
    description: z.optional(CollectionDescription),
    defaultLevel: described(
      'role of all members in it; inherit: the role from above',
      z.optional(z.nullable(open(DefaultLevel))),
      'no access',
    ),
  })),
  result: Collection,
  opens: ['defaultLevel'],
});

export const deleteCollection = operation({
  id: 'collections.delete',
  method: 'DELETE',
  path: '/v1/collections/{collection}',
  summary: 'Delete a collection with the spaces in it',
  consequence: 'All collections and spaces in it are deleted too. Undo brings no space back',
});

export const listCollectionSpaces = listOperation({
  id: 'collections.spaces',
  path: '/v1/collections/{collection}/spaces',
  summary: 'List the spaces of a collection',
  item: Space,
});

export const moveCollection = operation({
  id: 'collections.move',
  method: 'POST',
  path: '/v1/collections/{collection}/move',
  summary: 'Move a collection to another parent or another place',
  body: fields(() => ({
    parent: described(
      'collection to put it in',
      z.optional(z.nullable(CollectionId)),
      'put it at the top level',
    ),
    position: described(
      'where to put it',
      z.optional(position('space', { type: z.literal('space'), space: SpaceId })),
    ),
  })),
  result: Collection,
  effect: 'update',
  opens: ['parent'],
});

export const transferCollection = operation({
  id: 'collections.transfer',
  method: 'POST',
  path: '/v1/collections/{collection}/transfer',
  summary: 'Give a collection to another organization',
  body: fields(() => ({ organization: described('organization that gets it', nonEmpty()) })),
  result: Collection,
  effect: 'update',
  consequence: 'Its spaces move with it, and teams lose their roles there',
  takes: ['one'],
  isFinal: true,
});

export const listCollectionPermissions = listOperation({
  id: 'collections.permissions.list',
  path: '/v1/collections/{collection}/permissions/teams',
  summary: 'List the teams with a role on a collection',
  item: TeamPermission,
});

export const setCollectionPermission = operation({
  id: 'collections.permissions.set',
  method: 'PATCH',
  path: '/v1/collections/{collection}/permissions/teams/{team}',
  summary: 'Give a team a role on a collection',
  body: fields(() => ({
    role: described('role of the team in the collection', z.optional(z.nullable(Role)), 'no role'),
  })),
  takes: ['one'],
  opens: true,
});

export const removeCollectionPermission = operation({
  id: 'collections.permissions.remove',
  method: 'DELETE',
  path: '/v1/collections/{collection}/permissions/teams/{team}',
  summary: 'Take the role on a collection from a team',
  consequence:
    'Members of the team lose the access that it gives, there and in all that is inside. The role can be given again',
  opens: true,
});
