import { paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { listMembers, listMemberTeams } from '../../api/contract/operations/members.ts';
import { groupBy } from '../../text/group-by.ts';
import { at } from '../fields.ts';
import type { Resource } from '../resource.ts';
import type { Reference } from './references.ts';
import { addressOf, queriesFor, readerOf, resourceNamed, resourceWithKey } from './things.ts';
import { type Fields, type Ids, pick } from './touches.ts';

/** Reads the service; every list only once. What cannot be read may be unknown. */
export interface TolerantReader {
  /** Resolves with `null` if the thing does not exist. */
  get(op: Operation, params: Ids): Promise<unknown>;
  /** Resolves with all items; `null` if the parent of the list does not exist. */
  list(op: Operation, params: Ids, query?: Fields): Promise<readonly unknown[] | null | Unknown>;
  /** The organization of the work; `undefined` if it is not known. */
  readonly org: string | undefined;
}

/** A reader that rejects with the errors of the service. */
export interface Reader extends TolerantReader {
  list(op: Operation, params: Ids, query?: Fields): Promise<readonly unknown[] | null>;
}

/** What was not read, and why: `2,214 requests`. */
export interface Unknown {
  readonly unknown: string;
}

/** A thing that was read. */
export interface Thing {
  readonly ids: Ids;
  /** The fields that requests can set, by their names in the API; `null` for no value. */
  readonly fields: Fields;
}

/** Reads things by their kinds. */
export interface ThingReader {
  /** Resolves with `null` for a thing that does not exist. */
  one(kind: string, ids: Ids): Promise<Thing | null | Unknown>;
  /** Reads all things of a kind in the things that `ids` name. */
  list(resource: Resource, ids: Ids): Promise<readonly Thing[] | Unknown>;
  /** Reads the things that refer to a thing, which has these ids. */
  referring(reference: Reference, id: string, ids: Ids): Promise<readonly Thing[] | Unknown>;
}

export function isUnknown(value: unknown): value is Unknown {
  return typeof value === 'object' && value !== null && 'unknown' in value;
}

/** Makes a reader of things. More than `most` lists of one kind are not read: what is in them is unknown. */
export function thingReader(reader: TolerantReader, most: number): ThingReader {
  type Things = ReadonlyMap<string, Thing>;
  const lists = new Map<string, Promise<Things | Unknown>>();
  const whole = new Map<string, Promise<readonly Thing[] | Unknown>>();
  const indexes = new Map<string, Promise<ReadonlyMap<string, readonly Thing[]> | Unknown>>();

  const readList = (resource: Resource, params: Ids) =>
    once(lists, [resource.kind, params], async () => {
      const items = await itemsOf(reader, resource, params);
      return isUnknown(items) ? items : indexed(resource, params, items);
    });

  /** Reads the lists of a kind in all things that `ids` do not name. */
  async function listAll(resource: Resource, ids: Ids): Promise<readonly Thing[] | Unknown> {
    const op = resource.operations.list ?? resource.operations.get;
    if (!op) return [];
    const params = await paramsOf(op, resource, ids);
    const missing = paramNames(op.path).find((name) => params[name] === undefined);
    if (missing === undefined) {
      const things = await readList(resource, params);
      return isUnknown(things) ? things : [...things.values()];
    }
    const around = await list(resourceWithKey(missing), ids);
    if (isUnknown(around)) return around;
    if (around.length > most) return { unknown: `${around.length.toLocaleString('en')} requests` };
    const inside = await Promise.all(around.map((parent) => list(resource, { ...ids, ...parent.ids })));
    return inside.find(isUnknown) ?? (inside as (readonly Thing[])[]).flat();
  }

  function list(resource: Resource, ids: Ids): Promise<readonly Thing[] | Unknown> {
    const op = resource.operations.list ?? resource.operations.get;
    const names = op ? paramNames(op.path) : [];
    return once(whole, [resource.kind, pick(ids, names)], () => listAll(resource, pick(ids, names)));
  }

  async function one(kind: string, ids: Ids): Promise<Thing | null | Unknown> {
    const resource = resourceNamed(kind);
    const { get, list: listing } = resource.operations;
    const own = ids[resource.key ?? ''];
    if (own === undefined && resource.key !== undefined) return null;
    const isListed = !get || paramNames(get.path).some((name) => ids[name] === undefined);
    if (isListed && listing) {
      const things = await readList(resource, await paramsOf(listing, resource, ids));
      return isUnknown(things) ? things : (things.get(own ?? '') ?? null);
    }
    const item = get ? await reader.get(get, ids) : null;
    if (item == null) return null;
    const fields = fieldsOf(resource, item);
    return { ids, fields: kind === 'site' ? { ...fields, ...(await defaultsOf(ids)) } : fields };
  }

  async function referring({ kind, by, to }: Reference, id: string, ids: Ids) {
    if (kind === 'team-member' && to === 'member') return teamsOf(id, ids);
    // Only the site itself has its defaults.
    if (kind === 'site' && to !== 'site') {
      const site = await one(kind, pick(ids, ['org', 'site']));
      return isUnknown(site) ? site : site?.fields[by] === id ? [site] : [];
    }
    const resource = resourceNamed(kind);
    const around = await paramsOf(resource.operations.list ?? resource.operations.get, resource, ids);
    const index = await once(indexes, [kind, by, around], async () => {
      const all = await list(resource, ids);
      return isUnknown(all) ? all : groupBy(all, ({ ids: own, fields }) => String(own[by] ?? fields[by]));
    });
    return isUnknown(index) ? index : (index.get(id) ?? []);
  }

  /** Reads the memberships of one person, and not those of all teams. */
  async function teamsOf(user: string, ids: Ids): Promise<readonly Thing[] | Unknown> {
    const params = { ...pick(ids, ['org']), user };
    const items = await reader.list(listMemberTeams, params);
    if (isUnknown(items)) return items;
    return (items ?? []).map((item) => ({
      ids: { ...pick(ids, ['org']), team: String(at(item, 'team', 'id')), user },
      fields: { role: at(item, 'member', 'role') ?? null },
    }));
  }

  async function paramsOf(op: Operation | undefined, { administrator }: Resource, ids: Ids): Promise<Ids> {
    const all = { ...(reader.org !== undefined && { org: reader.org }), ...ids };
    if (!op || administrator === undefined) return pick(all, op ? paramNames(op.path) : []);
    const people = await reader.list(listMembers, pick(all, ['org']), { role: 'admin' });
    const person = at(
      (isUnknown(people) ? [] : (people ?? [])).find((member) => at(member, 'disabled') !== true),
      'id',
    );
    return { ...pick(all, ['org']), ...(typeof person === 'string' && { [administrator]: person }) };
  }

  async function defaultsOf(ids: Ids): Promise<Fields> {
    const sections = await list(resourceNamed('section'), ids);
    const siteSpaces = await list(resourceNamed('site-space'), ids);
    const first = (all: readonly Thing[] | Unknown, key: string) =>
      (isUnknown(all) ? [] : all).find(({ fields }) => fields.default === true && fields.sectionId == null)
        ?.ids[key] ?? null;
    return {
      defaultSiteSection: first(sections, 'section'),
      defaultSiteSpace: first(siteSpaces, 'siteSpace'),
    };
  }

  return { one, list, referring };
}

function once<Value>(
  known: Map<string, Promise<Value>>,
  parts: readonly unknown[],
  read: () => Promise<Value>,
) {
  const key = JSON.stringify(parts);
  const value = known.get(key) ?? read();
  known.set(key, value);
  return value;
}

async function itemsOf(
  reader: TolerantReader,
  { kind, operations: { list, get } }: Resource,
  params: Ids,
): Promise<readonly unknown[] | Unknown> {
  if (!list) return get ? [await reader.get(get, params)].filter((item) => item != null) : [];
  const pages: (readonly unknown[])[] = [];
  for (const query of queriesFor(kind)) {
    const items = await reader.list(list, params, query);
    if (isUnknown(items)) return items;
    pages.push(items ?? []);
  }
  return pages.flat();
}

/** Indexes things by their own ids. */
function indexed(resource: Resource, params: Ids, items: readonly unknown[]): ReadonlyMap<string, Thing> {
  const { kind, key = kind, id = '' } = resource;
  return new Map(
    items.flatMap((item): (readonly [string, Thing])[] => {
      const own = String(at(item, ...id.split('.')) ?? '');
      const fields = fieldsOf(resource, item);
      // The service also lists the fields of a space that have no value.
      if (kind === 'space-field' && fields.value == null) return [];
      return [[own, { ids: pick({ ...params, [key]: own }, addressOf(resource)), fields }]];
    }),
  );
}

/** Fields that the model does not name as a body of their own kind does, by their dot path in the answer. */
const further: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  member: { sso: 'sso' },
  collection: { organization: 'organization' },
  space: { parent: 'space.parent', organization: 'space.organization' },
  section: { sectionGroup: 'sectionGroup', default: 'default' },
  'site-space': { default: 'default' },
  'team-member': { role: 'team.role' },
  'space-field': { value: 'value' },
};

/** Returns the fields of a thing that requests can set, by their names in the API; `null` for no value. */
function fieldsOf(resource: Resource, item: unknown): Fields {
  const others = Object.entries(further[resource.kind] ?? {});
  const fields = {
    ...readerOf(resource)(item),
    ...Object.fromEntries(others.map(([name, path]) => [name, at(item, ...path.split('.')) ?? null])),
  };
  if (resource.kind !== 'section') return fields;
  const siteSpaces = (at(item, 'siteSpaces') ?? []) as readonly unknown[];
  const first = siteSpaces.find((one) => at(one, 'default') === true);
  return { ...fields, defaultSiteSpace: at(first, 'id') ?? null };
}
