import type { Kind as Param } from '../../api/contract/facts.ts';
import { listTeams } from '../../api/contract/operations/teams.ts';
import { kept } from '../../text/kept.ts';
import type { Resource } from '../resource.ts';
import {
  type IdIn,
  type ItemOf,
  isKind,
  type ResourceKind,
  resourceCalled,
  resourceOf,
} from '../resources.ts';
import { inTurn, type Tasks } from './in-turn.ts';
import { isFault, listedPages, type Params, type Reason, reasonOfListed } from './list.ts';
import type { ServiceReader } from './reader.ts';
import { type UnknownList, type UnreadLists, type WhyUnread, whyUnread } from './unread.ts';

export type { IdIn, ItemOf, UnknownList };

type AnyItem = ItemOf<ResourceKind>;

export interface PartOptions<Kind extends ResourceKind> {
  /** Filters of the list, as the service takes them: `{ status: 'all' }`. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Reads only the lists of these parents; of all parents if absent. */
  readonly of?: (parent: Parent) => boolean;
  /**
   * Returns the part of a thing to keep: smaller things save memory. `undefined` drops the thing. `answer` is what the
   * service says of it, with the whole tied thing of a tie.
   */
  keep?(item: ItemOf<Kind>, parent: string, answer: unknown): ItemOf<Kind> | undefined;
}

/** The thing that a list belongs to. */
export interface Parent {
  readonly id: string;
  readonly title: string | undefined;
}

/** The parts to read, by kind: `{ member: {}, 'team-member': { of: ({ id }) => id === 'team_docs' } }`. */
export type Wanted = { readonly [Kind in ResourceKind]?: PartOptions<Kind> };

export interface SnapshotPart<Kind extends ResourceKind> {
  /**
   * The lists that were read completely, by the id of their parent: a team, a space, or the organization. Each has its
   * things by id, in the order of the service.
   */
  readonly lists: ReadonlyMap<string, ReadonlyMap<IdIn<Kind>, ItemOf<Kind>>>;
  /**
   * The lists that could not be read, of this kind or of a parent kind: then the lists of this kind are not all known.
   * If it is empty, the part is complete.
   */
  readonly unknown: readonly UnknownList[];
}

/** The wanted parts of an organization, as plain data. */
export interface Snapshot<Kind extends ResourceKind = ResourceKind> {
  readonly organization: string;
  readonly parts: { readonly [One in Kind]: SnapshotPart<One> };
}

export interface SnapshotProgress {
  readonly kind: ResourceKind;
  readonly items: number;
  /** The number of lists that are done, and of those known so far. */
  readonly done: number;
  readonly lists: number;
}

type Holding = (id: string, item: AnyItem) => readonly [id: string, item: AnyItem];

export interface SnapshotOptions {
  /** The number of lists that are read at once. @default 16 */
  readonly concurrency?: number;
  /** Called for each page, and at the end of each list. */
  readonly onProgress?: (progress: SnapshotProgress) => void;
  /** What the organization lacks if it is a copy. These lists are unknown, and not requested. */
  readonly unread?: UnreadLists | undefined;
  /** Makes a function for each list that returns what is held of a thing, with its id. @default what was read */
  readonly holding?: ((kind: ResourceKind, parent: string) => Holding) | undefined;
  /** Kinds that are not requested: they are unknown, for the reason {@link leftOut}. */
  readonly without?: ReadonlySet<ResourceKind>;
}

/** Why a list that no one asked for is unknown. */
export const leftOut: Reason = { message: 'left out of the snapshot' };

/**
 * Reads parts of an organization: each list once, in pages of 1,000, several lists at once. A list that the token may
 * not read (403), or that fails after all retries, is unknown, with everything in it. Rejects if no other list can be
 * read either: with `ServiceError` 401 for a refused token, 404 for an organization that does not exist, `Unreachable`, `RateLimited`.
 */
export async function readSnapshot<const Parts extends Wanted>(
  reader: ServiceReader,
  organization: string,
  wanted: Parts,
  { concurrency = 16, onProgress, unread, holding, without }: SnapshotOptions = {},
): Promise<Snapshot<keyof Parts & ResourceKind>> {
  const readings = await readingsOf(wanted);
  await inTurn(concurrency, (tasks) => {
    const whyNot = whyUnread(unread?.lists);
    const why: WhyUnread = (kind, parent) => (without?.has(kind) ? leftOut : whyNot(kind, parent));
    const work = { reader, tasks, onProgress, why, parents: unread?.parents, holding };
    for (const reading of readings.values()) {
      if (!reading.above) begin(work, reading, organization, { org: organization });
    }
  });
  await assertOrganization(reader, organization, [...readings.values()]);
  const parts = Object.keys(wanted).map((kind) => [
    kind,
    partOf(readings.get(kind) as Reading, organization),
  ]);
  return { organization, parts: Object.fromEntries(parts) };
}

/** Throws `ServiceError` 404 if nothing was found because there is no such organization. */
async function assertOrganization(
  reader: ServiceReader,
  org: string,
  readings: readonly Reading[],
): Promise<void> {
  const isOf = ({ operations: { list, get } }: Resource) => (list ?? get)?.path.includes('{org}');
  const lists = readings.filter(({ above, resource }) => !above && isOf(resource));
  const isMissing = ({ failed }: Reading) => failed.get(org)?.reason.status === 404;
  // A list of its own may be missing where the service does not offer it; every organization has teams.
  if (lists.length > 0 && lists.every(isMissing)) await reader.pages(listTeams, { org }, { limit: 1 }).next();
}

/**
 * Reads the lists of one kind in parents whose ids are known already, such as the roles of teams on two collections.
 * Does everything else as {@link readSnapshot} does.
 */
export async function readLists<Kind extends ResourceKind>(
  reader: ServiceReader,
  organization: string,
  kind: Kind,
  parents: readonly string[],
  options: PartOptions<Kind> & SnapshotOptions = {},
): Promise<SnapshotPart<Kind>> {
  const { concurrency = 16, onProgress, unread } = options;
  const resource = await resourceCalled(kind);
  const parent = await resourceOf(resource.parents.at(-1) as Param);
  const reading = newReading(kind, resource, options as Reading['options'], parent.kind as ResourceKind);
  await inTurn(concurrency, (tasks) => {
    for (const id of parents) {
      begin({ reader, tasks, onProgress, why: whyUnread(unread?.lists) }, reading, id, {
        org: organization,
        [parent.key as string]: id,
      });
    }
  });
  return partIn(reading, parents, [...reading.failed.values()]);
}

/** The state of one kind while it is read. */
interface Reading {
  readonly kind: ResourceKind;
  readonly resource: Resource;
  /** Absent if the kind is read only for the kinds in it. */
  readonly options: PartOptions<ResourceKind> | undefined;
  readonly within: UnknownList['in']['kind'];
  /** The reading of these parents; absent for lists of the organization, and of parents that are known. */
  readonly above: Reading | undefined;
  readonly below: Reading[];
  readonly lists: Map<string, ReadonlyMap<string, AnyItem>>;
  readonly failed: Map<string, UnknownList>;
  /** The ids in each list, if another kind is inside the things of this kind. */
  readonly ids: Map<string, Set<string>>;
  readonly progress: { items: number; done: number; lists: number };
  /** Faults of the service since the last successful list, with the reason of the last one. */
  faults: { readonly count: number; readonly reason?: Reason };
}

/** Returns the wanted kinds, with those that lead to them. */
async function readingsOf(wanted: Wanted): Promise<Map<string, Reading>> {
  const readings = new Map<string, Reading>();
  const add = async (kind: ResourceKind): Promise<Reading> => {
    const known = readings.get(kind);
    if (known) return known;
    const resource = await resourceCalled(kind);
    const within = resource.parents.at(-1) ?? '';
    const above = isKind(within) ? await add((await resourceOf(within)).kind as ResourceKind) : undefined;
    const reading = { ...newReading(kind, resource, wanted[kind], above?.kind ?? 'organization'), above };
    readings.set(kind, reading);
    reading.above?.below.push(reading);
    return reading;
  };
  for (const kind of Object.keys(wanted)) await add(kind as ResourceKind);
  return readings;
}

function newReading(
  kind: ResourceKind,
  resource: Resource,
  options: Reading['options'],
  within: Reading['within'],
): Reading {
  return {
    kind,
    resource,
    options,
    within,
    above: undefined,
    below: [],
    lists: new Map(),
    failed: new Map(),
    ids: new Map(),
    progress: { items: 0, done: 0, lists: 0 },
    faults: { count: 0 },
  };
}

interface Work {
  readonly reader: ServiceReader;
  readonly tasks: Tasks;
  readonly onProgress: SnapshotOptions['onProgress'];
  readonly why: WhyUnread;
  readonly parents?: UnreadLists['parents'] | undefined;
  readonly holding?: SnapshotOptions['holding'];
}

/**
 * After this many faults of the service in a row, the other lists of the kind are not requested: they are unknown, too.
 */
const mostFaults = 10;

/** Reads the list of one parent when its turn comes. */
function begin(work: Work, reading: Reading, parent: string, params: Params): void {
  const { kind, within, failed, progress } = reading;
  progress.lists += 1;
  const place = { kind: within, id: parent };
  work.tasks.add(kind, async () => {
    const reason = await tryToRead(work, reading, parent, params);
    if (reason) failed.set(parent, { kind, in: place, reason });
    progress.done += 1;
    work.onProgress?.({ kind, ...progress });
  });
}

/** Returns why the list could not be read. */
async function tryToRead(
  work: Work,
  reading: Reading,
  parent: string,
  params: Params,
): Promise<Reason | undefined> {
  const { lists, faults } = reading;
  const known = work.why(reading.kind, parent);
  if (known) return known;
  if (faults.count >= mostFaults) return faults.reason;
  try {
    lists.set(parent, await readWhole(work, reading, parent, params));
    reading.faults = { count: 0 };
    return undefined;
  } catch (error) {
    const reason = reasonOfListed(error);
    reading.faults = isFault(reason) ? { count: reading.faults.count + 1, reason } : { count: 0 };
    return reason;
  }
}

/** Reads one list, and starts on the lists inside its things as soon as they come. */
async function readWhole(work: Work, reading: Reading, parent: string, params: Params) {
  const { kind, resource, options, progress } = reading;
  const { query = {} } = options ?? {};
  const list = new Map<string, AnyItem>();
  const hold = options && work.holding?.(kind, parent);
  for await (const page of listedPages(work.reader, resource, params, query)) {
    for (const { id, title, item, answer } of page) {
      goBelow(work, reading, { id, title }, parent, params);
      const above = work.parents?.[id];
      // The client has checked the answer.
      const whole = (above === undefined ? item : { ...(item as object), parent: above }) as AnyItem;
      const kept = options?.keep ? options.keep(whole, parent, answer) : whole;
      if (options && kept !== undefined) list.set(...(hold?.(id, kept) ?? ([id, kept] as const)));
    }
    progress.items += page.length;
    work.onProgress?.({ kind, ...progress });
    if (work.tasks.failed) break;
  }
  return list;
}

function goBelow(
  work: Work,
  { below, resource, ids }: Reading,
  thing: Parent,
  parent: string,
  params: Params,
) {
  if (below.length === 0) return;
  const known = kept(ids, parent, () => new Set());
  // A thing that moves while the list is read may come twice.
  if (known.has(thing.id)) return;
  known.add(thing.id);
  for (const reading of below) {
    if (reading.options?.of?.(thing) === false) continue;
    begin(work, reading, thing.id, { ...params, [resource.key as string]: thing.id });
  }
}

/** Returns the things of a kind, in the order of the service instead of the answers. */
function partOf(reading: Reading, organization: string): SnapshotPart<ResourceKind> {
  return partIn(reading, parentsOf(reading, organization), unknownOf(reading, organization));
}

function partIn(
  reading: Reading,
  parents: readonly string[],
  unknown: readonly UnknownList[],
): SnapshotPart<ResourceKind> {
  const lists = parents.flatMap((parent) => {
    const list = reading.lists.get(parent);
    return list ? [[parent, list] as const] : [];
  });
  return { lists: new Map(lists), unknown };
}

/** Returns the ids of all parents of a kind's lists. */
function parentsOf({ above }: Reading, organization: string): string[] {
  if (!above) return [organization];
  return parentsOf(above, organization).flatMap((parent) => [...(above.ids.get(parent) ?? [])]);
}

function unknownOf(reading: Reading, organization: string): UnknownList[] {
  const own = parentsOf(reading, organization).flatMap((parent) => reading.failed.get(parent) ?? []);
  return [...(reading.above ? unknownOf(reading.above, organization) : []), ...own];
}

export function* thingsOf<Kind extends ResourceKind>({
  lists,
}: SnapshotPart<Kind>): Generator<{
  parent: string;
  id: IdIn<Kind>;
  item: ItemOf<Kind>;
}> {
  for (const [parent, list] of lists) for (const [id, item] of list) yield { parent, id, item };
}
