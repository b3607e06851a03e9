import { paramNames } from '../../api/client/request.ts';
import { asId } from '../../api/contract/ids.ts';
import type { ListOperation } from '../../api/contract/operation.ts';
import { type PersonFacts, personName } from '../../domain/people.ts';
import { titleOf } from '../../model/effects/touches.ts';
import { valueAt } from '../../model/fields.ts';
import { orUnknown } from '../../model/read/unknown.ts';
import { labelFor, type Resource, shownKind } from '../../model/resource.ts';
import { listedAs } from '../../model/resources.ts';
import { titledId } from '../../text/called.ts';
import { groupBy } from '../../text/group-by.ts';
import type { GuardReads } from './guard-reads.ts';
import type { ProviderLosses } from './judge.ts';
import type { Ended } from './requests.ts';
import { enoughFor, type LossGroup } from './rules.ts';

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
  for (const things of byList(counted))
    groups.push(await judgeList(known, things), ...(await membershipsIn(known, things)));
  return groups;
}

export async function lostProviders(known: GuardReads, ended: readonly Ended[]): Promise<ProviderLosses[]> {
  const losses: ProviderLosses[] = [];
  for (const things of byList(ended.filter(({ resource }) => resource.kind === 'saml'))) {
    const [{ params }] = things;
    const org = params.org ?? '';
    const all = await known.readable(`the sign-on providers of ${org}`, [], () =>
      readList(known, things, Number.POSITIVE_INFINITY),
    );
    const titles = new Map(
      things.flatMap((one) => {
        const item = knownThing(known, one);
        return item === undefined ? [] : [[one.id, titleOf(one.resource, item) || one.id]];
      }),
    );
    if (all !== undefined) losses.push({ org, titles: [...titles.values()], all });
  }
  return losses;
}

/** Returns the memberships that end with teams; they count only for the total. */
async function membershipsIn(known: GuardReads, things: EndedInList): Promise<LossGroup[]> {
  const [first] = things;
  if (!isTeam(first)) return [];
  const teams = new Map(things.map((one) => [asId<'team'>(one.id), one]));
  // Of several teams, the whole list was read.
  if (teams.size === 1 && !known.teams.has(asId<'team'>(first.id)))
    await orUnknown(readThing(known, first), known.inBulk ? [403, 404] : [403]);
  const counts = [...teams].map(
    ([id, one]) =>
      known.teams.get(id)?.present.size ?? Number(valueAt(knownThing(known, one), 'members') ?? 0),
  );
  const lost = counts.reduce((sum, count) => sum + count, 0);
  const words = { act: 'end', word: 'membership', words: 'memberships' };
  return lost === 0 ? [] : [{ ...words, where: '', lost, names: [], total: undefined }];
}

function isTeam({ resource }: Ended): boolean {
  return resource.kind === 'team';
}

type EndedInList = readonly [Ended, ...Ended[]];

export function byList(ended: readonly Ended[]): EndedInList[] {
  return [
    ...groupBy(ended, ({ resource, params }) => JSON.stringify([shownKind(resource), params])).values(),
  ];
}

async function judgeList(known: GuardReads, things: EndedInList): Promise<LossGroup> {
  const [{ ending, resource, params }] = things;
  const ids = new Set(things.map(({ id }) => id));
  const { one: word, several: words } = resource;
  const enough = enoughFor(ids.size, known.limits.maxRemovals);
  // A single thing is read by itself.
  const isNamed = known.asks && !known.single;
  const isWhole = isTeam(things[0]) && ids.size > 1;
  const total =
    enough === undefined && !isNamed && !isWhole
      ? undefined
      : await known.readable(`the list of ${words}`, ['maxRemovals'], () =>
          readList(
            known,
            things,
            isWhole ? Number.POSITIVE_INFINITY : Math.max(enough ?? 0, isNamed ? mostNamed : 0),
          ),
        );
  // It may be missing in the list already.
  const left = new Map(things.flatMap((one) => (one.mayBeDone ? [] : [[one.id, one]])));
  const names = [...left].map(([id, one]) => thingName(resource, id, knownThing(known, one)));
  return { act: ending.act, word, words, where: whereOf(params), lost: left.size, names, total };
}

/** Reads a list up to `most` items, and stores the things that end. Resolves with the number of items. */
async function readList(known: GuardReads, things: EndedInList, most: number): Promise<number | undefined> {
  const [{ resource, params }] = things;
  const { operations, id: idPath = 'id' } = await listedAs(resource);
  const list = operations.list as ListOperation | undefined;
  if (!list) return undefined;
  const ending = new Map(things.map((one) => [one.id, endedKey(one)]));
  let total = 0;
  const ids = listParams(known, list, params);
  const { reader } = known;
  const pages = Number.isFinite(most)
    ? reader.pages(list, ids, { limit: most })
    : [await reader.needList(list, ids)];
  for await (const page of pages) {
    total += page.length;
    for (const item of page) {
      const key = ending.get(String(valueAt(item, idPath)));
      if (key !== undefined) known.things.set(key, item);
    }
  }
  return total;
}

function endedKey({ resource, params, id }: Ended): string {
  return JSON.stringify([shownKind(resource), params, id]);
}

/** Returns a thing that ends as the service has shown it; `undefined` if it was not read. */
export function knownThing({ things }: GuardReads, ended: Ended): unknown {
  return things.get(endedKey(ended));
}

/**
 * Resolves with a thing that ends, by itself or from its list; `undefined` if the list does not have it. Throws if it does not
 * exist (404). What was read before is not read again.
 */
export async function readThing(known: GuardReads, ended: Ended): Promise<unknown> {
  const { get } = ended.resource.operations;
  if (knownThing(known, ended) === undefined) {
    if (get) known.things.set(endedKey(ended), await known.reader.need(get, ended.input.params ?? {}));
    else await readList(known, [ended], Number.POSITIVE_INFINITY);
  }
  return knownThing(known, ended);
}

/** Returns the title of a thing that ends, if the guards have read it. */
export function endedTitle(known: GuardReads, ended: Ended): string | undefined {
  const { resource, id, params } = ended;
  const item = knownThing(known, ended);
  return item === undefined
    ? known.members.get(params.org ?? '')?.get(asId<'user'>(id))?.name
    : titleOf(resource, item) || undefined;
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

const longestTitle = 60;

/** Names a thing: `"Docs" (team_docs)`; for people `Uma Thurgood (user_uma)`; only the id if no title is known. */
export function thingName(resource: Resource, id: string, item: unknown): string {
  const title = titleOf(resource, item);
  if (!title || title === id) return id;
  const short = title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title;
  return resource.email ? `${short} (${id})` : titledId(id, short);
}

/**
 * Names a thing with its noun and the thing that it is taken from: `team "Docs" (team_docs)`, `Uma Thurgood (user_uma)
 * from org_acme`.
 */
export function labelOf(
  ended: Ended,
  item: unknown,
  person: (id: string, person: PersonFacts) => string = personName,
): string {
  const { resource, id } = ended;
  const [label, from] = [labelFor(resource), fromOf(ended)];
  if (!resource.email) return `${label} ${thingName(resource, id, item)}${from}`;
  const [name, email] = [titleOf(resource, item), valueAt(item, resource.email)];
  if (!name) return `${label} ${id}${from}`;
  return `${person(id, { name, email: typeof email === 'string' ? email : undefined })}${from}`;
}

/** Returns the thing from which another one is taken, in words that follow its name: ` from team team_docs`. */
export function fromOf({ ending, params }: Pick<Ended, 'ending' | 'params'>): string {
  return (ending.from ?? '').replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
