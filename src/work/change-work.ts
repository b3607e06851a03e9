import type { Client } from '../api/client/client.ts';
import type { AnyInput } from '../api/client/request.ts';
import { type Change, isFollowed, isPart, mapMade } from '../domain/change.ts';
import { membershipsOf, withMemberships } from '../domain/memberships/changes.ts';
import { OutOfDate } from '../errors.ts';
import { sequenceKeysOf } from '../model/effects/conflicts.ts';
import type { Made } from '../model/effects/facts.ts';
import { touches } from '../model/effects/things.ts';
import { operationOf } from '../model/operations.ts';
import type { Drift } from './changed-since.ts';
import { createLastMoment } from './guards/last-moment.ts';
import { administrator } from './guards/lowering.ts';
import type { State } from './journal/journal-schema.ts';
import { journaledClient, type Recording } from './journal/journaled-client.ts';
import { idFrom, knownIds, madeBefore } from './journal/made-ids.ts';
import { assertNotMade, findMade, namedIds } from './made.ts';
import { inDoubt, type Run } from './run/run.ts';
import type { Session } from './run/session.ts';
import { type Pause, Unchanged, type Work } from './run/supervise.ts';

export interface ChangeWorkOptions {
  /** What changes are called, where people have pseudonyms. @default as they are */
  readonly shown?: readonly Change[] | undefined;
  /** How a request is recorded. @default with the values of its change */
  readonly recording?: ((place: number) => Recording) | undefined;
  /** How the things of changes have changed since an earlier process has begun the run, by the index of the change. */
  readonly since?: ReadonlyMap<number, Drift> | undefined;
  /** Whether each list is read again before something is made in it that a name identifies. */
  readonly looksFirst?: boolean | undefined;
  /** Puts the texts of files in the places of references to them. */
  readonly withTexts?: <Value>(value: Value) => Value;
}

/**
 * Turns the requests of changes into work, in their order. A change is left out if a change that it requires is not
 * done. For a change that an earlier process has begun, it first reads what is left to do.
 */
export async function changeWork(
  { names, redactor }: Session,
  changes: readonly Change[],
  run: Run,
  {
    shown = changes,
    recording: recorded,
    since,
    looksFirst,
    withTexts = (value) => value,
  }: ChangeWorkOptions = {},
): Promise<Work[]> {
  const recording = changes.some(makes) ? await import('./undo/recording.ts') : undefined;
  const made = madeBefore(run, changes);
  const named = namedIds(changes);
  const idOf = (one: Made): unknown => idFrom(made, one);
  const lastMoment = createLastMoment(administratorsIn(changes), inDoubt(run, changes.length));

  const known = () => knownIds(named, made);
  const withIds = (change: Change): Change => ({
    ...change,
    ref: mapMade(change.ref, idOf) as Change['ref'],
    input: mapMade(change.input, idOf) as Change['input'],
  });

  async function send(
    change: Change,
    place: number,
    client: Client,
    pause: Pause,
  ): Promise<string | undefined> {
    // Only a change that requires others refers to things that they make.
    const ready = change.requires.length === 0 ? change : withIds(change);
    const isBegun = run.history(place) !== undefined;
    const then = since?.get(place);
    if (then?.isGone && !isBegun) throw new Unchanged();
    const left = await restOf(client, ready, isBegun, known);
    const remaining = left && then ? withoutConflicts(left, then) : left;
    if (looksFirst && change.isUnique && !isBegun) await assertNotMade(client, ready, known());
    if (remaining) made.set(place, await sendRemaining(remaining, place, client, pause));
    if (then && then.conflicts.length > 0) throw conflictError(then);
    return idOf({ $change: place }) as string | undefined;
  }

  async function sendRemaining(
    { change, users, find }: RemainingChange,
    place: number,
    client: Client,
    pause: Pause,
  ): Promise<unknown> {
    const op = operationOf(change.operation);
    const input = withTexts(change.input) as AnyInput;
    const { kind, ref, before: value } = change;
    const before: State[] = [{ kind, ids: ref as State['ids'], value }];
    const own: Recording = recorded?.(place) ?? {
      left: async (_, __, answer) =>
        makes(change) ? recording?.statesLeft({ op, input }, answer, before, redactor) : undefined,
    };
    const sent = names.asIds(input);
    const task = { index: place, pause, lastMoment, isFollowed: () => isFollowed(changes, place) };
    const journaled = journaledClient(client, run, task, {
      ...own,
      intent: async (op, input) => ({ ...(await own.intent?.(op, input)), users }),
      ...(find && { find }),
      readsLists: true,
    });
    return journaled.call(op, sent);
  }

  const work: Work[] = [];
  for (const [place, change] of changes.entries()) {
    work.push({
      name: shown[place]?.name ?? '',
      keys: sequenceKeysOf(touches(operationOf(change.operation), change.input as AnyInput)),
      requires: change.requires.map((required) => work[required] as Work),
      run: (client, pause) => send(change, place, client, pause),
    });
  }
  return work;
}

/** Returns the people whom changes know as administrators. A change of another user since then is a conflict. */
function administratorsIn(changes: readonly Change[]): string[] {
  return changes.flatMap(({ kind, ref, before }) =>
    kind === 'member' && before?.role === administrator ? String(ref.user) : [],
  );
}

function conflictError({ conflicts }: Drift): OutOfDate {
  const names = conflicts.filter((name) => name !== '');
  return new OutOfDate(
    ['changed by another user since the run began', names.join(', ')].filter(Boolean).join(': '),
  );
}

interface RemainingChange {
  readonly change: Change;
  /** The people whose memberships are left, if they are not all people of the change. */
  readonly users?: readonly string[] | undefined;
  /** Finds the thing that a request without an outcome may have made. */
  find?(): Promise<unknown>;
}

/**
 * Returns what is left to do of a change, whose ids are known; `undefined` if nothing is. If an earlier process has begun
 * it, this reads the members of its team, and leaves out the memberships that are as wanted. `known` returns the ids of
 * things that the change has not made.
 */
async function restOf(
  client: Client,
  change: Change,
  isBegun: boolean,
  known: () => ReadonlySet<string>,
): Promise<RemainingChange | undefined> {
  if (!isBegun) return { change };
  if (change.isUnique) return { change, find: () => findMade(client, change, known()) };
  if (change.kind !== 'team-members') return { change };
  const { touchesToDo } = await import('./verify-changes.ts');
  const { createThingReader } = await import('../model/effects/shows.ts');
  const toDo = await touchesToDo(change, createThingReader(client, String(change.ref.org)));
  const left = new Set(toDo.map(({ ids }) => ids.user));
  return forPeople({ change }, (user) => left.has(user));
}

/** Leaves out what another user has changed; `undefined` if nothing else is left. */
function withoutConflicts(
  remaining: RemainingChange,
  { conflicts, users }: Drift,
): RemainingChange | undefined {
  if (conflicts.length === 0) return remaining;
  return users.size === 0 ? undefined : forPeople(remaining, (user) => !users.has(user));
}

/** Leaves out the memberships of the others; `undefined` if nothing is left. */
function forPeople(
  remaining: RemainingChange,
  isLeft: (user: string) => boolean,
): RemainingChange | undefined {
  const all = membershipsOf(remaining.change);
  const left = all.filter(({ user }) => isLeft(user));
  if (left.length === 0) return undefined;
  if (left.length === all.length) return remaining;
  return {
    ...remaining,
    change: withMemberships(remaining.change, left),
    users: left.map(({ user }) => user),
  };
}

/** Returns whether a change makes a thing, or a part of one: only the answer tells what it leaves. */
function makes(change: Change): boolean {
  return change.before === null || isPart(change);
}
