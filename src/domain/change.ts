import { isCreation } from '../api/contract/effect.ts';
import type { Action, Fields, Id, Made } from '../model/effects/facts.ts';
import { isEqual } from '../text/equal.ts';
import { isObject } from '../text/fields.ts';
import { mapParts } from '../text/map-parts.ts';

/** One request of a plan, and what it changes; plain data. It refers to other changes by their index in the list. */
export interface Change {
  readonly action: Action;
  /** The kind of the thing: `team`, `site-space`. */
  readonly kind: string;
  /**
   * The ids in its path: `{ org: 'org_acme', team: 'team_docs' }`. A thing that does not exist yet has no id of its
   * own.
   */
  readonly ref: Readonly<Record<string, Id>>;
  /** The name for people. */
  readonly name: string;
  /** The changed fields with the values before; `null` if the change makes the thing. */
  readonly before: Fields | null;
  /** The same fields with the values after; `null` if the change deletes the thing. */
  readonly after: Fields | null;
  /** The id of the operation: `teams.update`. */
  readonly operation: string;
  /** The input of the operation. Its ids may belong to things that the same plan makes. */
  readonly input: { readonly params: Readonly<Record<string, Id>>; readonly body?: unknown };
  /** The indexes of the changes that must be done before this one. */
  readonly requires: readonly number[];
  /**
   * Whether nothing else in its list has the values of the thing that the change makes, but things that other changes of
   * the plan name. If the outcome is not known, the thing is then found by them.
   */
  readonly isUnique?: true;
  /** The earlier ids of the things that the change makes again, with the dot paths of their new ids in the answer. */
  readonly again?: Readonly<Record<string, string>>;
  /** For a change that ends a thing: a text for each thing that ends with it. Nothing may be put into it before it ends. */
  readonly contents?: readonly string[];
}

/** A field with its values before and after. */
export interface FieldDifference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the fields that differ, in the order of `after`, then of `before`. A missing value equals `null`. */
export function differences(before: Fields | null, after: Fields | null): FieldDifference[] {
  const names = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  return [...names].flatMap((field) => {
    const [old, now] = [before?.[field] ?? null, after?.[field] ?? null];
    return isEqual(old, now) ? [] : [{ field, before: old, after: now }];
  });
}

/** Returns the fields to which a change gives other values; none if it makes or deletes a thing. */
export function changedFields({ before, after }: Change): FieldDifference[] {
  if (before === null || after === null) return [];
  return differences(before, after).filter(({ field }) => Object.hasOwn(after, field));
}

/**
 * Returns the id of the thing that a change is about; `undefined` if it has none before the change is made. The path of
 * a request that creates something ends with the id of what is around it.
 */
export function knownId({
  ref,
  operation,
  input,
}: Pick<Change, 'ref' | 'operation' | 'input'>): string | undefined {
  const isNew = isCreation(operation) && Object.keys(ref).every((name) => Object.hasOwn(input.params, name));
  const id = Object.values(ref).at(-1);
  return isNew || typeof id !== 'string' ? undefined : id;
}

/** Returns whether one of the requests after `place` has the same operation and the same address as that one. */
export function isFollowed(
  requests: readonly { readonly operation: string; readonly input: { readonly params?: unknown } }[],
  place: number,
): boolean {
  const [own, ...later] = requests.slice(place);
  return later.some(
    ({ operation, input }) => operation === own?.operation && isEqual(input.params, own.input.params),
  );
}

/** Returns whether a change is a further request for a thing that another change makes: it names no fields of its own. */
export function isPart({ before, after }: Pick<Change, 'before' | 'after'>): boolean {
  return [before, after].every((fields) => fields !== null && Object.keys(fields).length === 0);
}

/**
 * Sorts changes so that each comes after those that it requires, then by their rank, and keeps their order otherwise.
 * Throws an `Error` if changes require each other.
 */
export function changesInOrder(
  changes: readonly Change[],
  rankOf: (change: Change) => number = () => 0,
): Change[] {
  const order: number[] = [];
  const state = new Map<number, 'open' | 'placed'>();
  const place = (at: number): void => {
    if (state.get(at) === 'placed') return;
    if (state.get(at) === 'open') throw new Error(`change ${at} requires itself`);
    state.set(at, 'open');
    for (const required of changes[at]?.requires ?? []) place(required);
    state.set(at, 'placed');
    order.push(at);
  };
  const rank = (at: number) => rankOf(changes[at] as Change);
  for (const at of [...changes.keys()].sort((one, other) => rank(one) - rank(other))) place(at);
  const places = new Map(order.map((at, now) => [at, now]));
  const now = (at: number) => places.get(at) as number;
  return order.map((at) => renumbered(changes[at] as Change, now));
}

/** Makes a function that tells whether a change requires the one at `to`, also by way of others. It looks at each change once. */
export function leadsTo(changes: readonly Pick<Change, 'requires'>[], to: number): (from: number) => boolean {
  const known = new Map([[to, true]]);
  return function leads(at: number): boolean {
    const found = known.get(at);
    if (found !== undefined) return found;
    known.set(at, false);
    const isLeading = (changes[at]?.requires ?? []).some(leads);
    known.set(at, isLeading);
    return isLeading;
  };
}

/** Copies a change with new indexes of the changes that it refers to. */
export function renumbered(change: Change, now: (place: number) => number): Change {
  const { ref, input, requires } = change;
  const renumber = ({ $change, ...rest }: Made): Made => ({ ...rest, $change: now($change) });
  return {
    ...change,
    ref: mapMade(ref, renumber) as Change['ref'],
    input: mapMade(input, renumber) as Change['input'],
    requires: requires.map(now).sort((one, other) => one - other),
  };
}

/** Copies plain data and replaces each reference to a thing that the plan makes by the result of `replace`. */
export function mapMade(value: unknown, replace: (made: Made) => unknown): unknown {
  return isMade(value) ? replace(value) : mapParts(value, (part) => mapMade(part, replace));
}

/** Returns the indexes of the changes that make the things that `value` refers to. */
export function madeIn(value: unknown): number[] {
  const places = new Set<number>();
  mapMade(value, ({ $change }) => void places.add($change));
  return [...places];
}

/** Returns whether a value refers to a thing that the same plan makes. */
export function isMade(value: unknown): value is Made {
  return isObject(value) && typeof value.$change === 'number';
}
