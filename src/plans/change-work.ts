import type { Client } from '../api/client/client.ts';
import type { AnyInput } from '../api/client/request.ts';
import { type Change, isFollowed, isPart, mapMade } from '../domain/change.ts';
import { OutOfDate } from '../errors.ts';
import { sequenceKeysOf } from '../model/effects/conflicts.ts';
import { touches } from '../model/effects/touches.ts';
import { at } from '../model/fields.ts';
import type { Made } from '../model/undo/facts.ts';
import { madeId, type PieceState } from '../runs/journal.ts';
import { journaledClient, type Recording } from '../runs/journaled-client.ts';
import type { Run } from '../runs/run.ts';
import type { Session } from '../runs/session.ts';
import { type Pause, Unchanged, type Work } from '../runs/supervise.ts';
import { type Rest, restOf, type Since, withoutConflicts } from './begun-changes.ts';
import { assertNotMade, namedIds } from './find-made.ts';
import { operationOf } from './operations.ts';

export interface ChangeWorkOptions {
  /** How a request is recorded. @default with the values of its change */
  readonly recording?: ((place: number) => Recording) | undefined;
  /** How the things of changes have changed since an earlier process has begun the run, by the index of the change. */
  readonly since?: ReadonlyMap<number, Since> | undefined;
  /** Whether each list is read again before something is made in it that a name identifies. */
  readonly looksFirst?: true | undefined;
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
  { recording: recorded, since, looksFirst, withTexts = (value) => value }: ChangeWorkOptions = {},
): Promise<Work[]> {
  const recording = changes.some(makes) ? await import('./undo/recording.ts') : undefined;
  const made = madeBefore(run, changes);
  const named = namedIds(changes);
  const idOf = (one: Made): unknown => idFrom(made, one);

  /** Returns the ids of things that no request without an outcome can have made. */
  function known(): ReadonlySet<string> {
    const ids = [...made.keys()].map(($change) => String(idOf({ $change })));
    return new Set([...named, ...ids]);
  }

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
    const rest = left && then ? withoutConflicts(left, then) : left;
    if (looksFirst && change.isUnique && !isBegun) await assertNotMade(client, ready, known());
    if (rest) made.set(place, await sendRest(rest, place, client, pause));
    if (then && then.conflicts.length > 0) throw conflictError(then);
    return idOf({ $change: place }) as string | undefined;
  }

  async function sendRest(
    { change, users, find }: Rest,
    place: number,
    client: Client,
    pause: Pause,
  ): Promise<unknown> {
    const op = operationOf(change.operation);
    const input = withTexts(change.input) as AnyInput;
    const { kind, ref, before: value } = change;
    const before: PieceState[] = [{ kind, ids: ref as PieceState['ids'], value }];
    const own: Recording = recorded?.(place) ?? {
      left: (_, __, answer) =>
        makes(change) ? recording?.left({ op, input }, answer, before, redactor) : undefined,
    };
    const sent = names.asIds(input);
    const task = { index: place, pause, isFollowed: () => isFollowed(changes, place) };
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
      name: change.name,
      keys: sequenceKeysOf(touches(operationOf(change.operation), change.input as AnyInput)),
      requires: change.requires.map((required) => work[required] as Work),
      leftOut: leftOut[change.kind] ?? 'an earlier change that it needs has failed',
      run: (client, pause) => send(change, place, client, pause),
    });
  }
  return work;
}

function conflictError({ conflicts }: Since): OutOfDate {
  const names = conflicts.filter((name) => name !== '');
  return new OutOfDate(
    ['changed by somebody else since the run began', names.join(', ')].filter(Boolean).join(': '),
  );
}

/** Returns what each change has made before, by its index, from the journal. */
export function madeBefore(run: Run, changes: readonly Change[]): Map<number, unknown> {
  const made = new Map<number, unknown>();
  for (const place of changes.keys()) {
    const history = run.history(place);
    const id = history && madeId(history);
    const [own] = history?.attempts.at(-1)?.after ?? [];
    if (id !== undefined) made.set(place, { ...own?.value, id });
  }
  return made;
}

/** Returns the id that a reference means; `undefined` if the thing is not made yet. */
export function idFrom(made: ReadonlyMap<number, unknown>, { $change, at: path = 'id' }: Made): unknown {
  return at(made.get($change), ...path.split('.'));
}

const leftOut: Readonly<Record<string, string>> = {
  'team-members': 'an earlier request for the same team has failed',
  member: 'an earlier request that it needs has failed',
};

/** Tells whether a change makes a thing, or a part of one: only the answer tells what it leaves. */
function makes(change: Change): boolean {
  return change.before === null || isPart(change);
}
