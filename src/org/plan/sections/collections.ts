import {
  createCollection,
  deleteCollection,
  moveCollection,
  removeCollectionPermission,
  setCollectionPermission,
  updateCollection,
} from '../../../api/contract/operations/collections.ts';
import { groupBy } from '../../../text/group-by.ts';
import { keyName } from '../../file/names.ts';
import type { Path } from '../../file/parts.ts';
import type { Collection } from '../../file/schema.ts';
import { keyText, type Thing, titlePath } from '../../thing.ts';
import { type Difference, listText } from '../compare.ts';
import type { RequestWriter } from '../writer.ts';
import { isNamedByPath } from './named.ts';
import type { PlannedSection } from './section.ts';
import { changeRoles, declaredRoles } from './team-roles.ts';

/** The collections, each inside its parent, with the roles of teams. Their order is not managed. */
export const collections: PlannedSection = {
  name: 'collections',
  kinds: { collection: ['collection'], 'collection-team': ['collection', 'collection-team', 'team'] },
  reads({ organization }) {
    const shared = [...declaredIn(organization.collections)].filter(({ value }) => value.teams);
    const of = isNamedByPath(shared.map(({ key, value }) => [key.at(-1) ?? '', value]));
    return { collection: {}, ...(shared.length > 0 && { team: {}, 'collection-team': { of } }) };
  },
  declared({ organization }, names) {
    const declared = [...declaredIn(organization.collections)];
    return {
      things: declared.flatMap(({ key, value, path }): Thing[] => [
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
    changeRoles(
      differences.filter(({ kind }) => kind === 'collection-team'),
      { set: setCollectionPermission, remove: removeCollectionPermission },
      (key) => ({ collection: writer.idOf('collection', key) }),
      writer,
    );
    remove(of('delete'), moves, writer);
  },
};

interface DeclaredCollection {
  readonly key: readonly string[];
  readonly value: Collection;
  readonly path: Path;
}

/** Yields all collections of a file, those above others first. */
function* declaredIn(
  collections: Readonly<Record<string, Collection>> = {},
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

function collectionThing(key: readonly string[], value: Collection, path: Path): Thing {
  const { 'default-level': level, description } = value;
  return {
    kind: 'collection',
    key,
    fields: {
      ...(level !== undefined && { 'default-level': level }),
      ...(description !== undefined && { description }),
    },
    keyed: { title: keyName(key.at(-1) ?? '').title, parent: titlePath(key.slice(0, -1)) },
    path,
  };
}

/** Makes a collection. Its other fields take a request of their own, because the service makes it with a title only. */
function create(difference: Difference, { add, idOf }: RequestWriter): void {
  const { key, declared, fields } = difference;
  const above = key.slice(0, -1);
  add({
    operation: createCollection,
    params: {},
    body: { title: declared?.keyed?.title, ...(above.length > 0 && { parent: idOf('collection', above) }) },
    for: [{ ...difference, fields: [] }],
    makes: true,
  });
  const others = fields.filter(({ field, after }) => field !== 'description' || after !== '');
  if (others.length > 0)
    add({
      operation: updateCollection,
      params: { collection: idOf('collection', key) },
      body: bodyOf(others),
      for: [{ ...difference, action: 'update', fields: others }],
    });
}

function update(changes: readonly [Difference, ...Difference[]], { add }: RequestWriter): void {
  const [{ id = '' }] = changes;
  const body = bodyOf(changes.flatMap(({ fields }) => fields));
  add({ operation: updateCollection, params: { collection: id }, body, for: changes });
}

function bodyOf(fields: Difference['fields']): object {
  return Object.fromEntries(
    fields.map(({ field, after }) =>
      field === 'default-level' ? ['defaultLevel', after === 'guest' ? null : after] : [field, after],
    ),
  );
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
      operation: moveCollection,
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
      operation: deleteCollection,
      params: { collection: id },
      for: [difference],
      requires,
    });
    left.push({ number, path: titlePath(key.slice(0, -1)) });
  }
}
