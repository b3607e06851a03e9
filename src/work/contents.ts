import { createHash } from 'node:crypto';
import type { AnyInput } from '../api/contract/operation.ts';
import type { Change } from '../domain/change.ts';
import { type Effect, endings, isShownAlong } from '../model/effects/effects.ts';
import { type Fields, innermostId, type Touch, thingKey } from '../model/effects/facts.ts';
import { type ThingReader, thingsFrom } from '../model/effects/thing-reader.ts';
import { resourceNamed, touches } from '../model/effects/things.ts';
import { operationOf } from '../model/operations.ts';
import type { Reader } from '../model/read/reader.ts';
import { isUnknown } from '../model/read/unknown.ts';
import { kept } from '../text/kept.ts';
import { doneBefore } from './run/execute.ts';
import type { Run } from './run/run.ts';
import { isOnlyShown } from './undo/drift.ts';

/** So many lists of a kind are read to find what ends with something. */
export const mostLists = 1000;

/** An effect that no request asks for, with the place of the change that causes it. */
export interface CausedEffect {
  readonly effect: Effect;
  readonly place: number;
}

/** Finds what ends with the things that changes end. More than `most` lists of a kind are not read. */
export function endingsOf(
  changes: readonly Change[],
  things: ThingReader,
  most: number,
): Promise<readonly CausedEffect[]> {
  return causedBy(touchedBy(changes), things, most);
}

interface PlacedTouch {
  readonly touch: Touch;
  readonly place: number;
}

function touchedBy(changes: readonly Change[]): PlacedTouch[] {
  return changes.flatMap(({ operation, input }, place) =>
    touches(operationOf(operation), input as AnyInput).map((touch) => ({ touch, place })),
  );
}

async function causedBy(
  touched: readonly PlacedTouch[],
  things: ThingReader,
  most: number,
): Promise<readonly CausedEffect[]> {
  const own = touched.map(({ touch }) => touch);
  const effects = await endings(own, things, { most, matters: isShownAlong });
  return effects
    .filter(({ because }) => because !== undefined)
    .map((effect) => ({ effect, place: touched[effect.of]?.place as number }));
}

/** Adds to changes what ends with the things that they end, or names them no longer: it must be the same when they are carried out. */
export function withContents(changes: readonly Change[], ending: readonly CausedEffect[]): Change[] {
  const contents = new Map<number, string[]>();
  for (const { effect, place } of ending) {
    if (!goesWith(effect) || isUnknown(effect.before)) continue;
    kept(contents, place, () => []).push(contentText(effect));
  }
  return changes.map((change, place) =>
    change.after === null ? { ...change, contents: contents.get(place) ?? [] } : change,
  );
}

/**
 * Finds what others have put into the things that open changes of a run end. Returns the names by the index of the change.
 * What another change of the run is about is its own.
 */
export async function filledSince(
  reader: Reader,
  run: Run,
  changes: readonly Change[],
  open: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const touched = touchedBy(changes);
  const own = new Set(touched.map(({ touch }) => thingKey(touch)));
  // Nothing is in what the run has deleted.
  const left = touched.filter(({ touch, place }) => touch.change !== 'end' || !doneBefore(run, place));
  const things = thingsFrom(reader);
  const filled = new Map<number, string[]>();
  for (const { effect, place } of await causedBy(left, things, mostLists)) {
    const { contents } = changes[place] as Change;
    if (!open.has(place) || !contents || isUnknown(effect.before) || !goesWith(effect)) continue;
    if (own.has(thingKey(effect)) || contents.includes(contentText(effect))) continue;
    const { one } = resourceNamed(effect.kind);
    kept(filled, place, () => []).push(`${one} ${innermostId(effect.ids)}`);
  }
  return filled;
}

/** Returns whether a thing ends with another one, or loses the reference to it. */
function goesWith({ change, sets = {} }: Effect): boolean {
  return change === 'end' || (change === 'set' && Object.values(sets).every((value) => value === null));
}

/**
 * Returns a text that is equal for equal values of a thing that ends, without the values themselves: they may be secrets. What a
 * thing only shows counts with the thing that has it.
 */
function contentText({ kind, ids, change, before }: Effect): string {
  const values = Object.entries(before as Fields).filter(([field]) => !isOnlyShown(kind, field));
  // Of a space, a plan keeps less than the service shows.
  const text = kind === 'space' || change !== 'end' ? '' : JSON.stringify(values);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return `${kind} ${Object.values(ids).join('/')} ${hash}`;
}
