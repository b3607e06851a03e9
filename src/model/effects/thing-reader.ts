import { ServiceError, UnusableAnswer } from '../../api/client/errors.ts';
import { paramNames } from '../../api/client/request.ts';
import { DocsAdminError } from '../../errors.ts';
import { groupBy } from '../../text/group-by.ts';
import { kept } from '../../text/kept.ts';
import { at } from '../fields.ts';
import { isFault, reasonOf } from '../read/list.ts';
import type { Reader, ServiceReader } from '../read/reader.ts';
import { taking } from '../read/taking.ts';
import { isUnknown, type Unknown } from '../read/unknown.ts';
import { labelFor, type Resource } from '../resource.ts';
import { type Fields, type Ids, innermostId, pick, type Reference, type ThingIds } from './facts.ts';
import { resourceNamed, resourceWithKey } from './kinds.ts';
import { references, restoring } from './nouns.ts';
import { type Thing, type ThingSource, thingsOfService, withValues } from './thing-source.ts';

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
type IsCrowded = (resource: Resource, around: Ids) => boolean;

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
    return withValues(thing, { fields: { ...thing.fields, ...(await defaultsOf(ids)) } });
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
      return isUnknown(all) ? all : groupBy(all, (one) => String(one.ids[by] ?? one.fields[by]));
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

export interface ReadOptions {
  /** The number of requests that may run at once. */
  readonly atOnce: number;
  /** What was read shortly before; for values that cannot be read again. */
  readonly earlier?: EarlierThings | undefined;
  /** Whether to throw, and not to leave a value unknown, if the service fails: a later attempt can read it. @default false */
  readonly needsAll?: boolean | undefined;
}

/** Returns the things of a list as they were read shortly before; `undefined` if that list was not read as a whole. */
export type EarlierThings = (resource: Resource, around: Ids) => ReadonlyMap<string, Thing> | undefined;

/** Reads the values of things; each list once. */
export interface StateReader extends ThingReader {
  readonly reader: Reader;
  /** Says which things are going to be read, so that a list is read instead of many things of it. */
  expect(things: Iterable<ThingIds>): void;
  /** Calls `tell` after each request from now on. */
  onRead(tell: () => void): void;
}

/** From this number of things of one list on, the list is read instead of each thing. */
const mostOneByOne = 10;

/**
 * Makes a reader of values. What the token may not read, or the service does not answer for, is unknown, with the reason. It
 * throws if no request would succeed: for a refused token, and a service that cannot be reached. With `needsAll` it also
 * throws for a server error and an answer that cannot be used, and says that nothing was sent. What cannot be read is as in
 * `earlier`, if that has it.
 */
export function stateReader(reads: ServiceReader, options: ReadOptions): StateReader {
  const { org } = reads;
  const ownTurn = taking(options.atOnce);
  let told = () => {};
  const inTurn: typeof ownTurn = (read) => ownTurn(read).finally(() => told());
  const reader: Reader = {
    org,
    get: (op, ids, query) => inTurn(() => reads.get(op, ids, query)),
    need: (op, ids, query) => inTurn(() => reads.need(op, ids, query)),
    list: (op, ids, query) => inTurn(() => reads.list(op, ids, query)),
  };
  const service = thingsOfService(reader);
  const expected = new Map<string, Set<string>>();
  const keyOf = (kind: string, around: Ids) => JSON.stringify([kind, around]);
  const expect = (kind: string, around: Ids, own = '') => {
    const known = kept(expected, keyOf(kind, around), () => new Set());
    // There can be very many, and it is enough to know that.
    if (known.size <= mostOneByOne) known.add(own);
  };
  const isCrowded: IsCrowded = ({ kind, operations: { list } }, around) => {
    const isKnown = list !== undefined && reads.has(list, around);
    return isKnown || (expected.get(keyOf(kind, around))?.size ?? 0) > mostOneByOne;
  };
  const earlier = (resource: Resource, ids: Ids) =>
    options.earlier?.(resource, listPlace(resource, ids, org).around);
  const source: ThingSource = {
    org,
    one: (resource, ids) =>
      tolerant(service.one(resource, ids), options, nameOf(resource, ids), (planned) => {
        const thing = earlier(resource, ids)?.get(ids[resource.key ?? ''] ?? '');
        return thing && withValues(thing, { planned });
      }),
    list: (resource, ids) =>
      tolerant(service.list(resource, ids), options, nameOfList(resource, ids), (planned) => {
        const things = earlier(resource, ids);
        return things && new Map([...things].map(([id, thing]) => [id, withValues(thing, { planned })]));
      }),
    teamsOf: (ids) => tolerant(service.teamsOf(ids), options, `teams of member ${ids.user}`, () => undefined),
  };
  return {
    ...thingReader(source, isCrowded),
    reader,
    expect(things) {
      for (const { kind, ids } of things) {
        // The teams of many people are known from the lists of the teams.
        if (kind === 'member') expect('team-member', pick(ids, 'org'), ids.user);
        const resource = resourceNamed(kind);
        const { around, missing } = listPlace(resource, ids, org);
        if (missing !== undefined || isListed(resource, ids)) continue;
        expect(kind, around, ids[resource.key ?? '']);
      }
    },
    onRead(tell) {
      told = tell;
    },
  };
}

async function tolerant<Value>(
  reading: Promise<Value>,
  { needsAll = false }: ReadOptions,
  name: string,
  earlier: (reason: string) => Value | undefined,
): Promise<Value | Unknown> {
  try {
    return await reading;
  } catch (error) {
    const isAnswer = error instanceof ServiceError || error instanceof UnusableAnswer;
    if (!isAnswer || (error instanceof ServiceError && error.status === 401)) throw error;
    const { kind, message, hint } = error;
    const known = earlier(message);
    if (known !== undefined) return known;
    if (needsAll && isFault(reasonOf(error)))
      throw new DocsAdminError(kind, `${name} cannot be read: ${message}; nothing was sent`, { hint });
    return { unknown: message };
  }
}

/** Names a thing by its id: `team team_docs`. */
function nameOf(resource: Resource, ids: Ids): string {
  return `${restoring.get(resource.kind)?.word ?? labelFor(resource)} ${innermostId(ids)}`;
}

/** Names a list: `members of team team_docs`, `sections of site_docs`. */
function nameOfList({ kind, several, operations: { list } }: Resource, ids: Ids): string {
  const last = (list ? paramNames(list.path) : []).findLast((name) => ids[name] !== undefined);
  const around = last === undefined ? '' : (ids[last] ?? '');
  const { tie } = restoring.get(kind) ?? {};
  return tie ? `${tie.word} ${around}` : `${several} of ${around}`;
}
