import { createHash } from 'node:crypto';
import type { Client } from '../api/client/client.ts';
import type { AnyInput } from '../api/contract/operation.ts';
import type { Change } from '../domain/change.ts';
import { type Effect, endings } from '../model/effects/effects.ts';
import type { Reference } from '../model/effects/references.ts';
import { isUnknown, type ThingSource, thingsOfService } from '../model/effects/thing-source.ts';
import { resourceNamed, touches } from '../model/effects/things.ts';
import type { Fields, Touch } from '../model/effects/touches.ts';
import { operationOf } from '../model/operations.ts';
import { createReader } from './undo/reader.ts';

/** So many lists of a kind are read to find what ends with something. */
export const mostLists = 1000;

/** What people write about a thing is no part of the structure that a plan shows, and that must be as it was. */
const discussion: readonly string[] = ['change-request', 'comment', 'reply', 'git', 'installation'];

/** An effect that no request asks for, with the place of the change that causes it. */
export interface CausedEffect {
  readonly effect: Effect;
  readonly place: number;
}

/** Finds what ends with the things that changes end. More than `most` lists of a kind are not read. */
export async function endingsOf(
  changes: readonly Change[],
  source: ThingSource,
  most: number,
): Promise<readonly CausedEffect[]> {
  const touched = touchesOf(changes);
  const matters = ({ kind }: Reference) => !discussion.includes(kind);
  const effects = await endings(
    touched.map(({ touch }) => touch),
    source,
    { most, matters },
  );
  const rootOf = (at: number): number => {
    const { because } = effects[at] as Effect;
    return because === undefined ? at : rootOf(because);
  };
  return [...effects.entries()]
    .filter(([, { because }]) => because !== undefined)
    .map(([at, effect]) => ({ effect, place: touched[rootOf(at)]?.place as number }));
}

function touchesOf(changes: readonly Change[]): { touch: Touch; place: number }[] {
  return changes.flatMap(({ operation, input }, place) =>
    touches(operationOf(operation), input as AnyInput).map((touch) => ({ touch, place })),
  );
}

/** Adds to changes what ends with the things that they end: it must be the same when they are carried out. */
export function withContents(changes: readonly Change[], ending: readonly CausedEffect[]): Change[] {
  const contents = new Map<number, string[]>();
  for (const { effect, place } of ending) {
    if (effect.change !== 'end' || isUnknown(effect.before)) continue;
    const own = contents.get(place) ?? [];
    contents.set(place, own);
    own.push(contentText(effect));
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
  client: Client,
  org: string | undefined,
  changes: readonly Change[],
  open: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const filled = new Map<number, string[]>();
  if (![...open].some((place) => changes[place]?.after === null)) return filled;
  const source = thingsOfService(createReader(client, org, new Map()));
  const keyOf = ({ kind, ids }: Pick<Touch, 'kind' | 'ids'>) => JSON.stringify([kind, ids]);
  const own = new Set(touchesOf(changes).map(({ touch }) => keyOf(touch)));
  for (const { effect, place } of await endingsOf(changes, source, mostLists)) {
    const { contents } = changes[place] as Change;
    if (!open.has(place) || !contents || isUnknown(effect.before) || effect.change !== 'end') continue;
    if (own.has(keyOf(effect)) || contents.includes(contentText(effect))) continue;
    const { one } = resourceNamed(effect.kind);
    filled.set(place, [...(filled.get(place) ?? []), `${one} ${Object.values(effect.ids).at(-1)}`]);
  }
  return filled;
}

/**
 * Returns a text that is equal for equal values of a thing, without the values themselves: they may be secrets. What a
 * thing only shows, such as the default of a list, counts with the thing that has it.
 */
function contentText({ kind, ids, before }: Effect): string {
  const { default: _, defaultSiteSpace: __, defaultSiteSection: ___, ...values } = before as Fields;
  // Of a space, a plan keeps less than the service shows.
  const text = kind === 'space' ? '' : JSON.stringify(values);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return `${kind} ${Object.values(ids).join('/')} ${hash}`;
}
