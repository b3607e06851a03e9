import * as z from 'zod/mini';
import * as ops from '../../api/contract/operations/collections.ts';
import type { Fields } from '../../model/effects/facts.ts';
import { groupBy } from '../../text/group-by.ts';
import { type Difference, listText } from '../difference.ts';
import { refuseExchanges } from '../earlier-names.ts';
import { keyName } from '../key-names.ts';
import type { Complain, Path } from '../organization.ts';
import { type DesiredState, keyText, titlePath } from '../thing.ts';
import { byName, childrenOf, mapThings } from './children.ts';
import { fromFile, toFile, valuesAfter } from './fields.ts';
import { type CheckReference, isNamedByPath, referencesTo } from './named.ts';
import { storedLevel, unknownTime } from './rows.ts';
import {
  byNames,
  explained,
  fieldOf,
  knownValues,
  Name,
  optionalText,
  Previously,
  TeamRoles,
} from './schemas.ts';
import type { RequestWriter, Section } from './section.ts';
import { changeRoles, declaredRoles, presentRoles, roleFacts, roleValue } from './team-roles.ts';

export interface CollectionEntry {
  previously?: string[] | undefined;
  'default-level'?: string | undefined;
  description?: string | undefined;
  teams?: Record<string, string> | undefined;
  collections?: Record<string, CollectionEntry> | undefined;
}

export const CollectionEntry: z.ZodMiniType<CollectionEntry, CollectionEntry> = z.strictObject({
  previously: z.optional(Previously),
  'default-level': z.optional(
    explained(
      'role of all members; `guest` is no access',
      z.enum([...knownValues(ops.DefaultLevel), 'guest'] as [string, ...string[]]),
    ),
  ),
  description: z.optional(optionalText(fieldOf(ops.updateCollection.body.def.shape.description))),
  teams: z.optional(TeamRoles),
  // A getter, because the schema contains itself; `z.lazy` would make every command load more code.
  get collections() {
    return z.optional(explained('collections in it, by title', z.record(Name, CollectionEntry)));
  },
});
const schema = byNames('collections, by title', CollectionEntry);

declare module '../organization.ts' {
  interface Organization {
    collections?: z.output<typeof schema> | undefined;
  }
}

const fields = {
  defaultLevel: { word: 'default-level', none: 'guest' },
  description: {},
  title: {},
  parent: {},
};

/** The collections, each inside its parent, with the roles of teams. Their order is not managed. */
export const collections = {
  name: 'collections',
  schema,
  title: fieldOf(ops.updateCollection.body.def.shape.title),
  kinds: {
    collection: {
      words: ['collection', 'collections'],
      fields,
      parts: ['collection'],
      above: ['collection'],
      made: 'create',
      ended: 'delete',
      rename: 'title',
      move: 'parent',
      isNested: true,
      isContent: true,
      namesFields: true,
      keyOf: (names, { collection = '' }) => names.collection(collection),
    },
    'collection-team': {
      ...roleFacts,
      words: ['role of a team on a collection', 'roles of teams on collections'],
      parts: ['collection', 'collection-team', 'team'],
      above: ['collection'],
      isNested: true,
      keyOf: (names, { collection = '', team = '' }) => [
        ...names.collection(collection),
        names.titled('team', team),
      ],
      namedBy: ['team', 'collection'],
    },
  },
  wanted: ['collection', 'collection-team', 'team'],
  present: ({ parts }, names) => [
    ...mapThings(
      parts.collection,
      (item, { id }): DesiredState => ({
        kind: 'collection',
        key: names.collection(id),
        fields: { defaultLevel: item.defaultLevel ?? null, description: item.description ?? '' },
        keyed: {
          title: item.title ?? '',
          parent: titlePath(item.parent ? names.collection(item.parent) : []),
        },
        id,
      }),
    ),
    ...presentRoles('collection-team', parts['collection-team'], names, names.collection),
  ],
  exported(given) {
    const things = [...given];
    const inner = childrenOf(things, 'collection');
    const teams = childrenOf(things, 'collection-team');
    const within = (key: readonly string[]): object =>
      byName(inner(key), (one) => ({
        ...toFile(fields, one.fields),
        teams: byName(teams(one.key), roleValue),
        ...(inner(one.key).length > 0 && { collections: within(one.key) }),
      }));
    return within([]);
  },

  rules({ organization }, complain) {
    const checkTeam = referencesTo('teams', organization, complain);
    checkCollections(organization.collections ?? {}, ['collections'], checkTeam, complain);
  },
  reads({ organization }) {
    const shared = [...declaredIn(organization.collections)].filter(({ value }) => value.teams);
    const of = isNamedByPath(shared.map(({ key, value }) => [key.at(-1) ?? '', value]));
    return { collection: {}, ...(shared.length > 0 && { team: {}, 'collection-team': { of } }) };
  },
  declared({ organization }, names) {
    const declared = [...declaredIn(organization.collections)];
    return {
      things: declared.flatMap(({ key, value, path }): DesiredState[] => [
        collectionThing(key, value, path),
        ...declaredRoles('collection-team', key, value.teams ?? {}, [...path, 'teams'], names),
      ]),
      lists: new Set(
        declared.filter(({ value }) => value.teams).map(({ key }) => listText('collection-team', key)),
      ),
    };
  },
  requests(differences, writer) {
    const own = differences.filter(({ kind }) => kind === 'collection');
    const of = (...actions: string[]) => own.filter(({ action }) => actions.includes(action));
    for (const difference of of('create')) create(difference, writer);
    for (const [, changes] of groupBy(of('update', 'rename'), ({ key }) => keyText(key)))
      update(changes, writer);
    const moves = move(of('move'), writer);
    const roles = { update: ops.setCollectionPermission, delete: ops.removeCollectionPermission };
    const holder = (key: readonly string[]) => ({ collection: writer.idOf('collection', key) });
    changeRoles('collection-team', differences, roles, holder, writer);
    remove(of('delete'), moves, writer);
  },

  tables: ({ organization, parts }) => ({
    collections: mapThings(
      parts.collection,
      ({ id, parent, title, description, defaultLevel }, { position }) => ({
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
    collection_teams: mapThings(parts['collection-team'], ({ permission }, { parent, id }) => ({
      collection: parent,
      team: id,
      role: permission,
    })),
  }),
} as const satisfies Section;

interface DeclaredCollection {
  readonly key: readonly string[];
  readonly value: CollectionEntry;
  readonly path: Path;
}

/** Yields all collections of a file, those above others first. */
function* declaredIn(
  collections: Readonly<Record<string, CollectionEntry>> = {},
  above: readonly string[] = [],
  path: Path = ['collections'],
): Generator<DeclaredCollection> {
  for (const [title, value] of Object.entries(collections)) {
    const [key, place] = [
      [...above, title],
      [...path, title],
    ];
    yield { key, value, path: place };
    yield* declaredIn(value.collections, key, [...place, 'collections']);
  }
}

function collectionThing(key: readonly string[], value: CollectionEntry, path: Path): DesiredState {
  return {
    kind: 'collection',
    key,
    fields: fromFile(fields, value as Fields),
    keyed: { title: keyName(key.at(-1) ?? '').title, parent: titlePath(key.slice(0, -1)) },
    path,
  };
}

/** Makes a collection. Its other fields take a request of their own, because the service makes it with a title only. */
function create(difference: Difference, { add, idOf }: RequestWriter): void {
  const { key, declared, fields } = difference;
  const above = key.slice(0, -1);
  add({
    operation: ops.createCollection,
    params: {},
    body: { title: declared?.keyed?.title, ...(above.length > 0 && { parent: idOf('collection', above) }) },
    for: [{ ...difference, fields: [] }],
    makes: true,
  });
  const others = fields.filter(({ field, after }) => field !== 'description' || after !== '');
  if (others.length > 0)
    add({
      operation: ops.updateCollection,
      params: { collection: idOf('collection', key) },
      body: valuesAfter(others),
      for: [{ ...difference, action: 'update', fields: others }],
    });
}

function update(changes: readonly [Difference, ...Difference[]], { add }: RequestWriter): void {
  const [{ id = '' }] = changes;
  const body = valuesAfter(changes.flatMap(({ fields }) => fields));
  add({ operation: ops.updateCollection, params: { collection: id }, body, for: changes });
}

/**
 * Moves collections, from the top level down: a collection can then move into another one that was inside it. Returns
 * the numbers of the requests, with the paths that the collections leave.
 */
function move(moves: readonly Difference[], { add, idOf }: RequestWriter): Left[] {
  const numbers = new Map<string, number>();
  return moves.map((difference) => {
    const { id = '', key, present } = difference;
    const above = key.slice(0, -1);
    const number = add({
      operation: ops.moveCollection,
      params: { collection: id },
      body: { parent: above.length > 0 ? idOf('collection', above) : null },
      for: [difference],
      requires: above.flatMap((_, depth) => numbers.get(keyText(key.slice(0, depth + 1))) ?? []),
    });
    numbers.set(keyText(key), number);
    return { number, path: String(present?.keyed?.parent) };
  });
}

/** A request that takes a collection out of the one at a path. */
interface Left {
  readonly number: number;
  readonly path: string;
}

/** Deletes collections: those inside others first, and none before what stays has left it. */
function remove(deletions: readonly Difference[], moves: readonly Left[], { add }: RequestWriter): void {
  const left = [...moves];
  for (const difference of deletions.toReversed()) {
    const { id = '', key } = difference;
    const requires = left.filter(({ path }) => path === titlePath(key)).map(({ number }) => number);
    const number = add({
      operation: ops.deleteCollection,
      params: { collection: id },
      for: [difference],
      requires,
    });
    left.push({ number, path: titlePath(key.slice(0, -1)) });
  }
}

/** Checks collections and those in them: the teams that they name, and earlier titles. */
function checkCollections(
  collections: Readonly<Record<string, CollectionEntry>>,
  path: readonly string[],
  checkTeam: CheckReference,
  complain: Complain,
  above = '',
): void {
  for (const [title, { teams = {}, collections: inner = {} }] of Object.entries(collections)) {
    const place = [...path, title];
    const prefix = `${above}${title}/`;
    for (const team of Object.keys(teams)) checkTeam(team, [...place, 'teams', team]);
    refuseExchanges(inner, [...place, 'collections'], complain, prefix);
    checkCollections(inner, [...place, 'collections'], checkTeam, complain, prefix);
  }
}
