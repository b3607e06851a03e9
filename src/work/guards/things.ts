import { paramNames } from '../../api/client/request.ts';
import { asId } from '../../api/contract/ids.ts';
import type { ListOperation } from '../../api/contract/operation.ts';
import { isUnknown, orUnknown } from '../../model/read/unknown.ts';
import { shownKind } from '../../model/resource.ts';
import { listedAs } from '../../model/resources.ts';
import { groupBy } from '../../text/group-by.ts';
import { type GuardReads, listedKey } from './guard-reads.ts';
import type { ProviderLosses } from './judge.ts';
import { enoughFor, type LossGroup } from './mass.ts';
import { readAt, thingName, titleOf } from './names.ts';
import type { Ended } from './requests.ts';

/** The kinds that the guards for people and teams check. */
const ofPeople = new Set(['member', 'team-member']);

/** The largest number of things whose names are read for a question. */
const mostNamed = 1000;

/** Counts for each list the things that end, and all things. The roles of a team that ends are not counted beside it. */
export async function lostThings(known: GuardReads, ended: readonly Ended[]): Promise<LossGroup[]> {
  const groups: LossGroup[] = [];
  const teams = new Set(ended.filter(isTeam).map(({ id }) => id));
  const counted = ended.filter(
    ({ resource, id }) => !ofPeople.has(resource.kind) && !(resource.idOf === 'team' && teams.has(id)),
  );
  for (const [key, things] of byList(counted))
    groups.push(await judgeList(known, key, things), ...(await membershipsIn(known, key, things)));
  return groups;
}

/** Returns the sign-on providers that end, for each organization. */
export async function lostProviders(known: GuardReads, ended: readonly Ended[]): Promise<ProviderLosses[]> {
  const losses: ProviderLosses[] = [];
  for (const [key, things] of byList(ended.filter(({ resource }) => resource.kind === 'saml'))) {
    const org = things[0]?.params.org ?? '';
    const all = await known.readable(`the sign-on providers of ${org}`, [], () =>
      readList(known, key, things, Number.POSITIVE_INFINITY),
    );
    const titles = [...new Set(things.map(({ id }) => id))].flatMap((id) => {
      const item = known.things.get(listedKey(key, id));
      return item === undefined ? [] : [titleOf((things[0] as Ended).resource, item) ?? id];
    });
    if (all !== undefined) losses.push({ org, titles, all });
  }
  return losses;
}

/** Returns the memberships that end with teams; they count only for the total. */
async function membershipsIn(known: GuardReads, key: string, things: readonly Ended[]): Promise<LossGroup[]> {
  const [first] = things;
  if (!first || !isTeam(first)) return [];
  const ids = [...new Set(things.map(({ id }) => asId<'team'>(id)))];
  // Of several teams, the whole list was read.
  if (ids.length === 1 && !known.teams.has(asId<'team'>(first.id))) await readShown(known, key, first);
  const counts = ids.map(
    (id) =>
      known.teams.get(id)?.present.size ??
      Number(readAt(known.things.get(listedKey(key, id)), 'members') ?? 0),
  );
  const lost = counts.reduce((sum, count) => sum + count, 0);
  const words = { act: 'end', word: 'membership', words: 'memberships' };
  return lost === 0 ? [] : [{ ...words, where: '', lost, names: [], total: undefined }];
}

function isTeam({ resource }: Ended): boolean {
  return resource.kind === 'team';
}

/** Stores one thing as the service shows it; `null` if the token may not read it, or a row reports that it is gone. */
async function readShown(
  { reader, things, inBulk }: GuardReads,
  key: string,
  { resource, input, id }: Ended,
): Promise<void> {
  const { get } = resource.operations;
  if (!get || things.has(listedKey(key, id))) return;
  const shown = await orUnknown(reader.need(get, input.params ?? {}), inBulk ? [403, 404] : [403]);
  things.set(listedKey(key, id), isUnknown(shown) ? null : shown);
}

/** Groups things by their list. */
export function byList(ended: readonly Ended[]): Map<string, Ended[]> {
  return groupBy(ended, listKey);
}

/** Returns the key of the list that contains a thing. */
export function listKey({ resource, params }: Ended): string {
  return JSON.stringify([shownKind(resource), params]);
}

async function judgeList(known: GuardReads, key: string, things: readonly Ended[]): Promise<LossGroup> {
  const [{ ending, resource, params }] = things as readonly [Ended];
  const ids = new Set(things.map(({ id }) => id));
  const { one: word, several: words } = resource;
  const enough = enoughFor(ids.size, known.limits.maxRemovals);
  // A single thing is read by itself.
  const isNamed = known.asks && !known.single;
  const isWhole = isTeam(things[0] as Ended) && ids.size > 1;
  const total =
    enough === undefined && !isNamed && !isWhole
      ? undefined
      : await known.readable(`the list of ${words}`, ['maxRemovals'], () =>
          readList(
            known,
            key,
            things,
            isWhole ? Number.POSITIVE_INFINITY : Math.max(enough ?? 0, isNamed ? mostNamed : 0),
          ),
        );
  // It may be missing in the list already.
  const left = new Set(things.flatMap(({ id, mayBeDone }) => (mayBeDone ? [] : id)));
  const names = [...left].map((id) => thingName(resource, id, known.things.get(listedKey(key, id))));
  return { act: ending.act, word, words, where: whereOf(params), lost: left.size, names, total };
}

/** Reads a list up to `most` items, and stores the things that end. Resolves with the number of items. */
async function readList(
  known: GuardReads,
  key: string,
  things: readonly Ended[],
  most: number,
): Promise<number | undefined> {
  const [{ resource, params }] = things as readonly [Ended];
  const { operations, id: idPath = 'id' } = await listedAs(resource);
  const list = operations.list as ListOperation | undefined;
  if (!list) return undefined;
  const ending = new Set(things.map(({ id }) => id));
  let total = 0;
  const ids = listParams(known, list, params);
  const { reader } = known;
  const pages = Number.isFinite(most)
    ? reader.pages(list, ids, { limit: most })
    : [await reader.needList(list, ids)];
  for await (const page of pages) {
    total += page.length;
    for (const item of page) {
      const id = String(readAt(item, idPath));
      if (ending.has(id)) known.things.set(listedKey(key, id), item);
    }
  }
  return total;
}

/** Resolves with a thing from its list; `undefined` if the list does not have it. */
export async function readThing(known: GuardReads, ended: Ended): Promise<unknown> {
  const key = listKey(ended);
  await readList(known, key, [ended], Number.POSITIVE_INFINITY);
  return known.things.get(listedKey(key, ended.id));
}

/** Returns the title of a thing that ends, if the guards have read it. */
export function endedTitle({ things, members }: GuardReads, ended: Ended): string | undefined {
  const { resource, id, params } = ended;
  const item = things.get(listedKey(listKey(ended), id));
  return item === undefined
    ? members.get(params.org ?? '')?.get(asId<'user'>(id))?.name
    : titleOf(resource, item);
}

/** Returns the path parameters of a list: from the path of its things, else the organization of the command line. */
function listParams({ session }: GuardReads, list: ListOperation, params: Ended['params']) {
  return Object.fromEntries(
    paramNames(list.path).map((name) => [name, params[name] ?? (name === 'org' ? session.scope.org() : '')]),
  );
}

/** Returns the innermost parent of the things, in words: ` of site_docs`. */
function whereOf(params: Ended['params']): string {
  const inner = Object.values(params).at(-1);
  return inner === undefined ? '' : ` of ${inner}`;
}
