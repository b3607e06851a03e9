import type { Client } from '../../api/client/client.ts';
import type { EarlierThings } from '../../model/effects/thing-reader.ts';
import { indexed, type Thing, type ThingSource } from '../../model/effects/thing-source.ts';
import { createReader } from '../../model/read/reader.ts';
import {
  type ItemOf,
  readLists,
  readSnapshot,
  type Snapshot,
  type SnapshotOptions,
  type SnapshotPart,
} from '../../model/read/snapshot.ts';
import { taking } from '../../model/read/taking.ts';
import { isUnknown, type Unknown } from '../../model/read/unknown.ts';
import type { UnknownList as UnreadList } from '../../model/read/unread.ts';
import type { Resource } from '../../model/resource.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { kept, once } from '../../text/kept.ts';
import { wantedOf } from '../sections/kinds.ts';
import { listedMembership } from '../sections/teams.ts';
import { meeting } from './read.ts';

/** The things of an organization: those that a plan has read already, else those of the service. */
export interface OrganizationThings extends ThingSource {
  /** Reads the things of the organization of a kind for their names. What cannot be read keeps its id. */
  readForNames(kind: ResourceKind): Promise<void>;
  /** Returns everything that was read, before and for this. */
  snapshot(): Snapshot;
  /** The things that were asked for, but for memberships: people are very many. */
  readonly asked: readonly { readonly kind: ResourceKind; readonly things: ReadonlyMap<string, Thing> }[];
  /** The lists that were asked for, and cannot be read. */
  readonly unread: readonly UnreadList[];
  /** The people whom these lists show. */
  readonly met: ReadonlyMap<string, ItemOf<'member'>>;
}

/** Why a list is not known. */
interface Unread extends Unknown {
  readonly list: UnreadList | undefined;
}

const readsAtOnce = 16;

/** Makes a source of things. It reads each list once. Of memberships, it finds those of the people who leave: people are very many. */
export function organizationThings(
  client: Client,
  before: Snapshot,
  leaving: ReadonlySet<string>,
  options: SnapshotOptions,
): OrganizationThings {
  const { organization } = before;
  const reader = createReader({ client, org: organization });
  const parts = new Map(
    Object.entries(before.parts).map(([kind, { lists, unknown }]) => {
      const all = new Map<string, ReadonlyMap<string, ItemOf<ResourceKind>>>([...lists]);
      return [kind as ResourceKind, { lists: all, unknown }] as const;
    }),
  );
  const asked: { kind: ResourceKind; things: ReadonlyMap<string, Thing> }[] = [];
  const unread: UnreadList[] = [];
  const met = new Map<string, ItemOf<'member'>>();
  const inTurn = taking(readsAtOnce);

  async function listOf(
    kind: ResourceKind,
    parent: string,
  ): Promise<ReadonlyMap<string, ItemOf<ResourceKind>> | Unread> {
    const part = kept(parts, kind, () => ({ lists: new Map(), unknown: [] }));
    const { lists, unknown } = part;
    const known = lists.get(parent);
    if (known) return known;
    const failed = unknown.find((one) => one.kind === kind && one.in.id === parent);
    const read = failed ? undefined : await inTurn(() => readPart(kind, parent));
    const [reason = failed] = read?.unknown ?? [];
    if (!read || reason) return { unknown: reason?.reason.message ?? '', list: reason };
    for (const [id, list] of read.lists) lists.set(id, list);
    return read.lists.get(parent) ?? new Map<string, never>();
  }

  function missing(hidden: Unread): Unread {
    if (hidden.list && !unread.includes(hidden.list)) unread.push(hidden.list);
    return hidden;
  }

  async function readPart(kind: ResourceKind, parent: string): Promise<SnapshotPart<ResourceKind>> {
    const wanted = meeting(wantedOf([kind]), met);
    if (parent !== organization)
      return readLists(reader, organization, kind, [parent], { ...wanted[kind], ...options } as object);
    const read = await readSnapshot(reader, organization, wanted, options);
    return (read as Snapshot).parts[kind];
  }

  async function list(resource: Resource, ids: Parameters<ThingSource['list']>[1]) {
    const { kind, parents } = resource;
    const items = await listOf(kind as ResourceKind, ids[parents.at(-1) ?? ''] ?? organization);
    if (isUnknown(items)) return missing(items);
    const things = indexed(resource, ids, asListed(kind, items));
    if (kind !== 'team-member') asked.push({ kind: kind as ResourceKind, things });
    return things;
  }

  const memberships = once(async (): Promise<ReadonlyMap<string, readonly Thing[]> | Unknown> => {
    const teams = await listOf('team', organization);
    if (isUnknown(teams)) return missing(teams);
    const ids = [...teams.keys()];
    const all = await Promise.all(ids.map((team) => listOf('team-member', team)));
    const hidden = all.find((one): one is Unread => isUnknown(one));
    if (hidden) return missing(hidden);
    const found = new Map<string, Thing[]>();
    for (const [at, members] of (all as ReadonlyMap<string, ItemOf<'team-member'>>[]).entries())
      for (const user of leaving) {
        const { team } = members.get(user) ?? {};
        if (!team) continue;
        const own = kept(found, user, () => []);
        own.push({
          ids: { org: organization, team: ids[at] as string, user },
          fields: { role: team?.role ?? null },
        });
      }
    return found;
  });

  return {
    org: organization,
    asked,
    unread,
    met,
    snapshot: () => ({
      organization,
      parts: Object.fromEntries<SnapshotPart<ResourceKind>>(parts) as Snapshot['parts'],
    }),
    async readForNames(kind) {
      await listOf(kind, organization);
    },
    list,
    async one(resource, ids) {
      const things = await list(resource, ids);
      if (isUnknown(things)) return things;
      const { key } = resource;
      return (key === undefined ? [...things.values()][0] : things.get(ids[key] ?? '')) ?? null;
    },
    async teamsOf({ user = '' }) {
      const all = await memberships();
      return isUnknown(all) ? all : (all.get(user) ?? []);
    },
  };
}

/** Returns kept things as the service lists them: memberships are kept without the id of the person, spaces alone. */
function asListed(kind: string, items: ReadonlyMap<string, unknown>): readonly unknown[] {
  if (kind === 'space') return [...items.values()].map((space) => ({ space }));
  if (kind !== 'team-member') return [...items.values()];
  return [...items].map(([user, item]) => listedMembership(user, item as ItemOf<'team-member'>));
}

export function earlierThings({ organization, parts }: Snapshot): EarlierThings {
  return (resource, around) => {
    const kind = resource.kind as ResourceKind;
    const items = parts[kind]?.lists.get(around[resource.parents.at(-1) ?? ''] ?? organization);
    return items && indexed(resource, around, asListed(kind, items));
  };
}
