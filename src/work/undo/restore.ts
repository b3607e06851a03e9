import type { Operation } from '../../api/contract/operation.ts';
import { type Change, changesInOrder } from '../../domain/change.ts';
import { firstNames } from '../../domain/people.ts';
import { type Fields, type Ids, type RestoreRequest, thingKey } from '../../model/effects/facts.ts';
import { changedTies } from '../../model/effects/nouns.ts';
import { finalOf, isOrder, restoringOf } from '../../model/effects/restoring.ts';
import { idsAround, resourceNamed } from '../../model/effects/things.ts';
import { isEqual } from '../../text/equal.ts';
import { groupBy } from '../../text/group-by.ts';
import { type ChangedThing, ownId, tieOf } from './changed-things.ts';
import { hasDrifted } from './drift.ts';
import { referenceTo } from './fates.ts';
import { isSame } from './hashes.ts';
import { type Held, hasLeft } from './held.ts';
import { MakingPlan, takes } from './make-again.ts';
import { changedName, changedSince, type NotRestored } from './not-restored.ts';
import type { Present, PresentThings } from './present.ts';
import { freedFirst, notWaitingFor, optionsFirst } from './required-first.ts';
import { type DeletedContents, type RestoreOptions, valueIn } from './restore-plan.ts';
import { isSecret, notKept } from './values.ts';

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
  return new Restoring(things, present, options).run();
}

class Restoring extends MakingPlan {
  /** The ties of one thing, which change together. */
  readonly ties: ReadonlyMap<string, readonly ChangedThing[]>;

  constructor(things: readonly ChangedThing[], present: PresentThings, options: RestoreOptions) {
    super(things, present, options);
    const ties = things.flatMap((thing) => [...(thing.ties ?? []), thing]).filter(tieOf);
    this.ties = groupBy(ties, (tie) => this.groupOf(tie));
  }

  run(): Restored {
    for (const thing of inUndoOrder(this.things, this.present)) this.setBack(thing);
    const { stays, lost, planned, contents } = this;
    const changes = this.changes.map((change, place) => this.withNewIds(change, place));
    const { going, left } = notWaitingFor(this.unclear, optionsFirst(freedFirst(changes)));
    return {
      changes: deletionsAfterUses(changesInOrder(going)),
      stays: unique([...stays, ...left]),
      lost: unique(lost),
      planned: unique(planned),
      contents,
    };
  }

  setBack(thing: ChangedThing): void {
    if (tieOf(thing)) {
      this.setTiesBack(this.ties.get(this.groupOf(thing)) ?? []);
      return;
    }
    const { kind, before, after, isUnclear, unknown } = thing;
    const now = this.now(thing);
    const cause = this.fates.causeOf(thing);
    if (!this.fates.isRestorable(thing)) return;
    const name = changedName(thing, now);
    const stay = (reason: string) => void this.stays.push({ name, reason });
    const lose = (reason: string) => this.lose(thing, name, reason);
    if (isUnclear) {
      if (shows(thing, now)) this.stay(thing, now);
    } else if (cause && unknown !== undefined)
      this.lose(
        cause,
        changedName(cause, this.now(cause)),
        `its ${resourceNamed(kind).several} are not known: ${unknown}`,
      );
    else if (unknown === undefined && before !== null && now.unknown !== undefined)
      stay(`its present value is not known: ${now.unknown}`);
    else if (after === null && finalOf(kind) !== undefined) lose(finalOf(kind) as string);
    else if (unknown !== undefined) lose(`its value before is not known: ${unknown}`);
    else if (before === null) this.unmake(thing, now, name);
    else if (after !== null) {
      if (now.value === null) stay('it no longer exists');
      else this.setFieldsBack(thing, after, now, name);
    } else if (now.value === null) this.makeAgain(thing, name);
    else if (cause) this.setPlaceBack(thing, cause, now, name);
    else if (restoringOf(kind).returns) this.setRestBack(thing, now, name);
    else stay('it is there again');
  }

  /** Restores the fields that the run has set, unless another user has changed them since. */
  setFieldsBack(thing: ChangedThing, after: Fields, found: Present, name: string): void {
    const { kind, ids, before, planned } = thing;
    const facts = restoringOf(kind);
    const now = found.value ?? {};
    const back: Record<string, unknown> = {};
    for (const [field, left] of Object.entries(after)) {
      const [earlier, value] = [before?.[field], now[field]];
      const isThere = isEqual(earlier, value) && !this.fates.isNew(earlier);
      if (isThere && facts.unwritable?.(field, earlier, value) === undefined) continue;
      const reason = isSecret(earlier) ? notKept : unwritable(kind, field, earlier, value);
      if (isSecret(left)) this.lose(thing, name, `${field}: ${notKept}`);
      else if (hasDrifted(field, now, [before, after])) this.stays.push(changedSince(thing, found, field));
      else if (reason !== undefined) this.lose(thing, name, `${field}: ${reason}`);
      else back[field] = earlier ?? facts.clears?.[field] ?? null;
    }
    if (Object.keys(back).length === 0) return;
    if (planned !== undefined) this.planned.push({ name, reason: planned });
    if ('parent' in back) this.away.add(ownId(thing));
    for (const request of facts.set?.(ids, back, now) ?? [updateRequest(kind, ids, back)])
      this.add(thing, request, name, now);
  }

  /** Puts a thing back that did not end with the one that it was in, and takes other changes of the run to it back. */
  setPlaceBack(thing: ChangedThing, cause: ChangedThing, now: Present, name: string): void {
    const by = referenceTo(cause, thing)?.by ?? '';
    const placed = by in thing.ids ? {} : { [by]: null };
    this.setFieldsBack(thing, { ...thing.left, ...placed }, now, name);
  }

  /** Restores the rest of a thing that only another user can make again, once it exists. */
  setRestBack(thing: ChangedThing, now: Present, name: string): void {
    const { update } = resourceNamed(thing.kind).operations;
    const own = Object.keys(thing.before ?? {}).filter((field) => takes(update, field));
    this.setFieldsBack(thing, Object.fromEntries(own.map((field) => [field, now.value?.[field]])), now, name);
  }

  /** Deletes what the run has made, unless another user has changed it, or it contains something. */
  unmake(thing: ChangedThing, now: Present, name: string): void {
    if (now.unknown === undefined && now.value == null) return;
    const { delete: remove, remove: untie } = resourceNamed(thing.kind).operations;
    const operation = (remove ?? untie)?.id;
    const held = this.heldIn(thing, now);
    const changed = this.whyNotUnmade(thing, now);
    const own = held.filter(({ isOwn }) => isOwn);
    const filled = this.withContents && own.length === 0 ? undefined : whyKept(now, held);
    const reason = changed ?? filled;
    if (reason !== undefined) {
      const isFilled = changed === undefined && (own.length === 0 || own.length < held.length);
      const [count, place] = [this.changes.length, this.stays.length];
      for (const tie of thing.ties ?? []) this.setBack(tie);
      this.stays.splice(place, 0, { name, reason, isFilled, isEmptied: this.changes.length > count });
    } else if (operation === undefined) this.takeOutOfUse(thing, now, name);
    else {
      if (held.length > 0) this.contents.push({ of: { kind: thing.kind, id: ownId(thing) }, name, held });
      this.remove(thing, now, name, operation);
    }
  }

  /** Takes a thing out of use that the service cannot delete: what stays is said of the request that has made it. */
  takeOutOfUse(thing: ChangedThing, { value }: Present, name: string): void {
    const { instead } = restoringOf(thing.kind);
    if (!instead) this.lose(thing, name, noOperation);
    else this.add(thing, updateRequest(thing.kind, thing.ids, instead.sets), name, value ?? {});
  }

  /** Returns what is in a thing that the run has made, and does not go before it, but for what the run has put there for good. */
  heldIn({ kind }: ChangedThing, { held }: Present): readonly Held[] {
    const keeps = restoringOf(kind).keeps ?? [];
    const staying = (held?.held ?? []).filter((one) => !hasLeft(one, kind, this.away));
    return staying.filter((one) => keeps.includes(one.kind) || !one.isOwn);
  }

  /** Returns why a thing that the run has made must not be deleted; `undefined` if it may be deleted. */
  whyNotUnmade({ kind, after, perhaps, ties = [] }: ChangedThing, now: Present): string | undefined {
    if (now.unknown !== undefined) return `its present value is not known: ${now.unknown}`;
    const { value = {} } = now;
    const list = restoringOf(kind).takes?.field;
    const shown = Object.keys(after ?? {}).filter((field) => value && field in value && field !== list);
    const fields = shown.filter((field) => hasDrifted(field, value ?? {}, [after, perhaps]));
    const tie = ties.find((one) => {
      const { value, unknown } = this.now(one);
      // A request without an outcome may have been lost.
      const left = one.isUnclear && value == null ? null : valueIn(one, one.after);
      // An earlier undo has taken away what the run has put into it.
      const back = this.onlyMade ? [valueIn(one, one.before)] : [];
      const known = [left, ...back, ...(one.perhaps ? [valueIn(one, one.perhaps)] : [])];
      return unknown !== undefined || !known.some((own) => isSame(own, valueIn(one, value)));
    });
    const changed = fields[0] ?? (tie && resourceNamed(tie.kind).several);
    return changed && `${changed} has been changed since`;
  }

  /** Gives the ties of one thing their values before, with as few requests as the service allows. */
  setTiesBack(ties: readonly ChangedThing[]): void {
    const wanted: Record<string, unknown> = Object.create(null);
    const present: Record<string, unknown> = Object.create(null);
    let root: ChangedThing | undefined;
    for (const thing of ties) {
      if (this.taken.has(thing)) continue;
      this.taken.add(thing);
      const value = this.wantedTie(thing);
      if (value === undefined) continue;
      root = this.fates.rootOf(thing);
      wanted[ownId(thing)] = value;
      present[ownId(thing)] = root ? null : valueIn(thing, this.now(thing).value);
    }
    const [first] = ties;
    const tie = first && tieOf(first);
    if (!tie || Object.keys(wanted).length === 0) return;
    const named = root ? this.fates.wholeOf(root) : first;
    const name = changedName(named, this.now(named));
    const whole = root && this.fates.wholeOf(root);
    for (const request of tie.set(idsAround(first), wanted, present))
      if (root) this.addPart(root, request, name, whole);
      else this.add({ ...first, kind: tie.change, ids: idsAround(first) }, request, name, present);
  }

  /** Returns the value that a tie gets; `undefined` if it stays. */
  wantedTie(thing: ChangedThing): unknown {
    const { before, after, unknown, isUnclear, planned } = thing;
    if (!this.fates.isRestorable(thing)) return undefined;
    const now = this.now(thing);
    const name = changedName(thing, now);
    const isNew = this.fates.rootOf(thing) !== undefined;
    const [earlier, left] = [valueIn(thing, before), valueIn(thing, after)];
    const value = isNew ? null : valueIn(thing, now.value);
    if (isUnclear) {
      if (isSame(left, value)) this.stay(thing, now);
    } else if (unknown !== undefined) this.lose(thing, name, `its value before is not known: ${unknown}`);
    else if (now.unknown !== undefined)
      this.stays.push({ name, reason: `its present value is not known: ${now.unknown}` });
    else if (now.isPlaceGone && !isNew) this.stays.push({ name, reason: 'it no longer exists' });
    else if (isEqual(earlier, value)) return undefined;
    else if (!isNew && !isSame(left, value))
      this.stays.push(changedSince(thing, now, tieOf(thing)?.field ?? ''));
    else if (earlier === null || value !== null || !this.noteGone(thing, name)) {
      if (planned !== undefined) this.planned.push({ name, reason: planned });
      return earlier;
    }
    return undefined;
  }

  groupOf(thing: ChangedThing): string {
    const root = this.fates.rootOf(thing);
    return JSON.stringify([thing.kind, idsAround(thing), root && thingKey(root), thing.isUnclear]);
  }
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
