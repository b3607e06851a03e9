import type { Operation } from '../../api/contract/operation.ts';
import { type Change, changesInOrder } from '../../domain/change.ts';
import { firstNames } from '../../domain/people.ts';
import { type Fields, type Ids, type RestoreRequest, thingKey } from '../../model/effects/facts.ts';
import { changedTies } from '../../model/effects/nouns.ts';
import { finalOf, isOrder, restoringOf } from '../../model/effects/restoring.ts';
import { resourceNamed } from '../../model/effects/things.ts';
import { isEqual } from '../../text/equal.ts';
import { type ChangedThing, ownId, tieOf } from './changed-things.ts';
import { hasDrifted, isSame } from './drift.ts';
import { referenceTo } from './fates.ts';
import { type Held, hasLeft } from './held.ts';
import { makeAgain, takes } from './make-again.ts';
import { changedSince, type NotRestored } from './not-restored.ts';
import type { Present, PresentThings } from './present.ts';
import { freedFirst, notWaitingFor, optionsFirst } from './required-first.ts';
import {
  type DeletedContents,
  noLongerExists,
  type RestoreOptions,
  RestorePlan,
  valueIn,
} from './restore-plan.ts';
import { isSecret, notKept } from './values.ts';

function presentUnknown(reason: string): string {
  return `its present value is not known: ${reason}`;
}

/** Why a thing that was made stays. */
export const noOperation = 'the service has no operation to take it away';

/** The changes that undo a run; each comes after those that it requires. */
export interface Restored {
  readonly changes: readonly Change[];
  /** Things that stay as they are: another user may have changed them, or their earlier value is not known. */
  readonly stays: readonly NotRestored[];
  /** Things that cannot come back. */
  readonly lost: readonly NotRestored[];
  /** Things that get the value that the plan of the run was made on, with the reason. */
  readonly planned: readonly NotRestored[];
  /** What others have put into things that are deleted all the same. */
  readonly contents: readonly DeletedContents[];
}

/**
 * Plans how to undo what a run has changed: each thing gets its values before the run, unless another user has changed it
 * since. Pure. `things` are in the order of the run.
 */
export function restore(
  things: readonly ChangedThing[],
  present: PresentThings,
  options: RestoreOptions = {},
): Restored {
  const plan = new RestorePlan(things, present, options);
  for (const thing of inUndoOrder(things, present)) setBack(plan, thing);
  const { stays, lost, planned, contents } = plan;
  const changes = plan.changes.map((change, place) => plan.withNewIds(change, place));
  const { going, left } = notWaitingFor(plan.unclear, optionsFirst(freedFirst(changes)));
  return {
    changes: deletionsAfterUses(changesInOrder(going)),
    stays: unique([...stays, ...left]),
    lost: unique(lost),
    planned: unique(planned),
    contents,
  };
}

function setBack(plan: RestorePlan, thing: ChangedThing): void {
  if (tieOf(thing)) {
    setTiesBack(plan, plan.ties.get(plan.groupOf(thing)) ?? []);
    return;
  }
  const { kind, before, after, isUnclear, unknown } = thing;
  const now = plan.now(thing);
  const cause = plan.fates.causeOf(thing);
  if (!plan.fates.isRestorable(thing)) return;
  if (isUnclear) {
    if (now.unknown !== undefined) plan.leave(thing, presentUnknown(now.unknown));
    else if (shows(thing, now)) plan.leaveUnclear(thing);
  } else if (cause && unknown !== undefined)
    plan.lose(cause, `its ${resourceNamed(kind).several} are not known: ${unknown}`);
  else if (unknown === undefined && before !== null && now.unknown !== undefined)
    plan.leave(thing, presentUnknown(now.unknown));
  else if (after === null && finalOf(kind) !== undefined) plan.lose(thing, finalOf(kind) as string);
  else if (unknown !== undefined) plan.lose(thing, `its value before is not known: ${unknown}`);
  else if (before === null) unmake(plan, thing);
  else if (after !== null) {
    if (now.value === null) plan.leave(thing, 'it no longer exists');
    else setFieldsBack(plan, thing, after);
  } else if (now.value === null) makeAgain(plan, thing);
  else if (cause) setPlaceBack(plan, thing, cause);
  else if (restoringOf(kind).returns) setRestBack(plan, thing);
  else plan.leave(thing, 'it is there again');
}

/** Restores the fields that the run has set, unless another user has changed them since. */
function setFieldsBack(plan: RestorePlan, thing: ChangedThing, after: Fields): void {
  const { kind, ids, before, planned } = thing;
  const facts = restoringOf(kind);
  const found = plan.now(thing);
  const now = found.value ?? {};
  const back: Record<string, unknown> = {};
  const lacking = plan.lacking(thing);
  for (const [field, left] of Object.entries(after)) {
    const [earlier, value] = [before?.[field], now[field]];
    const isThere = isEqual(earlier, value) && !plan.fates.isNew(earlier);
    if (isThere && facts.unwritable?.(field, earlier, value) === undefined) continue;
    const reason = isSecret(earlier) ? notKept : unwritable(kind, field, earlier, value);
    const gone = lacking.find(({ by }) => by === field);
    if (isSecret(left)) plan.lose(thing, `${field}: ${notKept}`);
    else if (hasDrifted(field, now, [before, after])) plan.stays.push(changedSince(thing, found, field));
    else if (reason !== undefined) plan.lose(thing, `${field}: ${reason}`);
    else if (gone) plan.leave(thing, `${field}: ${noLongerExists(gone)}`);
    else back[field] = earlier ?? facts.clears?.[field] ?? null;
  }
  if (Object.keys(back).length === 0) return;
  if (planned !== undefined) plan.planned.push({ name: plan.nameOf(thing), reason: planned });
  if ('parent' in back) plan.away.add(ownId(thing));
  for (const request of facts.set?.(ids, back, now) ?? [updateRequest(kind, ids, back)])
    plan.add(thing, request);
}

/** Puts a thing back that did not end with the one that it was in, and takes other changes of the run to it back. */
function setPlaceBack(plan: RestorePlan, thing: ChangedThing, cause: ChangedThing): void {
  const by = referenceTo(cause, thing)?.by ?? '';
  const placed = by in thing.ids ? {} : { [by]: null };
  setFieldsBack(plan, thing, { ...thing.left, ...placed });
}

/** Restores the rest of a thing that only another user can make again, once it exists. */
function setRestBack(plan: RestorePlan, thing: ChangedThing): void {
  const { update } = resourceNamed(thing.kind).operations;
  const own = Object.keys(thing.before ?? {}).filter((field) => takes(update, field));
  const now = plan.now(thing).value;
  setFieldsBack(plan, thing, Object.fromEntries(own.map((field) => [field, now?.[field]])));
}

/** Deletes what the run has made, unless another user has changed it, or it contains something. */
function unmake(plan: RestorePlan, thing: ChangedThing): void {
  const now = plan.now(thing);
  if (now.unknown === undefined && now.value == null) return;
  const { kind, ids } = thing;
  const { delete: remove, remove: untie } = resourceNamed(kind).operations;
  const operation = (remove ?? untie)?.id;
  const name = plan.nameOf(thing);
  const held = heldIn(plan, thing, now);
  const changed = whyNotUnmade(plan, thing, now);
  const own = held.filter(({ isOwn }) => isOwn);
  const filled = plan.options.withContents && own.length === 0 ? undefined : whyKept(now, held);
  const reason = changed ?? filled;
  if (reason !== undefined) {
    const isFilled = changed === undefined && (own.length === 0 || own.length < held.length);
    const [count, place] = [plan.changes.length, plan.stays.length];
    for (const tie of thing.ties ?? []) setBack(plan, tie);
    plan.stays.splice(place, 0, { name, reason, isFilled, isEmptied: plan.changes.length > count });
  } else if (operation === undefined) takeOutOfUse(plan, thing);
  else {
    if (held.length > 0) plan.contents.push({ of: { kind, id: ownId(thing) }, name, held });
    plan.away.add(ownId(thing));
    plan.add(thing, { action: 'delete', operation, params: ids });
  }
}

/** Takes a thing out of use that the service cannot delete: what stays is said of the request that has made it. */
function takeOutOfUse(plan: RestorePlan, thing: ChangedThing): void {
  const { instead } = restoringOf(thing.kind);
  if (!instead) plan.lose(thing, noOperation);
  else plan.add(thing, updateRequest(thing.kind, thing.ids, instead.sets));
}

/** Returns what is in a thing that the run has made, and does not go before it, but for what the run has put there for good. */
function heldIn({ away }: RestorePlan, { kind }: ChangedThing, { held }: Present): readonly Held[] {
  const keeps = restoringOf(kind).keeps ?? [];
  const staying = (held?.held ?? []).filter((one) => !hasLeft(one, kind, away));
  return staying.filter((one) => keeps.includes(one.kind) || !one.isOwn);
}

/** Returns why a thing that the run has made must not be deleted; `undefined` if it may be deleted. */
function whyNotUnmade(
  plan: RestorePlan,
  { kind, after, perhaps, ties = [] }: ChangedThing,
  now: Present,
): string | undefined {
  if (now.unknown !== undefined) return presentUnknown(now.unknown);
  const { value = {} } = now;
  const list = restoringOf(kind).takes?.field;
  const shown = Object.keys(after ?? {}).filter((field) => value && field in value && field !== list);
  const fields = shown.filter((field) => hasDrifted(field, value ?? {}, [after, perhaps]));
  const tie = ties.find((one) => {
    const { value, unknown } = plan.now(one);
    // A request without an outcome may have been lost.
    const left = one.isUnclear && value == null ? null : valueIn(one, one.after);
    // An earlier undo has taken away what the run has put into it.
    const back = plan.options.onlyMade ? [valueIn(one, one.before)] : [];
    const known = [left, ...back, ...(one.perhaps ? [valueIn(one, one.perhaps)] : [])];
    return unknown !== undefined || !known.some((own) => isSame(own, valueIn(one, value)));
  });
  const changed = fields[0] ?? (tie && resourceNamed(tie.kind).several);
  return changed && `${changed} has been changed since`;
}

/** Gives the ties of one thing their values before, with as few requests as the service allows. */
function setTiesBack(plan: RestorePlan, ties: readonly ChangedThing[]): void {
  const wanted: Record<string, unknown> = Object.create(null);
  const present: Record<string, unknown> = Object.create(null);
  let root: ChangedThing | undefined;
  for (const thing of ties) {
    if (plan.taken.has(thing)) continue;
    plan.taken.add(thing);
    const value = wantedTie(plan, thing);
    if (value === undefined) continue;
    root = plan.fates.rootOf(thing);
    wanted[ownId(thing)] = value;
    present[ownId(thing)] = root ? null : valueIn(thing, plan.now(thing).value);
  }
  if (ties[0] && Object.keys(wanted).length > 0) plan.setTies(ties[0], wanted, present, root);
}

/** Returns the value that a tie gets; `undefined` if it stays. */
function wantedTie(plan: RestorePlan, thing: ChangedThing): unknown {
  const { before, after, unknown, isUnclear, planned } = thing;
  if (!plan.fates.isRestorable(thing)) return undefined;
  const now = plan.now(thing);
  const root = plan.fates.rootOf(thing);
  const isNew = root !== undefined;
  const [earlier, left] = [valueIn(thing, before), valueIn(thing, after)];
  const value = isNew ? null : valueIn(thing, now.value);
  if (isUnclear) {
    if (now.unknown !== undefined) plan.leave(thing, presentUnknown(now.unknown));
    else if (isSame(left, value)) plan.leaveUnclear(thing);
  } else if (unknown !== undefined) plan.lose(thing, `its value before is not known: ${unknown}`);
  else if (now.unknown !== undefined) plan.leave(thing, presentUnknown(now.unknown));
  else if (now.isPlaceGone && root?.kind !== tieOf(thing)?.of) plan.leave(thing, 'it no longer exists');
  else if (isEqual(earlier, value)) return undefined;
  else if (!isNew && !isSame(left, value))
    plan.stays.push(changedSince(thing, now, tieOf(thing)?.field ?? ''));
  else if (earlier === null || value !== null || !plan.noteGone(thing)) {
    if (planned !== undefined) plan.planned.push({ name: plan.nameOf(thing), reason: planned });
    return earlier;
  }
  return undefined;
}

/**
 * Returns things from the last one to the first, but what follows from a thing behind it; what has not ended with it comes
 * before it. What is in a thing that the run has made also comes before: it must be away when the thing is deleted.
 */
function inUndoOrder(things: readonly ChangedThing[], present: PresentThings): ChangedThing[] {
  const groups: ChangedThing[][] = [];
  for (const thing of things) {
    const group = groups.at(-1);
    if (group && thing.cause !== undefined && thing.cause === thingKey(group[0] as ChangedThing))
      group.push(thing);
    else groups.push([thing]);
  }
  const byKey = new Map(groups.map((group) => [thingKey(group[0] as ChangedThing), group]));
  const order = new Set<ChangedThing[]>();
  const place = (group: ChangedThing[]): void => {
    for (const one of present.get(thingKey(group[0] as ChangedThing))?.held?.held ?? []) {
      const inside = byKey.get(thingKey(one));
      if (inside && !order.has(inside)) place(inside);
    }
    order.add(group);
  };
  for (const group of groups.toReversed()) place(group);
  const isThere = (thing: ChangedThing) =>
    thing.cause !== undefined && present.get(thingKey(thing))?.value != null;
  return [...order].flatMap((group) => [
    ...group.filter(isThere),
    ...group.filter((thing) => !isThere(thing)),
  ]);
}

/** Returns why a thing that the run has made stays: something stays in it, most of all what others have added, or that is not known. */
function whyKept({ held }: Present, staying: readonly Held[]): string | undefined {
  const others = staying.filter(({ isOwn }) => !isOwn);
  if (others.length > 0) return `others have added ${firstNames(others.map(({ name }) => name))}`;
  if (staying.length > 0)
    return `${firstNames(staying.map(({ name }) => name))} ${staying.length === 1 ? 'stays' : 'stay'} in it`;
  return held?.unknown === undefined ? undefined : `what is in it is not known: ${held.unknown}`;
}

/** Returns whether a thing is as a request without an outcome was to leave it, at least in part. */
export function shows({ kind, before, after }: ChangedThing, { value }: Present): boolean {
  // Its values may be secrets, which the journal does not have.
  if (after !== null && before === null) return value != null;
  if (after !== null)
    return value != null && Object.entries(after).some(([field, left]) => isSame(left, value[field]));
  // A person who is back, but not as before, may have left by the request.
  return value == null || (restoringOf(kind).returns === true && !isEqual(before?.role, value.role));
}

/** Returns why a field cannot get a value again. */
export function unwritable(kind: string, field: string, value: unknown, now: unknown): string | undefined {
  const { set, clears = {}, unwritable: own } = restoringOf(kind);
  const reason = own?.(field, value, now);
  if (reason !== undefined || set) return reason;
  if (!takes(updateOf(kind), field)) return 'no operation of the service changes it';
  if ((value ?? null) !== null || field in clears) return undefined;
  return 'it had no value, and the service takes none away';
}

function updateOf(kind: string): Operation | undefined {
  const { update, set } = resourceNamed(kind).operations;
  return update ?? set;
}

function updateRequest(kind: string, params: Ids, body: Fields): RestoreRequest {
  return { action: 'update', operation: updateOf(kind)?.id ?? '', params, body, sets: body };
}

function unique(list: readonly NotRestored[]): NotRestored[] {
  return [...new Map(list.map((one) => [`${one.name}\n${one.reason}`, one])).values()];
}

/**
 * Makes each deletion require the changes before it that still use the thing. If one of them fails, a later try finds
 * the thing. `changes` are in their order.
 */
function deletionsAfterUses(changes: readonly Change[]): Change[] {
  return changes.map((change, place) => {
    const isSingle = change.after === null && !isOrder(change.kind) && !changedTies.has(change.kind);
    const key = isSingle ? resourceNamed(change.kind).key : undefined;
    const id = key === undefined ? undefined : change.ref[key];
    if (key === undefined || typeof id !== 'string') return change;
    const uses = changes.slice(0, place).flatMap((one, at) => (usesThing(one, key, id) ? [at] : []));
    return uses.length === 0 ? change : { ...change, requires: [...new Set([...change.requires, ...uses])] };
  });
}

function usesThing({ kind, ref, before, after }: Change, key: string, id: string): boolean {
  if (ref[key] === id || Object.values(before ?? {}).includes(id)) return true;
  const tie = changedTies.get(kind);
  return tie !== undefined && resourceNamed(tie.kind).key === key && Object.hasOwn(after ?? {}, id);
}
