import type { AnyInput } from '../../api/contract/operation.ts';
import { type Change, leadsTo, madeIn, renumbered } from '../../domain/change.ts';
import { narrowedFirst } from '../../domain/reach/narrowed-first.ts';
import { touches } from '../../model/effects/things.ts';
import { operationOf } from '../../model/operations.ts';
import { type NotRestored, stayingText } from './not-restored.ts';

/** Makes each change that gives a site its basename require the change with which another site gives that up. */
export function freedFirst(changes: readonly Change[]): Change[] {
  const all = [...changes];
  for (const [place, change] of changes.entries()) {
    const wanted = givenValue(change, 'basename');
    if (wanted === undefined) continue;
    const giver = changes.findIndex((one, at) => at !== place && gives(one, wanted));
    if (giver < 0) continue;
    // Two sites that swap their names: one gets another name for a while.
    const frees = leadsTo(all, place)(giver) ? all.push(withOtherName(changes[giver] as Change)) - 1 : giver;
    const own = all[place] as Change;
    all[place] = { ...own, requires: [...own.requires, frees] };
  }
  return all;
}

/** Makes a change that gives a site its basename require the one of `others` with which another site gives that up. */
export function afterFreed(change: Change, others: readonly Change[]): Change {
  const wanted = givenValue(change, 'basename');
  if (wanted == null) return change;
  const frees = others.findIndex((one) => gives(one, wanted));
  return frees < 0 ? change : { ...change, requires: [...change.requires, frees] };
}

/** Returns the value that a request gives a field of what it makes or changes; `undefined` if it gives none. */
export function givenValue({ operation, input }: Change, field: string): unknown {
  const touched = touches(operationOf(operation), input as AnyInput);
  return touched.find(({ sets }) => sets?.[field] !== undefined)?.sets?.[field];
}

/** Returns whether a change is about a site that had a basename before. */
function gives({ kind, before }: Change, basename: unknown): boolean {
  return kind === 'site' && before?.basename === basename;
}

/** Makes each change that gives a space a value require the change that gives the field this option back. */
export function optionsFirst(changes: readonly Change[]): readonly Change[] {
  const givesBack = ({ kind, ref, before, after }: Change, field: string, value: unknown) =>
    kind === 'custom-field' &&
    ref.field === field &&
    [value].flat().some((one) => listHas(after?.options, one) && !listHas(before?.options, one));
  return changes.map((change, place) => {
    if (change.kind !== 'field-values') return change;
    const leads = leadsTo(changes, place);
    const needed = Object.entries(change.after ?? {}).flatMap(([field, value]) => {
      const giver = changes.findIndex((one) => givesBack(one, field, value));
      return giver < 0 || leads(giver) ? [] : [giver];
    });
    return needed.length === 0 ? change : { ...change, requires: [...change.requires, ...needed] };
  });
}

/**
 * Orders changes so that nothing more is open in between, and leaves those out that would come after one of `unclear`: that one is not
 * made, and they would give more than there was before the run and after it.
 */
export function notWaitingFor(
  unclear: readonly Change[],
  changes: readonly Change[],
): { readonly going: readonly Change[]; readonly left: readonly NotRestored[] } {
  const all = narrowedFirst([...changes, ...unclear]);
  const awaited = unclear.map(({ name }, at) => ({ name, isAwaitedBy: leadsTo(all, changes.length + at) }));
  const going: Change[] = [];
  const places = new Map<number, number>();
  const left: NotRestored[] = [];
  for (const [place, change] of all.slice(0, changes.length).entries()) {
    const first = awaited.find(({ isAwaitedBy }) => isAwaitedBy(place));
    if (first)
      left.push({ name: change.name, reason: `it would give more access while ${stayingText(first.name)}` });
    else places.set(place, going.push(change) - 1);
  }
  return { going: going.map((change) => renumbered(change, (place) => places.get(place) as number)), left };
}

function listHas(list: unknown, item: unknown): boolean {
  return Array.isArray(list) && list.includes(item);
}

/** Returns a change that gives a site another basename, beside the change that gives it its earlier one. */
function withOtherName(change: Change): Change {
  const body = { basename: `${String(change.before?.basename)}-moving` };
  const { params } = change.input;
  return { ...change, before: {}, after: {}, input: { params, body }, requires: madeIn(params) };
}
