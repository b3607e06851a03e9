import type { Redactor } from '../../api/redact/redact.ts';
import { type Effect, effects } from '../../model/effects/effects.ts';
import {
  type ChangingRequest,
  type Reference,
  type Touch,
  theMade,
  thingKey,
} from '../../model/effects/facts.ts';
import { resourceNamed } from '../../model/effects/kinds.ts';
import { loadKinds } from '../../model/effects/load-kinds.ts';
import { references, restoring } from '../../model/effects/nouns.ts';
import {
  finalOf,
  type OrderChange,
  orderChangeOf,
  orderedBy,
  restoringOf,
  touchesBack,
} from '../../model/effects/restoring.ts';
import {
  type ReadOptions,
  type StateReader,
  stateReader,
  type ThingReader,
} from '../../model/effects/thing-reader.ts';
import { titleOf } from '../../model/effects/touches.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown } from '../../model/read/unknown.ts';
import { kept } from '../../text/kept.ts';
import type { State } from '../journal/journal-schema.ts';
import { bulkReads, freshReader, type Session } from '../run/session.ts';
import { withoutSecrets } from './values.ts';

export type RecordingPorts = Pick<
  Session,
  | 'accessRules'
  | 'connectForBulk'
  | 'redactor'
  | 'system'
  | 'place'
  | 'confirmReading'
  | 'readingTime'
  | 'progress'
  | 'out'
>;

export interface ReadingFlags extends Pick<ReadOptions, 'earlier' | 'needsAll'> {
  readonly concurrency?: number | undefined;
  /** Knows what has been read already. @default one that knows nothing */
  readonly reader?: ServiceReader | undefined;
  /** What has read the present values already. */
  readonly states?: StateReader | undefined;
  /** Whether to ask where much would have to be read; else it stays unknown. @default false */
  readonly asks?: boolean;
}

/** What would take more lists of one kind than this is read before a request only if a person wants it. */
const mostLists = 100;

/** A space and what is in it do not come back, and discussion does not either. */
const matters = ({ kind, to, policy }: Reference) =>
  policy !== 'chooses' && to !== 'space' && restoring.has(kind) && finalOf(kind) === undefined;

/** Returns the kinds of what ends with a thing of a kind, and could come back. */
export function kindsEndingWith(kind: string): string[] {
  return references.flatMap((one) =>
    one.to === kind && one.policy === 'ends' && matters(one) ? one.kind : [],
  );
}

/**
 * Reads the present values of everything that requests are going to change, and of what ends with it. Resolves with the
 * values for each request, in their order; `undefined` for a request that only makes something. What would take too many
 * requests is unknown, unless `asks`, and the answer is to read it.
 */
export async function readStatesBefore(
  session: RecordingPorts,
  requests: readonly (ChangingRequest | undefined)[],
  { concurrency, reader, states, asks = false, ...more }: ReadingFlags,
): Promise<(readonly State[] | undefined)[]> {
  const touched: Touch[] = [];
  const places: number[] = [];
  const orders = new Map<string, OrderChange & { readonly place: number }>();
  for (const [place, request] of requests.entries()) {
    for (const touch of request ? touchesBack(request) : []) {
      if (touch.change === 'make') continue;
      const isRead = touch.change === 'end' ? finalOf(touch.kind) === undefined : touch.sets !== undefined;
      if (isRead && hasIds(touch)) {
        touched.push(touch);
        places.push(place);
      }
      const order = orderChangeOf(touch);
      // An order is long, so only the first request that changes it records it.
      if (order && hasIds(order) && !orders.has(thingKey(order)))
        orders.set(thingKey(order), { ...order, place });
    }
  }
  if (touched.length === 0 && orders.size === 0) return requests.map(() => undefined);
  const atOnce = concurrency ?? bulkReads;
  const reading = states ?? stateReader(reader ?? freshReader(session), { atOnce, ...more });
  reading.expect(touched);
  const options = { matters, endsOnly: true, requests: places };
  let found = await effects(touched, reading, { ...options, most: mostLists });
  if (asks && found.some(({ before }) => isUnknown(before) && before.requests)) {
    const { readIfWanted } = await import('./many-readings.ts');
    const read = () => effects(touched, reading, options);
    found = (await readIfWanted(session, found, { states: reading, atOnce }, read)) ?? found;
  }
  const perRequest = new Map<number | undefined, State[]>();
  const add = (place: number | undefined, state: State) => kept(perRequest, place, () => []).push(state);
  for (const effect of found) add(places[effect.of], stateOf(effect, session.redactor));
  for (const { place, kind, ids } of orders.values())
    add(place, { kind, ids, ...(await orderNow(reading, kind, ids)) });
  return requests.map((_, place) => perRequest.get(place));
}

/**
 * Returns what undo would have to read before requests, in the words of
 * `Questions.confirmReading`, if it is so much that it asks.
 */
export async function longReading(
  session: RecordingPorts,
  requests: readonly ChangingRequest[],
  reader: ServiceReader,
): Promise<string | undefined> {
  let wanted: string | undefined;
  const confirmReading = async (asked: string) => {
    wanted = asked;
    return false;
  };
  await readStatesBefore({ ...session, confirmReading }, requests, { reader, asks: true });
  return wanted;
}

function hasIds({ ids }: Pick<Touch, 'ids'>): boolean {
  return Object.values(ids).every((id) => typeof id === 'string' && id !== theMade);
}

function stateOf({ kind, ids, change, before, because, thing }: Effect, redactor: Redactor): State {
  const { tie } = restoringOf(kind);
  const name = tie ? undefined : titleOf(resourceNamed(kind), thing?.item);
  const own: State = {
    kind,
    ids,
    ...(name !== undefined && { name: redactor.redactText(name) }),
    ...(because !== undefined && { follows: change === 'end' ? 'ends' : 'clears' }),
  };
  const { planned } = thing ?? {};
  // Such a list has only a part of each thing.
  if (planned !== undefined && change === 'end' && !tie) return { ...own, unknown: planned };
  if (isUnknown(before)) return { ...own, unknown: `${before.requests ? 'it takes ' : ''}${before.unknown}` };
  const value = before && (tie ? { [tie.field]: before[tie.field] ?? null } : before);
  return {
    ...own,
    value: value && withoutSecrets(value, redactor),
    ...(planned !== undefined && { planned }),
  };
}

/** Reads the order of a list; `null` if what it is in does not exist. */
export async function orderNow(
  things: ThingReader,
  kind: string,
  ids: OrderChange['ids'],
): Promise<Pick<State, 'value' | 'unknown'>> {
  const resource = resourceNamed(orderedBy(kind));
  const all = await things.list(resource, ids);
  if (isUnknown(all)) return { unknown: all.unknown };
  if (all.length === 0) {
    await loadKinds(new Set(['site']));
    if ((await things.one('site', ids, [])) === null) return { value: null };
  }
  const groups: Record<string, string[]> = {};
  for (const { ids: own, fields } of all) {
    const group = String(fields.sectionId ?? '');
    groups[group] = [...(groups[group] ?? []), own[resource.key ?? ''] ?? ''];
  }
  return { value: groups };
}
