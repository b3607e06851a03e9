import { paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { listMembers } from '../../api/contract/operations/members.ts';
import { isObject } from '../../text/fields.ts';
import { at } from '../fields.ts';
import type { Resource } from '../resource.ts';
import { type Basis, type Reference, references } from './references.ts';
import { addressOf, queriesFor, readerOf, resourceNamed, resourceWithKey } from './things.ts';
import { chosen, type Fields, type Ids, pick, type Touch, theMade } from './touches.ts';

/** Reads the service; every list only once. */
export interface Reader {
  /** Resolves with `null` if the thing does not exist. */
  get(op: Operation, params: Ids): Promise<unknown>;
  /** Resolves with all items; `null` if the parent of the list does not exist. */
  list(op: Operation, params: Ids, query?: Fields): Promise<readonly unknown[] | null>;
  /** The organization of the work; `undefined` if it is not known. */
  readonly org: string | undefined;
}

/** What was not read, and why: `2,214 requests`. */
export interface Unknown {
  readonly unknown: string;
}

/** What happens to one thing: by a request itself, or because of another effect. */
export interface Effect extends Touch {
  /** The values of the fields before; of all fields for a thing that ends; `null` if there was no such thing. */
  readonly before: Fields | null | Unknown;
  readonly after: Fields | null | Unknown;
  /** The place of the effect that causes this one; absent for what the request itself does. */
  readonly because?: number;
  readonly basis: Basis;
}

/** A thing that was read. */
interface Thing {
  readonly ids: Ids;
  readonly fields: Fields;
}

/**
 * Reads the values before requests, and what ends or is set together with what they touch; each list once. What would take
 * more than `most` lists of one kind is unknown, with the number of requests. Throws the errors of the reader.
 */
export async function effects(
  touched: readonly Touch[],
  reader: Reader,
  { most = Number.POSITIVE_INFINITY }: { readonly most?: number } = {},
): Promise<readonly Effect[]> {
  const things = thingReader(reader, most);
  const found: Effect[] = [];
  const seen = new Set<string>();
  const add = async (touch: Touch, because?: number, basis: Basis = 'stated') => {
    const key = JSON.stringify([touch.kind, touch.ids]);
    // What ends once does not change any more.
    if (because !== undefined && seen.has(key)) return;
    if (touch.change === 'end') seen.add(key);
    const values = await valuesOf(touch, things);
    found.push({ ...touch, ...values, ...(because !== undefined && { because }), basis });
  };
  for (const touch of touched) for (const one of await resolved(touch, things)) await add(one);
  for (let place = 0; place < found.length; place++) {
    const effect = found[place] as Effect;
    for (const { touch, basis } of await following(effect, things)) await add(touch, place, basis);
  }
  return found;
}

async function valuesOf(touch: Touch, things: ThingReader): Promise<Pick<Effect, 'before' | 'after'>> {
  const { kind, ids, change, sets = {} } = touch;
  if ('unknown' in touch) return { before: touch as Unknown, after: touch as Unknown };
  if (change === 'make') return { before: null, after: sets };
  if (change === 'content') return { before: notRead, after: notRead };
  const thing = await things.one(kind, ids);
  const before = thing && (change === 'end' ? thing.fields : only(thing.fields, Object.keys(sets)));
  return { before, after: change === 'end' ? null : { ...before, ...settled(sets, before) } };
}

const notRead: Unknown = { unknown: 'content is not read' };

function only(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

/** Replaces the values that depend on whether the thing is there. */
function settled(sets: Fields, before: Fields | null | undefined): Fields {
  return Object.fromEntries(
    Object.entries(sets).map(([name, value]) =>
      isObject(value) && '$unlessThere' in value
        ? [name, before ? before[name] : value.$unlessThere]
        : [name, value],
    ),
  );
}

/**
 * Puts a default or a new site space where the service puts it: at the root of a site, or in its default section if it has
 * sections.
 */
async function resolved(touch: Touch, things: ThingReader): Promise<readonly Touch[]> {
  const { kind, ids, sets = {} } = touch;
  if (kind === 'site-space' && sets.sectionId === chosen) {
    const { defaultSiteSection: sectionId } = await siteOf(ids, things);
    return [{ ...touch, sets: { ...sets, sectionId } }];
  }
  if (kind !== 'site' || sets.defaultSiteSpace === undefined || touch.change !== 'set') return [touch];
  const { defaultSiteSpace, ...others } = sets;
  const section = others.defaultSiteSection ?? (await siteOf(ids, things)).defaultSiteSection;
  if (typeof section !== 'string') return [touch];
  const ofSection: Touch = {
    kind: 'section',
    ids: { ...ids, section },
    change: 'set',
    sets: { defaultSiteSpace },
  };
  return Object.keys(others).length > 0 ? [{ ...touch, sets: others }, ofSection] : [ofSection];
}

/** A touch that follows from an effect. */
interface Following {
  readonly touch: Touch;
  readonly basis: Basis;
}

async function following(effect: Effect, things: ThingReader): Promise<readonly Following[]> {
  const { kind, change, sets = {} } = effect;
  if (change === 'end') return byReferences(effect, things, endOf);
  if (kind === 'collection' || kind === 'space')
    return 'organization' in sets ? byReferences(effect, things, (one) => transferOf(one, sets)) : [];
  // A section that is made for another one brings no more.
  if (change !== 'make' || effect.because !== undefined) return [];
  if (kind === 'section') return afterSection(effect, things);
  return kind === 'site-space' ? afterSiteSpace(effect, things) : [];
}

/** Says what becomes of the things that refer to one: a change of each, or nothing. */
type Rule = (reference: Reference) => Pick<Touch, 'change' | 'sets'> | undefined;

function endOf({ by, policy }: Reference): ReturnType<Rule> {
  if (policy === 'ends') return { change: 'end' };
  return { change: 'set', sets: { [by]: policy === 'clears' ? null : chosen } };
}

function transferOf({ transferred }: Reference, { organization }: Fields): ReturnType<Rule> {
  if (transferred === undefined) return undefined;
  return transferred === 'ends' ? { change: 'end' } : { change: 'set', sets: { organization } };
}

async function byReferences({ kind, ids }: Effect, things: ThingReader, rule: Rule): Promise<Following[]> {
  const { key = '' } = resourceNamed(kind);
  const id = ids[key];
  const found: Following[] = [];
  for (const reference of references) {
    const does = reference.to === kind && id !== undefined ? rule(reference) : undefined;
    if (!does || id === undefined) continue;
    const { basis } = reference;
    const all = await things.referring(reference, id, ids);
    if ('unknown' in all) found.push({ touch: { kind: reference.kind, ids: {}, ...does, ...all }, basis });
    else for (const one of all) found.push({ touch: { kind: reference.kind, ids: one.ids, ...does }, basis });
  }
  return found;
}

/** The first section of a site is its default. Site spaces at the root get a section before it. */
async function afterSection({ ids }: Effect, things: ThingReader): Promise<Following[]> {
  const { defaultSiteSection, defaultSiteSpace } = await siteOf(ids, things);
  if (defaultSiteSection !== null) return [];
  const site = (sets: Fields): Following => ({
    touch: { kind: 'site', ids, change: 'set', sets },
    basis: 'assumed',
  });
  if (defaultSiteSpace === null) return [site({ defaultSiteSection: theMade })];
  const all = await things.list(resourceNamed('site-space'), ids);
  const moved = 'unknown' in all ? [] : all.filter(({ fields }) => fields.sectionId === null);
  return [
    { touch: { kind: 'section', ids, change: 'make', sets: { defaultSiteSpace } }, basis: 'assumed' },
    site({ defaultSiteSection: chosen, defaultSiteSpace: null }),
    ...moved.map((one): Following => {
      const sets = { sectionId: chosen };
      return { touch: { kind: 'site-space', ids: one.ids, change: 'set', sets }, basis: 'assumed' };
    }),
  ];
}

/** The first site space at the root, or in a section, is the default there. */
async function afterSiteSpace({ ids, sets = {} }: Effect, things: ThingReader): Promise<Following[]> {
  const { sectionId } = sets;
  if (sectionId === theMade || ids.site === theMade) return [];
  const section = typeof sectionId === 'string' ? { ...ids, section: sectionId } : undefined;
  const around = section ? await things.one('section', section) : { fields: await siteOf(ids, things) };
  if (around?.fields.defaultSiteSpace != null) return [];
  const kind = section ? 'section' : 'site';
  const touch: Touch = { kind, ids: section ?? ids, change: 'set', sets: { defaultSiteSpace: theMade } };
  return [{ touch, basis: 'assumed' }];
}

async function siteOf({ org = '', site = '' }: Ids, things: ThingReader): Promise<Fields> {
  const { fields = {} } = (await things.one('site', { org, site })) ?? {};
  return { defaultSiteSection: null, defaultSiteSpace: null, ...fields };
}

interface ThingReader {
  /** Resolves with `null` for a thing that does not exist. */
  one(kind: string, ids: Ids): Promise<Thing | null>;
  /** Reads all things of a kind in the things that `ids` name. */
  list(resource: Resource, ids: Ids): Promise<readonly Thing[] | Unknown>;
  /** Reads the things that refer to a thing, which has these ids. */
  referring(reference: Reference, id: string, ids: Ids): Promise<readonly Thing[] | Unknown>;
}

function thingReader(reader: Reader, most: number): ThingReader {
  const lists = new Map<string, Promise<ReadonlyMap<string, Thing>>>();
  const readList = (resource: Resource, params: Ids) => {
    const key = JSON.stringify([resource.kind, params]);
    const list =
      lists.get(key) ?? itemsOf(reader, resource, params).then((items) => indexed(resource, params, items));
    lists.set(key, list);
    return list;
  };
  const self: ThingReader = {
    async one(kind, ids) {
      const resource = resourceNamed(kind);
      const { get, list } = resource.operations;
      const own = ids[resource.key ?? ''];
      if (own === undefined && resource.key !== undefined) return null;
      const isListed = !get || paramNames(get.path).some((name) => ids[name] === undefined);
      if (!isListed || !list) {
        const item = get ? await reader.get(get, ids) : null;
        const fields = item == null ? null : fieldsOf(resource, item);
        return (
          fields && { ids, fields: kind === 'site' ? { ...fields, ...(await defaultsOf(ids)) } : fields }
        );
      }
      const params = await paramsOf(list, resource, ids);
      return (await readList(resource, params)).get(own ?? '') ?? null;
    },
    async list(resource, ids) {
      const op = resource.operations.list ?? resource.operations.get;
      if (!op) return [];
      const params = await paramsOf(op, resource, ids);
      const missing = paramNames(op.path).find((name) => params[name] === undefined);
      if (missing === undefined) return [...(await readList(resource, params)).values()];
      const around = await self.list(resourceWithKey(missing), ids);
      if ('unknown' in around) return around;
      if (around.length > most) return { unknown: `${around.length.toLocaleString('en')} requests` };
      const found: Thing[] = [];
      for (const parent of around) {
        const inside = await self.list(resource, { ...ids, ...parent.ids });
        if ('unknown' in inside) return inside;
        found.push(...inside);
      }
      return found;
    },
    async referring({ kind, by, to }, id, ids) {
      // Only the site itself has its defaults.
      const site =
        kind === 'site' && to !== 'site' ? await self.one(kind, pick(ids, ['org', 'site'])) : undefined;
      const all =
        site === undefined ? await self.list(resourceNamed(kind), ids) : site === null ? [] : [site];
      return 'unknown' in all ? all : all.filter(({ ids: own, fields }) => (own[by] ?? fields[by]) === id);
    },
  };
  const paramsOf = async (op: Operation, { administrator }: Resource, ids: Ids): Promise<Ids> => {
    const all = { ...(reader.org !== undefined && { org: reader.org }), ...ids };
    if (administrator === undefined) return pick(all, paramNames(op.path));
    const people = (await reader.list(listMembers, pick(all, ['org']), { role: 'admin' })) ?? [];
    const person = at(
      people.find((one) => at(one, 'disabled') !== true),
      'id',
    );
    return { ...pick(all, ['org']), ...(typeof person === 'string' && { [administrator]: person }) };
  };
  const defaultsOf = async (ids: Ids): Promise<Fields> => {
    const sections = await self.list(resourceNamed('section'), ids);
    const siteSpaces = await self.list(resourceNamed('site-space'), ids);
    const first = (all: readonly Thing[] | Unknown, key: string) =>
      ('unknown' in all ? [] : all).find(({ fields }) => fields.default === true && fields.sectionId == null)
        ?.ids[key] ?? null;
    return {
      defaultSiteSection: first(sections, 'section'),
      defaultSiteSpace: first(siteSpaces, 'siteSpace'),
    };
  };
  return self;
}

async function itemsOf(reader: Reader, { kind, operations: { list, get } }: Resource, params: Ids) {
  if (!list) return get ? [await reader.get(get, params)].filter((item) => item != null) : [];
  const pages: (readonly unknown[])[] = [];
  for (const query of queriesFor(kind)) pages.push((await reader.list(list, params, query)) ?? []);
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
