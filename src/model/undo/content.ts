import type { Operation } from '../../api/contract/operation.ts';
import {
  createCollection,
  listCollectionPermissions,
  listCollectionSpaces,
  listCollections,
  moveCollection,
  removeCollectionPermission,
  setCollectionPermission,
  updateCollection,
} from '../../api/contract/operations/collections.ts';
import { listMemberSpaces, listMembers } from '../../api/contract/operations/members.ts';
import {
  listSpacePermissions,
  removeSpacePermission,
  setSpacePermission,
} from '../../api/contract/operations/spaces.ts';
import * as model from '../collections.ts';
import { at } from '../fields.ts';
import * as spaces from '../spaces.ts';
import {
  type Fields,
  type Id,
  type Ids,
  type Part,
  type PieceKind,
  type Plan,
  pick,
  present,
  type Reader,
  type Step,
  some,
  thing,
} from './facts.ts';

/** A collection with all its content, as `whole` reads it. */
interface CollectionTree {
  readonly id?: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly defaultLevel?: unknown;
  readonly parent?: unknown;
  readonly teams?: Fields;
  readonly spaces?: readonly { readonly id: string; readonly title: string }[];
  readonly collections?: readonly CollectionTree[];
}

const ofCollection = (item: unknown) => pick(item, 'title', 'description', 'defaultLevel', 'parent');

const collection = thing(model.collection, {
  fields: ofCollection,
  clears: { title: '', description: '', defaultLevel: null, parent: null },
  set(ids, { parent, ...fields }) {
    const params = some(ids, 'collection');
    const steps: Step[] = [];
    if (parent !== undefined)
      steps.push({ action: 'move', operation: moveCollection, params, body: { parent }, sets: { parent } });
    if (Object.keys(fields).length > 0)
      steps.push({ action: 'update', operation: updateCollection, params, body: fields, sets: fields });
    return steps;
  },
  whole: async (reader, ids, item) => ({
    ...(await tree(reader, String(ids.collection), item)),
    org: reader.org,
  }),
  async holds(reader, { collection: id = '' }) {
    const spaces = (await reader.list(listCollectionSpaces, { collection: id })) ?? [];
    return [...spaces, ...(await childrenOf(reader, id))].map((one) => String(at(one, 'id')));
  },
  parts: ({ collection: id = '' }, whole) => partsIn(whole as CollectionTree, id),
  remake(_, { org, ...whole }, plan, apart) {
    if (typeof org !== 'string') return ['the collection: its organization is not known'];
    const parent = (whole.parent ?? null) as Id | null;
    return remakeCollection({ org, plan, apart }, whole as CollectionTree, parent);
  },
});

/** Returns everything in a collection. What is still there has lost its place. */
function partsIn({ spaces = [], collections = [] }: CollectionTree, parent: string): Part[] {
  const place = { before: { parent }, after: { parent: null } };
  return [
    ...spaces.map(({ id, title }): Part => ({ kind: 'space', ids: { space: id }, name: title, ...place })),
    ...collections.flatMap(({ id = '', ...inner }): Part[] => [
      { kind: 'collection', ids: { collection: id }, name: String(inner.title ?? id), ...place },
      ...partsIn(inner, id),
    ]),
  ];
}

async function childrenOf({ list, org }: Reader, id: string): Promise<readonly unknown[]> {
  if (org === undefined) return [];
  const all = (await list(listCollections, { org })) ?? [];
  return all.filter((one) => at(one, 'parent') === id);
}

async function tree(reader: Reader, id: string, item: unknown): Promise<CollectionTree & Fields> {
  const children = await childrenOf(reader, id);
  const spaces = (await reader.list(listCollectionSpaces, { collection: id })) ?? [];
  const collections: CollectionTree[] = [];
  for (const child of children) {
    const inner = String(at(child, 'id'));
    collections.push({ ...(await tree(reader, inner, child)), id: inner });
  }
  return {
    ...ofCollection(item),
    teams: await teamsWith(reader, listCollectionPermissions, { collection: id }),
    spaces: spaces.map((one) => {
      const id = String(at(one, 'id'));
      return { id, title: String(at(one, 'title') ?? id) };
    }),
    collections,
  };
}

interface Remaking {
  readonly org: string;
  readonly plan: Plan;
  readonly apart: ReadonlySet<string>;
}

/** What is in it and has its own piece is still there, or is made again on its own. */
function remakeCollection(
  remaking: Remaking,
  { id, title, description, defaultLevel, teams = {}, spaces = [], collections = [] }: CollectionTree,
  parent: Id | null,
): readonly string[] {
  const { org, plan, apart } = remaking;
  const made = plan({
    action: 'create',
    operation: createCollection,
    params: { org },
    body: present({ title, parent }),
    earlier: id,
  });
  const settings = { ...present({ description }), ...(defaultLevel !== 'inherit' && { defaultLevel }) };
  if (Object.keys(settings).length > 0)
    plan({ action: 'update', operation: updateCollection, params: { collection: made }, body: settings });
  for (const step of permissionSteps('collection', made, teams)) plan(step);
  return [
    ...spaces
      .filter((space) => !apart.has(space.id))
      .map((space) => `space ${JSON.stringify(space.title)} in it, with its content`),
    ...collections
      .filter((child) => !apart.has(String(child.id)))
      .flatMap((child) => remakeCollection(remaking, child, made)),
    'its place among the others: the service does not show it',
  ];
}

/** A space, for its name. No operation shows one: it is looked for among those of an administrator, who has all. */
export const space = thing(spaces.space, {
  async find(reader, ids) {
    const org = reader.org ?? '';
    const administrators = (await reader.list(listMembers, { org }, { role: 'admin' })) ?? [];
    const user = at(
      administrators.find((one) => at(one, 'disabled') !== true),
      'id',
    );
    if (typeof user !== 'string') return undefined;
    const all = await reader.list(listMemberSpaces, { org, user });
    return all?.find((one) => at(one, 'space', 'id') === ids.space);
  },
  fields: (item) => pick(at(item, 'space'), 'parent'),
  unwritable: (_, before, now) =>
    (before ?? null) === (now ?? null)
      ? undefined
      : 'it stays at the top level: the service has no operation to move a space',
});

/** Returns the role of each team. A guest's role is `guest`, because `null` means no role at all. */
async function teamsWith(reader: Reader, list: Operation, ids: Ids): Promise<Fields> {
  const items = (await reader.list(list, ids)) ?? [];
  return Object.fromEntries(
    items.map((one) => [String(at(one, 'team', 'id')), at(one, 'permission') ?? 'guest']),
  );
}

const permissionOperations = {
  collection: { set: setCollectionPermission, remove: removeCollectionPermission },
  space: { set: setSpacePermission, remove: removeSpacePermission },
};

function permissionSteps(of: 'collection' | 'space', id: Id, roles: Fields): Step[] {
  const { set, remove } = permissionOperations[of];
  return Object.entries(roles).map(([team, role]): Step => {
    const params = { [of]: id, team };
    const after = { [team]: role };
    if (role === null) return { action: 'revoke', operation: remove, params, sets: after };
    const body = { role: role === 'guest' ? null : role };
    return { action: 'grant', operation: set, params, body, sets: after };
  });
}

function permissions(of: 'collection' | 'space', list: Operation, place: PieceKind): PieceKind {
  return {
    kind: `${of}-teams`,
    collects: { kind: `${of}-team`, key: 'team', field: 'role', nothing: 'guest' },
    word: `roles of teams on ${of}`,
    of: place,
    async read(reader, ids, wanted) {
      if ((await reader.list(list, some(ids, of))) === null) return null;
      const roles = await teamsWith(reader, list, some(ids, of));
      return Object.fromEntries(wanted.map((team) => [team, roles[team] ?? null]));
    },
    async people(reader, ids) {
      const items = (await reader.list(list, some(ids, of))) ?? [];
      return Object.fromEntries(
        items.map((one) => [String(at(one, 'team', 'id')), { name: at(one, 'team', 'title') as string }]),
      );
    },
    set: (ids, wanted) => permissionSteps(of, ids[of] ?? '', wanted),
  };
}

export const kinds: readonly PieceKind[] = [
  collection,
  space,
  permissions('collection', listCollectionPermissions, collection),
  permissions('space', listSpacePermissions, space),
];
