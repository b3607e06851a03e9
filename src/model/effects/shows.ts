import type { Client } from '../../api/client/client.ts';
import { isEqual } from '../../text/equal.ts';
import { isObject } from '../../text/fields.ts';
import { reasonOf } from '../read/list.ts';
import { createReader } from '../read/reader.ts';
import { isUnknown } from '../read/unknown.ts';
import { resolved } from './effects.ts';
import { type ChangingRequest, chosen, type Fields, settled, type Touch, theMade } from './facts.ts';
import { idsAround } from './kinds.ts';
import { isListed, type ThingReader, thingsFrom } from './thing-reader.ts';
import type { Thing } from './thing-source.ts';
import { resourceNamed, touches } from './things.ts';

/** What the present state says of a request: it is as the request leaves it, or not, or nothing can be read that says it. */
export interface Shown {
  readonly state: 'shows' | 'does-not-show' | 'cannot-tell';
  /** What the service would have answered; absent if it answers nothing. */
  readonly answer?: unknown;
}

interface ReadBackOptions {
  /**
   * Whether also things are read that only a list shows, and such that have another form than the answer of the request.
   */
  readonly lists: boolean;
}

/** Returns whether {@link readBack} can find out something. */
export function canReadBack({ op, input }: ChangingRequest, { lists }: ReadBackOptions): boolean {
  const touched = touches(op, input);
  const [first] = touched;
  const { get } = first ? resourceNamed(first.kind).operations : {};
  const isAlone = (touch: Touch) => !isListed(resourceNamed(touch.kind), touch.ids);
  const hasAnswer = touched.every(isAlone) && (op.result === undefined || op.result === get?.result);
  return (lists || hasAnswer) && canShow(touched);
}

/**
 * Finds out whether a request has been carried out, by reading what it touches. Throws the errors of the client; with `lists`,
 * what cannot be read does not tell.
 */
export async function readBack(
  client: Client,
  request: ChangingRequest,
  options: ReadBackOptions,
): Promise<Shown> {
  const { op, input } = request;
  if (!canReadBack(request, options)) return { state: 'cannot-tell' };
  try {
    return await shows(touches(op, input), createThingReader(client, input.params?.org));
  } catch (error) {
    if (!options.lists || !reasonOf(error)) throw error;
    return { state: 'cannot-tell' };
  }
}

export function createThingReader(client: Client, org: string | undefined): ThingReader {
  return thingsFrom(createReader({ client, org }));
}

/**
 * Reads what a request touches, and compares it with what the request leaves; values that the service chooses are not
 * compared. Throws the errors of the reader.
 */
export async function shows(touched: readonly Touch[], things: ThingReader): Promise<Shown> {
  if (!canShow(touched)) return { state: 'cannot-tell' };
  let answer: unknown;
  let state: Shown['state'] = 'shows';
  for (const [place, touch] of touched.entries())
    for (const one of await resolved(touch, things)) {
      const fields = one.change === 'end' ? undefined : Object.keys(one.sets ?? {});
      const thing = await things.one(one.kind, one.ids, fields);
      if (isUnknown(thing)) return { state: 'cannot-tell' };
      if (place === 0) answer = thing?.item;
      const own = await stateOf(one, thing, things);
      if (own === 'does-not-show') return { state: own };
      if (own === 'cannot-tell') state = own;
    }
  return state === 'shows' ? { state, answer } : { state };
}

/** Returns whether something can be read that shows what was touched. */
function canShow(touched: readonly Touch[]): boolean {
  return touched.length > 0 && touched.every(isReadable);
}

function isReadable({ kind, ids, change, sets = {} }: Touch): boolean {
  const { key, orderedIn, operations } = resourceNamed(kind);
  const hasId = key === undefined || (ids[key] !== undefined && ids[key] !== theMade);
  if (!hasId || change === 'content' || !(operations.get || operations.list)) return false;
  // The service shows the order of the things of a site only.
  if (change === 'place' && typeof orderedIn !== 'string') return Object.keys(sets).length > 0;
  return change !== 'set' || Object.values(sets).some((value) => value !== chosen);
}

async function stateOf(touch: Touch, thing: Thing | null, things: ThingReader): Promise<Shown['state']> {
  const { change, sets = {} } = touch;
  if (change === 'end') return thing === null ? 'shows' : 'does-not-show';
  // A thing that is not there shows no value: it may have gone since.
  if (thing === null) return change === 'make' ? 'does-not-show' : 'cannot-tell';
  const sent = Object.entries(settled(sets, thing.fields)).filter(([, value]) => value !== chosen);
  const shown = sent.map(([field, value]) => [valueIn(thing.fields, field, value), value] as const);
  if (shown.some(([present]) => present === undefined)) return 'cannot-tell';
  // A thing that was made may contain more than was sent.
  const isThere = change === 'make' ? holds : isEqual;
  const isLeft = shown.every(([present, value]) => isThere(present, value));
  const isPlaced = isLeft && (change !== 'place' || (await isInPlace(touch, thing, things)));
  return isPlaced ? 'shows' : 'does-not-show';
}

/** Returns the value of a field; of `source` from `source.url`, too. `undefined` if no answer shows what was sent. */
function valueIn(fields: Fields, field: string, sent: unknown): unknown {
  if (fields[field] !== undefined) return fields[field];
  const names = isObject(sent) ? Object.keys(sent) : [];
  if (names.length === 0 || names.some((name) => !(`${field}.${name}` in fields))) return undefined;
  return Object.fromEntries(names.map((name) => [name, fields[`${field}.${name}`]]));
}

function holds(present: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return (
      Array.isArray(present) &&
      present.length === sent.length &&
      sent.every((value, place) => holds(present[place], value))
    );
  if (!isObject(sent)) return isEqual(present, sent);
  return isObject(present) && Object.entries(sent).every(([name, value]) => holds(present[name], value));
}

/** Returns whether a thing is directly beside its new neighbour, or at the end of its list without any. */
async function isInPlace({ kind, ids, at = {} }: Touch, thing: Thing, things: ThingReader): Promise<boolean> {
  const resource = resourceNamed(kind);
  if (typeof resource.orderedIn !== 'string') return true;
  const all = await things.list(resource, idsAround({ kind, ids }));
  if (isUnknown(all)) return false;
  const beside = all.filter(({ fields }) => isEqual(fields.sectionId, thing.fields.sectionId));
  const order = beside.map((one) => one.ids[resource.key ?? '']);
  const place = order.indexOf(ids[resource.key ?? '']);
  return at.before === undefined && at.after !== undefined
    ? order[place - 1] === at.after
    : order[place + 1] === at.before;
}
