import type { Client } from '../api/client/client.ts';
import { StillUnknown } from '../api/client/errors.ts';
import type { AnyInput } from '../api/contract/operation.ts';
import { type Change, isMade, madeIn } from '../domain/change.ts';
import { OutOfDate } from '../errors.ts';
import type { ChangingRequest } from '../model/effects/facts.ts';
import { hasName, listed, listedName, type Making, makingBy, searchFor } from '../model/effects/making.ts';
import { fieldSource, valueAt } from '../model/fields.ts';
import { operationOf } from '../model/operations.ts';
import { inParallel } from '../model/read/in-parallel.ts';
import { type Listed, reasonOf } from '../model/read/list.ts';
import { createReader, type ServiceReader } from '../model/read/reader.ts';
import { isUnknown, orUnknown } from '../model/read/unknown.ts';
import { isEqual } from '../text/equal.ts';
import { shortened } from '../text/shortened.ts';
import { knownIds, madeBefore, withMadeIds } from './journal/made-ids.ts';
import { doneBefore, mayBeDone } from './run/execute.ts';
import type { Run } from './run/run.ts';
import type { Session } from './run/session.ts';

/** Returns the ids of things that changes name: what has another id is none of them. */
export function namedIds(changes: readonly Change[]): Set<string> {
  return new Set(changes.flatMap(({ ref }) => Object.values(ref).filter((id) => typeof id === 'string')));
}

function makingOf({ operation, input }: Pick<Change, 'operation' | 'input'>): Making | undefined {
  return makingBy({ op: operationOf(operation), input: input as AnyInput });
}

/**
 * Returns the things that a request without an outcome may have made: those of its list that have all values of the request, and
 * none of the ids in `known`. Throws what the service answers where the list cannot be read.
 */
export async function thingsLike(
  reader: ServiceReader,
  request: ChangingRequest,
  known: ReadonlySet<string>,
): Promise<Listed[]> {
  const making = makingBy(request);
  if (!making) return [];
  return likeIn(making, await listed(reader, making, searchFor(making)), known);
}

function likeIn(making: Making, all: readonly Listed[], known: ReadonlySet<string>): Listed[] {
  return all.filter(({ id, item }) => !known.has(id) && hasValues(making, item));
}

/**
 * Finds the thing that a request without an outcome may have made: the one thing of its list that has all values of the
 * request, and none of the ids in `known`. Resolves with `undefined` if there is none. Throws `StillUnknown` if several
 * things have them, or if one has the name alone: before the request, none had it.
 */
export async function findMade(client: Client, change: Change, known: ReadonlySet<string>): Promise<unknown> {
  const op = operationOf(change.operation);
  const making = makingBy({ op, input: change.input as AnyInput });
  if (!making) return undefined;
  const all = await listed(createReader({ client }), making, searchFor(making));
  const [found, second] = likeIn(making, all, known);
  const [changed] = found ? [] : othersCalled(making, all, known);
  if (second || changed !== undefined) {
    const problem =
      changed === undefined
        ? 'which of several equal things the earlier request has made'
        : `whether the earlier request has made ${changed}, which has other values now`;
    throw new StillUnknown(`it is not known ${problem}`, {
      request: { method: op.method, url: op.path },
      hint: { code: 'repeat-by-hand', data: {} },
    });
  }
  return found?.item;
}

/**
 * Throws `OutOfDate` if the service has a thing of the name that a request gives, which is none of `known`: other people may
 * have made it since. Only for kinds that a title identifies; the service refuses two of the others itself.
 */
export async function assertNotMade(
  client: Client,
  change: Change,
  known: ReadonlySet<string>,
): Promise<void> {
  const making = makingOf(change);
  const { title, naturalKey = [] } = making?.resource ?? {};
  if (!making || title === undefined || !naturalKey.includes(title)) return;
  const [other] = othersCalled(
    making,
    await listed(createReader({ client }), making, searchFor(making)),
    known,
  );
  if (other !== undefined) throw new OutOfDate(`${other} was made by another user`);
}

/**
 * Makes sure that nothing is made twice by a resumption: reads the lists of all things that the run has not made yet.
 * Throws `OutOfDate` if one of them is there by now, made by another user.
 */
export async function assertNotMadeSince(
  { api }: Pick<Session, 'api'>,
  run: Run,
  changes: readonly Change[],
): Promise<void> {
  const open = [...changes.entries()].filter(
    ([place, { isUnique }]) => isUnique && !doneBefore(run, place) && !mayBeDone(run, place),
  );
  if (open.length === 0) return;
  const made = madeBefore(run, changes);
  const known = knownIds(namedIds(changes), made);
  const reader = createReader({ client: api });
  const found: string[] = [];
  for (const [, { operation, input: planned }] of open) {
    const input = withMadeIds(planned, made);
    const making = makingOf({ operation, input });
    // What is in a thing that is not made yet is not there either.
    if (!making || madeIn(input).length > 0) continue;
    // The thing around a list may be gone.
    const there = await orUnknown(listed(reader, making));
    if (!isUnknown(there)) found.push(...othersCalled(making, there, known));
  }
  if (found.length === 0) return;
  throw new OutOfDate(
    `run ${run.id} cannot be resumed: another user has made what it was to make; nothing was sent`,
    { details: shortened(found), hint: { code: 'start-rest', data: {} } },
  );
}

/**
 * Marks the changes that make a thing of which nothing there has the name or the values: a later process can then find it
 * by them, if the request has no outcome. Reads each list once, `atOnce` lists at a time; a list that cannot be read marks
 * nothing.
 */
export async function withUnique(
  reader: ServiceReader,
  changes: readonly Change[],
  atOnce: number,
): Promise<Change[]> {
  return inParallel(changes, atOnce, async (change) => {
    const making = makingOf(change);
    if (!making) return change;
    // Nothing is there in a thing that is not made yet.
    if (madeIn(change.input.params).length > 0) return { ...change, isUnique: true };
    const there = await listed(reader, making).catch((error: unknown) => void reasonOf(error));
    const isTaken =
      !there || there.some(({ item }) => hasName(making, item) === true || hasValues(making, item));
    return isTaken ? change : { ...change, isUnique: true };
  });
}

/** Names the things of a list that have the natural key of what is made, but for those that are known. */
function othersCalled(making: Making, all: readonly Listed[], known: ReadonlySet<string>): string[] {
  const others = all.filter(({ id, item }) => !known.has(id) && hasName(making, item) === true);
  return others.map((one) => listedName(making, one));
}

/** Returns whether a thing has the sent values, as far as the service shows them, and the same natural key. */
function hasValues(making: Making, item: unknown): boolean {
  const isSent = Object.entries(making.sent).every(([field, value]) => {
    const source = fieldSource(making.resource, field);
    if (isMade(value) || !('from' in source) || 'is' in source || source.from === 'order') return true;
    const shown = valueAt(item, source.from);
    return shown === undefined || isEqual(shown, value);
  });
  return isSent && hasName(making, item) !== false;
}
