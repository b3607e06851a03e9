import type { AnyInput } from '../../api/contract/operation.ts';
import { type Change, isPart, mapMade } from '../../domain/change.ts';
import { mayOpen, mayTake } from '../../domain/reach/reach.ts';
import {
  type Fields,
  type Ids,
  innermostId,
  type ThingIds,
  type Touch,
  theMade,
  withMade,
} from '../../model/effects/facts.ts';
import { restoring, tieValue } from '../../model/effects/nouns.ts';
import { touchesOf } from '../../model/effects/touches.ts';
import { type Part, partOf } from '../../model/resources.ts';
import { isEqual } from '../../text/equal.ts';
import { isObject } from '../../text/fields.ts';
import type { State } from '../journal/journal-schema.ts';
import type { IntendedRequest } from '../run/session.ts';

/** A change of a plan, or a request of a row: with ids, and `{ $change }` for what the same work makes. */
export type JudgedRequest = Pick<IntendedRequest, 'operation' | 'input'> &
  Partial<Pick<Change, 'action' | 'kind' | 'before' | 'after' | 'name'>> & {
    /** The things before, where they were recorded. */
    readonly states?: readonly State[] | undefined;
  };

/** One touch that matters. */
export interface Step {
  readonly touch: Touch;
  readonly place: number;
  /** The values before that the request says itself; `null` if there is no such thing, `undefined` if it does not say. */
  readonly known: Fields | null | undefined;
}

/** Requests, with what the model knows of their operations. */
export interface JudgedWork {
  readonly requests: readonly JudgedRequest[];
  readonly parts: ReadonlyMap<string, Part>;
  /** Whether it is judged what they take, and not only what they open. */
  readonly judgesLosses: boolean;
}

/** Adds what the model knows of the operations. Loads their nouns only; an operation that is not in the contract has none. */
export async function judgedWork(
  requests: readonly JudgedRequest[],
  judgesLosses = false,
): Promise<JudgedWork> {
  const parts = new Map<string, Part>();
  for (const id of new Set(requests.map(({ operation }) => operation))) {
    const part = await partOf({ id });
    if (part) parts.set(id, part);
  }
  return { requests, parts, judgesLosses };
}

/** Stands for the id of what a request makes: also of a site space that it makes with something else. */
const madeBy = (place: number) => `${theMade} ${place}`;

/** Returns whether an id stands for that of a thing which is not made yet. */
export function isToBeMade(id: string | undefined): boolean {
  return id?.startsWith(theMade) ?? false;
}

/**
 * Yields what requests do, as far as it matters, in their order. There can be very many: none is kept. `titles` gets those of the
 * things that they make, by their kind and id.
 */
export function* reachSteps(
  { requests, parts, judgesLosses }: JudgedWork,
  titles?: Map<string, string>,
): Generator<Step> {
  let place = -1;
  for (const request of requests) {
    place++;
    const part = parts.get(request.operation);
    if (!part) continue;
    const input = mapMade(request.input, ({ $change }) => madeBy($change)) as JudgedRequest['input'];
    const made = madeBy(place);
    const states = request.states && new Map(request.states.map((state) => [keyOf(state), state]));
    for (const [at, touch] of touchesOf(part, input as AnyInput).entries()) {
      const own = at === 0 ? part.resource.key : touch.kind === 'site-space' ? 'siteSpace' : undefined;
      const key = touch.change === 'make' ? own : undefined;
      const title = key === undefined ? undefined : touch.sets?.[part.resource.title ?? 'title'];
      if (typeof title === 'string') titles?.set(`${touch.kind} ${made}`, title);
      // What leaves a site is not in it when it opens.
      const judgesLoss = judgesLosses || touch.kind === 'site-space';
      if (mayOpen(touch) || (judgesLoss && mayTake(touch)))
        yield {
          touch: withIds(touch, made, key),
          place,
          known: knownBefore(request, touch, states?.get(keyOf(touch))),
        };
    }
  }
}

/** Puts an id in the places of what the request makes, and gives it to that thing itself. */
function withIds({ ids, sets, ...touch }: Touch, made: string, key: string | undefined): Touch {
  const named = withMade(ids, made);
  return {
    ...touch,
    ids: key === undefined || key in named ? named : { ...named, [key]: made },
    ...(sets && { sets: withMade<unknown>(sets, made) }),
  };
}

/** Returns the values before that were recorded, or that a change of a plan has, if it has all that matter. */
function knownBefore(
  { action, kind, before, after = null }: JudgedRequest,
  { kind: of, ids, sets = {} }: Touch,
  recorded: State | undefined,
): Step['known'] {
  if (recorded) return recorded.value;
  if (before === undefined || kind === undefined) return undefined;
  const tie = restoring.get(of)?.tie;
  if (tie && kind === tie.change) {
    const value = before?.[innermostId(ids)];
    return value === undefined ? undefined : value === null ? null : { [tie.field]: tieValue(tie, value) };
  }
  // Not above: a change of ties can have very many.
  if (kind !== of || isPart({ before, after })) return undefined;
  if (before === null || (tie && action === 'grant')) return null;
  return Object.keys(sets).every((field) => field in before) ? before : undefined;
}

/** Returns whether a request sets another condition in the place of one. */
export function isOtherCondition({ sets = {} }: Touch, before: unknown): boolean {
  const [was, becomes] = [valuesIn(before), sets].map(({ condition }) => condition || null);
  return was !== null && becomes !== null && !isEqual(was, becomes);
}

/** Returns the kind whose name a thing has: a tie is called by what it ties, and the schema of a site by the site. */
export function namedAs(kind: string): string {
  return namesakes[kind] ?? (kind.endsWith('-team') ? 'team' : kind);
}

const namesakes: Readonly<Record<string, string>> = {
  'team-member': 'member',
  'space-field': 'custom-field',
  'adaptive-schema': 'site',
};

/** Returns the values of a state, as far as they are known. */
export function valuesIn(state: unknown): Fields {
  return isObject(state) && !('unknown' in state) ? state : {};
}

/** Tells things apart. Spaces and collections have no organization in their addresses, but may in a plan. */
export function keyOf({ kind, ids }: ThingIds): string {
  // There can be very many: V8 keeps the parts of a template beside its text.
  return [kind, ownKey(ids)].join(' ');
}

/** Tells the things of a kind apart. A single id is its own key, so that very many need no further text. */
export function ownKey(ids: Ids): string {
  const own = Object.entries(ids).flatMap(([name, id]): string[] => (name === 'org' ? [] : [id]));
  return own.length === 1 ? (own[0] ?? '') : own.join(' ');
}
