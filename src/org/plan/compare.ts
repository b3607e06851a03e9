import type { FieldDifference } from '../../domain/change.ts';
import type { Action } from '../../model/effects/facts.ts';
import type { ResourceKind } from '../../model/resources.ts';
import { staying } from '../../model/structure/order.ts';
import { isEqual } from '../../text/equal.ts';
import { groupBy } from '../../text/group-by.ts';
import { planActions } from '../../work/plan-document.ts';
import { type Declared, type Difference, listOf } from '../difference.ts';
import type { SectionName } from '../section-names.ts';
import { factsOf, fileKinds, nameOf } from '../sections/kinds.ts';
import { type DesiredState, keyText, type Place, placeText, valuesOf } from '../thing.ts';
import { thingsByPlace } from './thing-map.ts';

/** The differences, and the things of the service that the file does not name. */
export interface Comparison {
  readonly differences: readonly Difference[];
  /** Things outside of complete lists that the file does not have, with the things in them. */
  readonly undeclared: readonly DesiredState[];
  readonly notCompared: readonly NotCompared[];
}

/** A value of the file that the service does not show, so that no one can tell whether it differs. */
export interface NotCompared {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly field: string;
}

/**
 * Compares a file with the service. A thing in both has the same key. Only the fields that the file has are compared;
 * in the sections of `refresh`, those that the service does not show are differences as well.
 */
export function compare(
  { things, lists }: Declared,
  present: readonly DesiredState[],
  refresh: readonly SectionName[] = [],
): Comparison {
  const there = thingsByPlace(present);
  const declared = thingsByPlace(things);
  const undeclared: DesiredState[] = [];
  const gone: DesiredState[] = [];
  for (const thing of present) {
    if (declared.get(thing)) continue;
    (factsOf(thing.kind).isInner && lists.has(listOf(thing)) ? gone : undeclared).push(thing);
  }
  const absent = things.filter((thing) => !there.get(thing));
  const moved = relocated(absent, [...gone, ...undeclared]);
  const left = new Set(moved.values());
  const isRefreshed = ({ kind }: DesiredState) => refresh.includes(factsOf(kind).section);
  const notCompared: NotCompared[] = [];
  const differences = [
    ...things.flatMap((thing) => {
      const old = there.get(thing) ?? moved.get(thing);
      if (!old) return made(thing);
      const unshown = unshownOf(thing);
      if (isRefreshed(thing)) return changesOf(thing, old, unshown);
      for (const { field } of unshown) {
        const { kind, name } = about(thing);
        notCompared.push({ kind, name, field });
      }
      return changesOf(thing, old);
    }),
    ...orderOf(things, present, lists),
    ...gone.filter((thing) => !left.has(thing)).flatMap(ended),
  ];
  return { differences, undeclared, notCompared };
}

/** Returns what tells a thing from others that the same outermost thing has only once, in whatever list; `undefined` for others. */
export function keyAcrossLists({ kind, key }: Place): readonly string[] | undefined {
  const { isInner, move } = factsOf(kind);
  return isInner && move ? [key[0] ?? '', key.at(-1) ?? ''] : undefined;
}

/** Returns the present thing for each declared one that is in another list of the same outermost thing. */
function relocated(
  fresh: readonly DesiredState[],
  gone: readonly DesiredState[],
): Map<DesiredState, DesiredState> {
  const moving = (things: readonly DesiredState[]) => {
    const places = new Map<string, DesiredState | undefined>();
    for (const thing of things) {
      const key = keyAcrossLists(thing);
      if (!key) continue;
      const place = placeText({ kind: thing.kind, key });
      // Where a name repeats, no one can tell which one moves.
      places.set(place, places.has(place) ? undefined : thing);
    }
    return places;
  };
  const old = moving(gone);
  return new Map(
    [...moving(fresh)].flatMap(([place, thing]) => {
      const before = thing && old.get(place);
      return before ? [[thing, before] as const] : [];
    }),
  );
}

function made(thing: DesiredState): Difference[] {
  const { made: action } = factsOf(thing.kind);
  if (!action) return [];
  const fields = Object.entries(thing.fields).flatMap(([field, after]) =>
    // In a new thing, an empty text clears nothing.
    isNoValue(thing, field) || (action === 'create' && after === '') ? [] : [{ field, before: null, after }],
  );
  return [{ ...about(thing), action, fields: [...fields, ...unshownOf(thing)], declared: thing }];
}

/** Returns whether a thing has no value of a field: of a role, null is a value. */
function isNoValue({ kind, fields }: DesiredState, field: string): boolean {
  return fields[field] == null && factsOf(kind).fields[field]?.none === undefined;
}

function unshownOf({ unshown = {} }: DesiredState): FieldDifference[] {
  return Object.entries(unshown).map(([field, after]) => ({ field, before: null, after }));
}

/** Stands for a value that the service has, and does not show. */
export const writeOnly = { writeOnly: true };

export function ended(thing: DesiredState): Difference[] {
  const { ended: action } = factsOf(thing.kind);
  if (!action) return [];
  const { hidden = [] } = thing;
  const values = { ...thing.fields, ...Object.fromEntries(hidden.map((field) => [field, writeOnly])) };
  const fields = Object.entries(values).map(([field, before]) => ({
    field,
    before: before ?? null,
    after: null,
  }));
  return [{ ...about(thing), ...idOf(thing), action, fields, present: thing }];
}

function changesOf(
  declared: DesiredState,
  present: DesiredState,
  refreshed: readonly FieldDifference[] = [],
): Difference[] {
  const { rename, move } = factsOf(declared.kind);
  if (!declared.keyed && !move && refreshed.length === 0 && hasValues(present.fields, declared.fields))
    return [];
  const old = valuesOf(present);
  const today = valuesOf(present.today ?? present);
  const values = Object.entries(valuesOf(declared));
  const fields = values.flatMap(([field, after]): FieldDifference[] => {
    const before = old[field] ?? null;
    return isEqual(before, after) ? [] : [{ field, before: today[field] ?? null, after }];
  });
  const isElsewhere = move !== undefined && keyText(declared.key) !== keyText(present.key);
  const place = isElsewhere ? [placeDifference(declared, present, move)] : [];
  const actionOf = ({ field }: FieldDifference): Action =>
    field === rename ? 'rename' : field === move ? 'move' : 'update';
  const all = [...fields, ...refreshed, ...place];
  return (['update', 'rename', 'move'] as const).flatMap((action): Difference[] => {
    const own = all.filter((one) => actionOf(one) === action);
    return own.length === 0
      ? []
      : [{ ...about(declared), ...idOf(present), action, fields: own, declared, present }];
  });
}

/** Returns whether all these values are the same; values of other types than texts may be equal all the same. */
function hasValues(fields: DesiredState['fields'], wanted: DesiredState['fields']): boolean {
  for (const field of Object.keys(wanted)) if (wanted[field] !== fields[field]) return false;
  return true;
}

function placeDifference(declared: DesiredState, present: DesiredState, field: string): FieldDifference {
  const before = (present.today ?? present).key.at(-2);
  return { field, before: before || null, after: declared.key.at(-2) || null };
}

/**
 * Returns the moves of things inside their lists: as few as possible. Positions count from 1, and only things that the
 * file names.
 */
function orderOf(
  things: readonly DesiredState[],
  present: readonly DesiredState[],
  lists: ReadonlySet<string>,
): Difference[] {
  const old = grouped(present, lists);
  return [...grouped(things, lists)].flatMap(([list, wanted]) => {
    const names = new Set(wanted.map(textOf));
    const before = (old.get(list) ?? []).filter((thing) => names.has(textOf(thing)));
    const places = new Map(before.map(({ key }, place) => [keyText(key), place]));
    const stays = staying(wanted.map(textOf), before.map(textOf));
    return wanted.flatMap((declared, at): Difference[] => {
      const place = places.get(textOf(declared));
      if (place === undefined || stays.has(textOf(declared))) return [];
      const fields = [{ field: 'position', before: place + 1, after: at + 1 }];
      const thing = before[place] as DesiredState;
      return [{ ...about(declared), ...idOf(thing), action: 'move', fields, declared, present: thing }];
    });
  });
}

function textOf({ key }: DesiredState): string {
  return keyText(key);
}

function grouped(things: readonly DesiredState[], lists: ReadonlySet<string>): Map<string, DesiredState[]> {
  const ordered = things.filter((thing) => factsOf(thing.kind).isOrdered && lists.has(listOf(thing)));
  return groupBy(ordered, listOf);
}

function about(thing: DesiredState): Pick<Difference, 'kind' | 'key' | 'name'> {
  return { kind: thing.kind as ResourceKind, key: thing.key, name: nameOf(thing) };
}

function idOf({ id }: DesiredState): Pick<Difference, 'id'> {
  return id === undefined ? {} : { id };
}

/** Sorts differences by their kinds, then by action, then by name: whatever the order of the file, the plan is the same. */
export function inGroups(differences: readonly Difference[]): Difference[] {
  const ranked = differences.map((difference) => {
    const { kind, name, key, action } = difference;
    return { difference, rank: [fileKinds.indexOf(kind), planActions.indexOf(action), name, keyText(key)] };
  });
  const order = ({ rank: one }: { rank: unknown[] }, { rank: other }: { rank: unknown[] }) => {
    const at = one.findIndex((value, place) => value !== other[place]);
    return at < 0 ? 0 : (one[at] as string) < (other[at] as string) ? -1 : 1;
  };
  return ranked.toSorted(order).map(({ difference }) => difference);
}
