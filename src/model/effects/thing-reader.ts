import { paramNames } from '../../api/client/request.ts';
import { groupBy } from '../../text/group-by.ts';
import { kept } from '../../text/kept.ts';
import { at } from '../fields.ts';
import type { Reader } from '../read/reader.ts';
import { isUnknown, type Unknown } from '../read/unknown.ts';
import type { Resource } from '../resource.ts';
import type { Reference } from './facts.ts';
import { type Fields, type Ids, pick } from './facts.ts';
import { resourceNamed, resourceWithKey } from './kinds.ts';
import { references } from './nouns.ts';
import { type Thing, type ThingSource, thingsOfService } from './thing-source.ts';

/**
 * Reads things by their kinds, every list once. More than `most` lists of one kind are not read: what is in them is unknown.
 * The default is no limit.
 */
export interface ThingReader {
  /** Reads some fields of a thing, or all. Resolves with `null` for a thing that does not exist. */
  one(kind: string, ids: Ids, fields?: readonly string[]): Promise<Thing | null | Unknown>;
  /** Reads all things of a kind in the things that `ids` name. */
  list(resource: Resource, ids: Ids, most?: number): Promise<readonly Thing[] | Unknown>;
  /** Reads the things that refer to a thing, which has these ids. */
  referring(reference: Reference, id: string, ids: Ids, most?: number): Promise<readonly Thing[] | Unknown>;
}

/** Returns whether the list of a kind in what `around` names is read instead of single things. */
export type IsCrowded = (resource: Resource, around: Ids) => boolean;

const noLimit = Number.POSITIVE_INFINITY;

/** Makes a reader of things. Without `isCrowded`, single things are read by themselves. */
export function thingReader(source: ThingSource, isCrowded: IsCrowded = () => false): ThingReader {
  const lists = new Map<string, Promise<ReadonlyMap<string, Thing> | Unknown>>();
  const indexes = new Map<string, Promise<ReadonlyMap<string, readonly Thing[]> | Unknown>>();

  const placeOf = (resource: Resource, ids: Ids) => listPlace(resource, ids, source.org);

  function readList(resource: Resource, around: Ids) {
    return kept(lists, JSON.stringify([resource.kind, around]), () => source.list(resource, around));
  }

  async function list(resource: Resource, ids: Ids, most = noLimit): Promise<readonly Thing[] | Unknown> {
    const { around, missing } = placeOf(resource, ids);
    if (missing !== undefined) return listInAll(resource, around, missing, most);
    const things = await readList(resource, around);
    return isUnknown(things) ? things : [...things.values()];
  }

  /** Reads the lists of a kind in all things that a path parameter could name. */
  async function listInAll(resource: Resource, around: Ids, param: string, most: number) {
    const holders = await list(resourceWithKey(param), around, most);
    if (isUnknown(holders)) return holders;
    const requests = holders.length;
    if (requests > most) return { unknown: `${requests.toLocaleString('en')} requests`, requests };
    const inside = await Promise.all(holders.map(({ ids }) => list(resource, { ...around, ...ids }, most)));
    return inside.find(isUnknown) ?? (inside as (readonly Thing[])[]).flat();
  }

  async function one(kind: string, ids: Ids, wanted?: readonly string[]): Promise<Thing | null | Unknown> {
    const resource = resourceNamed(kind);
    const listing = resource.operations.list;
    const own = ids[resource.key ?? ''];
    if (own === undefined && resource.key !== undefined) return null;
    const needsLists = kind === 'site' && (wanted?.some(isDefault) ?? true);
    // What the same plan makes has a reference instead of an id.
    if (needsLists && wanted?.every(isDefault) && typeof own === 'string')
      return { ids, fields: await defaultsOf(ids) };
    const { around, missing } = placeOf(resource, ids);
    const isInList =
      isListed(resource, ids) || (missing === undefined && isCrowded(resource, around) && listing);
    const thing =
      isInList && listing
        ? await readList(resource, around).then((all) => (isUnknown(all) ? all : oneOf(all, own ?? '')))
        : await source.one(resource, ids);
    if (thing === null || isUnknown(thing) || !needsLists) return thing;
    return { ...thing, fields: { ...thing.fields, ...(await defaultsOf(ids)) } };
  }

  async function referring({ kind, by, to }: Reference, id: string, ids: Ids, most = noLimit) {
    const isOfPerson = kind === 'team-member' && to === 'member';
    if (isOfPerson && !isCrowded(resourceNamed(kind), pick(ids, 'org'))) return source.teamsOf(ids);
    // Only the site itself has its defaults.
    if (kind === 'site' && to !== 'site') {
      const site = await one(kind, pick(ids, 'org', 'site'));
      return isUnknown(site) ? site : site?.fields[by] === id ? [site] : [];
    }
    const resource = resourceNamed(kind);
    const place = JSON.stringify([kind, by, placeOf(resource, ids).around, most]);
    const index = await kept(indexes, place, async () => {
      const all = await list(resource, ids, most);
      return isUnknown(all) ? all : groupBy(all, ({ ids: own, fields }) => String(own[by] ?? fields[by]));
    });
    return isUnknown(index) ? index : (index.get(id) ?? []);
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

/** Makes a reader of the things of the service. */
export function thingsFrom(reader: Reader): ThingReader {
  return thingReader(thingsOfService(reader));
}

/** Returns the path parameters of the list of a kind, and the first one that is not known. */
export function listPlace(
  { operations, administrator }: Resource,
  ids: Ids,
  org: string | undefined,
): { readonly around: Ids; readonly missing?: string } {
  const op = operations.list ?? operations.get;
  const names = (op ? paramNames(op.path) : []).filter((name) => name !== administrator);
  const around = pick({ ...(org !== undefined && { org }), ...ids }, ...names);
  const missing = names.find((name) => around[name] === undefined);
  return { around, ...(missing !== undefined && { missing }) };
}

/**
 * Returns the ids of a thing, with the organization that its fields name: the path of a collection does not name it, and it may
 * be another one than that of the work.
 */
export function withOrganization(ids: Ids, fields: Fields | Unknown | null | undefined): Ids {
  const { organization } = (fields ?? {}) as Fields;
  return typeof organization === 'string' ? { org: organization, ...ids } : ids;
}

/** Finds a thing of a list by its id. The path of a change request also takes its number. */
function oneOf(all: ReadonlyMap<string, Thing>, own: string): Thing | null {
  const byNumber = () => [...all.values()].find(({ item }) => String(at(item, 'number')) === own);
  return all.get(own) ?? (/^\d+$/.test(own) ? byNumber() : undefined) ?? null;
}

/** Returns whether only the list of its kind shows a thing. */
export function isListed({ operations: { get } }: Resource, ids: Ids): boolean {
  return !get || paramNames(get.path).some((name) => ids[name] === undefined);
}

/** Returns whether a field of a site is an id that the things in it show. */
function isDefault(field: string): boolean {
  return references.some(({ kind, by }) => kind === 'site' && by === field);
}
