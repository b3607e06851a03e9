import { paramNames } from '../../api/client/request.ts';
import { kept } from '../../text/kept.ts';
import { at, fieldSource, valueAt, writableFields } from '../fields.ts';
import type { Reader } from '../read/reader.ts';
import type { Unknown } from '../read/unknown.ts';
import type { Resource } from '../resource.ts';
import { type Fields, type Ids, pick } from './facts.ts';
import { restoring } from './nouns.ts';
import { addressOf } from './touches.ts';

export interface Thing {
  readonly ids: Ids;
  /** The fields that requests can set, by their names in the API; `null` for no value. */
  readonly fields: Fields;
  /** It, as the service answers it; absent where the service did not. */
  readonly item?: unknown;
  /** If it is as it was when a plan was made: why it could not be read again. */
  readonly planned?: string;
}

/** Where things come from: the service, or what was read of it before. */
export interface ThingSource {
  /** The organization of the work; `undefined` if it is not known. */
  readonly org: string | undefined;
  /** Returns the things of a list by their own ids; `ids` has the ids of what is around it. */
  list(resource: Resource, ids: Ids): Promise<ReadonlyMap<string, Thing> | Unknown>;
  /** Returns one thing; `null` if it does not exist. */
  one(resource: Resource, ids: Ids): Promise<Thing | null | Unknown>;
  /** Returns the memberships of one person in teams. */
  teamsOf(ids: Ids): Promise<readonly Thing[] | Unknown>;
}

export function thingsOfService(reader: Reader): ThingSource {
  const { org } = reader;

  async function list(resource: Resource, ids: Ids): Promise<ReadonlyMap<string, Thing>> {
    const { kind, operations } = resource;
    const op = operations.list ?? operations.get;
    if (!op) return new Map();
    const params = await paramsOf(resource, ids);
    if (!params) return new Map();
    if (!operations.list) {
      const item = await reader.get(op, params);
      return indexed(resource, params, item == null ? [] : [item]);
    }
    const pages: (readonly unknown[])[] = [];
    for (const query of queriesFor(kind)) pages.push((await reader.list(op, params, query)) ?? []);
    return indexed(resource, params, pages.flat());
  }

  /** Returns the ids of what a list is in; `undefined` if no one can reach all of it. */
  async function paramsOf(
    { administrator, operations: { list, get } }: Resource,
    ids: Ids,
  ): Promise<Ids | undefined> {
    if (administrator === undefined) return pick(ids, ...paramNames((list ?? get)?.path ?? ''));
    const around = pick(ids, 'org');
    const { findAdministrator } = await import('../read/spaces.ts');
    const user = await findAdministrator(reader, around.org ?? '');
    return user === undefined ? undefined : { ...around, [administrator]: user };
  }

  return {
    org,
    list,
    async one(resource, ids) {
      const { key, operations } = resource;
      const { get } = operations;
      if (get && paramNames(get.path).every((name) => ids[name] !== undefined)) {
        const item = await reader.get(get, ids);
        return item == null ? null : { ids, fields: fieldsOf(resource, item), item };
      }
      return (await list(resource, ids)).get(ids[key ?? ''] ?? '') ?? null;
    },
    async teamsOf({ org: around = '', user = '' }) {
      const { listMemberTeams } = await import('../../api/contract/operations/members.ts');
      const items = (await reader.list(listMemberTeams, { org: around, user })) ?? [];
      return items.map((item) => ({
        ids: { org: around, team: String(at(item, 'team', 'id')), user },
        fields: { role: at(item, 'member', 'role') ?? null },
      }));
    },
  };
}

/** Indexes the items of a list by their own ids. `params` has the ids of what is around it. */
export function indexed(
  resource: Resource,
  params: Ids,
  items: readonly unknown[],
): ReadonlyMap<string, Thing> {
  const things = new Map<string, Thing>();
  const list: ListOfThings = { resource, params };
  for (const item of items) {
    const thing = new ListedThing(list, item);
    // The service also lists the fields of a space that have no value.
    if (resource.kind === 'space-field' && thing.fields.value == null) continue;
    things.set(ownIdIn(resource, item), thing);
  }
  return things;
}

interface ListOfThings {
  readonly resource: Resource;
  readonly params: Ids;
}

/** A thing of a list. It makes its ids and fields when they are needed: those of very many things need much memory. */
class ListedThing implements Thing {
  readonly item: unknown;
  readonly #list: ListOfThings;

  constructor(list: ListOfThings, item: unknown) {
    this.#list = list;
    this.item = item;
  }

  get ids(): Ids {
    const { resource, params } = this.#list;
    const { kind, key = kind } = resource;
    return pick({ ...params, [key]: ownIdIn(resource, this.item) }, ...addressOf(resource));
  }

  get fields(): Fields {
    return fieldsOf(this.#list.resource, this.item);
  }
}

function ownIdIn({ id = '' }: Resource, item: unknown): string {
  return String(at(item, ...id.split('.')) ?? '');
}

export function withValues({ ids, fields, item, planned }: Thing, values: Partial<Thing>): Thing {
  return { ids, fields, item, ...(planned !== undefined && { planned }), ...values };
}

/** Returns the fields of a thing that requests can set, by their names in the API; `null` for no value. */
export function fieldsOf(resource: Resource, item: unknown): Fields {
  const read = kept(readers, resource, () => readerOf(resource));
  // V8 gives each object of two others a shape of its own, which takes more memory than the object.
  const fields = Object.assign(read(item), restoring.get(resource.kind)?.fields?.(item));
  if (resource.kind !== 'section') return fields;
  const siteSpaces = (at(item, 'siteSpaces') ?? []) as readonly unknown[];
  const first = siteSpaces.find((one) => at(one, 'default') === true);
  return { ...fields, defaultSiteSpace: at(first, 'id') ?? null };
}

/** Returns the queries of the list of a kind that together show all of them. */
function queriesFor(kind: string): readonly Readonly<Record<string, string>>[] {
  // Without a status, the list of change requests shows only open ones.
  const statuses = ['draft', 'open', 'merged', 'archived'];
  return kind === 'change-request' ? statuses.map((status) => ({ status })) : [{}];
}

const readers = new Map<Resource, (item: unknown) => Fields>();

/** Makes a function that reads the fields that requests can set, as far as answers show them; `null` for no value. */
function readerOf(of: Resource): (item: unknown) => Fields {
  const paths = writableFields(of).flatMap((field) => {
    const source = fieldSource(of, field);
    const isShown = 'from' in source && source.from !== of.id && source.from !== 'order';
    return isShown ? [[field, source.from, 'is' in source ? source.is : undefined] as const] : [];
  });
  return (item) =>
    Object.fromEntries(
      paths.map(([field, path, is]) => {
        const value = valueAt(item, path) ?? null;
        return [field, is === undefined ? value : value === is];
      }),
    );
}
