import type { Redactor } from '../../api/redact/redact.ts';
import type { Change } from '../../domain/change.ts';
import type { PersonFacts } from '../../domain/people.ts';
import { type Fields, type Ids, innermostId, type ThingIds, thingKey } from '../../model/effects/facts.ts';
import { isOrder } from '../../model/effects/restoring.ts';
import { listPlace, type StateReader, type ThingReader } from '../../model/effects/thing-reader.ts';
import type { Thing } from '../../model/effects/thing-source.ts';
import { idsAround, resourceNamed } from '../../model/effects/things.ts';
import { titleOf } from '../../model/effects/touches.ts';
import { at, valueAt } from '../../model/fields.ts';
import { askedAtOnce, inParallel } from '../../model/read/in-parallel.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import type { Resource } from '../../model/resource.ts';
import { type ChangedThing, isMadeByRun, type RecordedRequest, tieOf } from './changed-things.ts';
import { type HeldThings, readHeld } from './held.ts';
import { orderNow } from './states-before.ts';

/** What is there now of a thing that a run has changed. */
export interface Present {
  /** `null` if there is no such thing. */
  readonly value?: Fields | null | undefined;
  /** The reason if there is no value. */
  readonly unknown?: string | undefined;
  /** Its name for people; for a tie, that of the thing that it is in. */
  readonly name?: string | undefined;
  /** Whether the thing that a tie is in does not exist. */
  readonly isPlaceGone?: boolean;
  /** What a tie ties to that, or the person that it is. */
  readonly tied?: PersonFacts | undefined;
  /** What would end with it, if the run has made it. */
  readonly held?: HeldThings | undefined;
}

export type PresentThings = ReadonlyMap<string, Present>;

/**
 * Reads what is there of things that a run has changed, and of the ties of those that it has made; with the `requests` of the
 * run, also what is in these.
 */
export async function readPresent(
  reading: StateReader,
  changed: readonly ChangedThing[],
  redactor: Pick<Redactor, 'redactText'>,
  requests: readonly RecordedRequest[] = [],
): Promise<PresentThings> {
  const all = changed.flatMap((thing) => [thing, ...(thing.ties ?? [])]);
  const single = all.filter(({ kind }) => !isOrder(kind));
  reading.expect(single.flatMap((thing) => [thing, ...placeOf(thing)]));
  const found = new Map<string, Present>();
  const present = await inParallel(all, askedAtOnce, (thing) => presentOf(thing, reading, redactor));
  for (const [place, thing] of all.entries()) found.set(thingKey(thing), present[place] as Present);
  const made = (requests.length > 0 ? changed : []).flatMap((thing) => {
    const fields = found.get(thingKey(thing))?.value;
    return isMadeByRun(thing) && fields ? [{ ...thing, fields }] : [];
  });
  for (const [key, held] of await readHeld(made, requests, reading, redactor))
    found.set(key, { ...found.get(key), held });
  return found;
}

async function presentOf(
  thing: ChangedThing,
  things: StateReader,
  redactor: Pick<Redactor, 'redactText'>,
): Promise<Present> {
  const { kind, ids, before, after } = thing;
  const [place] = placeOf(thing);
  const nameOfPlace = async () => place && nameOf(place.kind, await itemOf(things, place), redactor);
  if (isOrder(kind)) return { ...(await orderNow(things, kind, ids)), name: await nameOfPlace() };
  const resource = resourceNamed(kind);
  // What has followed is unknown as a whole where there were too many lists.
  if (resource.key !== undefined && ids[resource.key] === undefined) return { value: null };
  const found = await things.one(kind, ids, [...Object.keys(after ?? before ?? {}), resource.title ?? '']);
  if (place) {
    const name = await nameOfPlace();
    if (isUnknown(found)) return { unknown: found.unknown, name };
    const isPlaceGone = found === null && (await isGone(thing, things));
    const tied = found && resource.idOf !== 'custom-field' ? tiedIn(found, resource) : undefined;
    return { value: found?.fields ?? null, name, isPlaceGone, ...(tied && { tied }) };
  }
  if (isUnknown(found)) return { unknown: found.unknown };
  if (found === null) return { value: null };
  const name = nameOf(kind, found.item, redactor);
  return { value: found.fields, name, ...(kind === 'member' && { tied: tiedIn(found, resource) }) };
}

/** Returns the thing that a tie, or an order, is in. */
function placeOf(thing: ChangedThing): ThingIds[] {
  if (isOrder(thing.kind)) return [{ kind: 'site', ids: thing.ids }];
  const tie = tieOf(thing);
  return tie ? [{ kind: tie.of, ids: idsAround(thing) }] : [];
}

/** Reads a thing for its name only: the plan goes on without it. */
async function itemOf(things: ThingReader, { kind, ids }: ThingIds) {
  const found = await things.one(kind, ids, []).catch(() => null);
  return found && !isUnknown(found) ? found.item : undefined;
}

/** Returns whether the thing that a tie is in does not exist. */
async function isGone({ kind, ids }: ChangedThing, { reader }: StateReader): Promise<boolean> {
  const { list } = resourceNamed(kind).operations;
  if (!list) return false;
  const { around } = listPlace(resourceNamed(kind), ids, reader.org);
  return (await reader.list(list, around)) === null;
}

function nameOf(
  kind: string,
  item: unknown,
  { redactText }: Pick<Redactor, 'redactText'>,
): string | undefined {
  const title = titleOf(resourceNamed(kind), item);
  return title === undefined ? undefined : redactText(title);
}

function tiedIn({ item }: Thing, resource: Resource): PersonFacts {
  const email = valueAt(item, resource.email ?? '');
  return { name: titleOf(resource, item), email: typeof email === 'string' ? email : undefined };
}

/**
 * Returns the keys of what does not exist any more, of what things need which come back: a request that names it fails. What
 * cannot be read is taken as existing.
 */
export async function goneThings(
  reading: StateReader,
  named: readonly ThingIds[],
): Promise<ReadonlySet<string>> {
  const { org } = reading.reader;
  const around = (ids: Ids) => (org === undefined ? ids : { org, ...ids });
  const unique = [...new Map(named.map((one) => [thingKey(one), one])).entries()];
  reading.expect(unique.map(([, one]) => one));
  const found = await Promise.all(unique.map(([, { kind, ids }]) => reading.one(kind, around(ids), [])));
  return new Set(unique.flatMap(([key], place) => (found[place] === null ? [key] : [])));
}

/** Returns the people and teams that a run is about; those who come back to something, as the organization has them. */
export async function peopleOf(
  states: StateReader,
  things: readonly ChangedThing[],
  present: PresentThings,
  returning: readonly ThingIds[],
): Promise<ReadonlyMap<string, PersonFacts>> {
  const people = new Map<string, PersonFacts>();
  for (const thing of things) {
    const { tied } = present.get(thingKey(thing)) ?? {};
    const own = thing.ids.user ?? thing.ids.team;
    if (tied && own !== undefined) people.set(own, tied);
  }
  for (const { kind, ids } of returning) {
    const id = innermostId(ids);
    if ((kind !== 'member' && kind !== 'team') || people.has(id)) continue;
    const found = await states.one(kind, ids);
    if (found && !isUnknown(found)) people.set(id, tiedIn(found, resourceNamed(kind)));
  }
  return people;
}

/** Returns the titles of things by their ids: of what was read, and of the collections that others come from or go to. */
export async function titlesInRun(
  states: StateReader,
  items: readonly unknown[],
  things: readonly ChangedThing[],
  present: PresentThings,
  changes: readonly Change[],
  { redactText }: Pick<Redactor, 'redactText'>,
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const note = (item: unknown, id: unknown = at(item, 'id'), title: unknown = at(item, 'title')) => {
    if (typeof id === 'string' && typeof title === 'string') titles.set(id, redactText(title));
  };
  for (const item of items) note(item);
  const moves = changes.filter(({ kind }) => kind === 'collection');
  const parents = new Set(moves.flatMap(({ before, after }) => [before?.parent, after?.parent]));
  for (const id of parents) {
    const found = typeof id === 'string' ? await states.one('collection', { collection: id }) : null;
    if (found && !isUnknown(found)) note(found.item, id);
  }
  for (const thing of things) {
    const { kind, ids } = thing;
    const tie = tieOf(thing);
    const of = tie?.of ?? kind;
    const name = (tie && present.get(thingKey(thing))?.name) ?? thing.name;
    if (name && (of === 'team' || of === 'collection' || of === 'space'))
      titles.set(ids[resourceNamed(of).key ?? ''] ?? '', name);
  }
  return titles;
}
