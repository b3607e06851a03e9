import type { AnyInput } from '../api/client/request.ts';
import { effectOf } from '../api/contract/effect.ts';
import { type Change, madeIn } from '../domain/change.ts';
import { type Fields, type Ids, type ThingIds, thingKey } from '../model/effects/facts.ts';
import { isOrder, orderChangeOf, touchesBack } from '../model/effects/restoring.ts';
import { stateReader } from '../model/effects/thing-reader.ts';
import { operationOf } from '../model/operations.ts';
import { isObject } from '../text/fields.ts';
import { kept } from '../text/kept.ts';
import type { State } from './journal/journal-schema.ts';
import { madeBefore, withMadeIds } from './journal/made-ids.ts';
import { doneBefore } from './run/execute.ts';
import type { Run } from './run/run.ts';
import { bulkReads, freshReader, type Session } from './run/session.ts';
import { afterSteps, type ChangedThing, type Groups, subjectOf, tieOf } from './undo/changed-things.ts';
import { hasDrifted, isOnlyShown } from './undo/drift.ts';
import { nameInTeam } from './undo/not-restored.ts';
import { type Present, type PresentThings, readPresent } from './undo/present.ts';
import { statesOfChange } from './undo/recorded-requests.ts';
import { byThing, valueLeft } from './undo/values.ts';

/** How the things of one change have changed since the run began. */
export interface Drift {
  /** The names of what another user has changed; `''` for the thing of the change. The change must not overwrite it. */
  readonly conflicts: readonly string[];
  /** For the members of a team: the ids of the people of these conflicts. */
  readonly users: ReadonlySet<string>;
  /** Whether the change only removes what is gone already. */
  readonly isGone: boolean;
}

/** The changes of a run, as far as they say what there was before. */
interface EarlierWork {
  readonly changes: readonly Change[];
  readonly isRecorded?: true | undefined;
}

/** What a remaining change does to a thing, or to the order of a list; `null` if it ends it. */
export interface OpenChange extends ThingIds {
  readonly place: number;
  readonly after: Fields | null;
  readonly before: State;
  readonly own: Own;
  /** Whether the request only removes something. */
  readonly removes: boolean;
}

/** What the requests of a run have done to one thing, or may have done. */
interface Own {
  /** The values that they have left; `null` where they have ended it. For an order, the steps. */
  readonly values: (Fields | null)[];
  /** Whether a request has failed or has no outcome: it may have been carried out, and after later ones. */
  isUnclear: boolean;
  /** The order of a list before, which only the first request that changes it has. */
  order?: State | undefined;
  /** What the first answer about it says that it is. */
  made?: State;
}

/**
 * Reads what the remaining changes of a run are about, and compares it with the values before the run and with those that
 * the run itself has left. Returns the result by the index of the change. Changes whose values before are not known are
 * not in it: they make something. What the run has made itself was before as it has made it.
 */
export async function readDrift(
  session: Pick<Session, 'accessRules' | 'connectForBulk' | 'redactor' | 'system' | 'place'>,
  run: Run,
  work: EarlierWork,
  concurrency: number | undefined,
): Promise<ReadonlyMap<number, Drift>> {
  const open = openChanges(run, work);
  const reader = freshReader(session);
  const states = stateReader(reader, { atOnce: concurrency ?? bulkReads, needsAll: true });
  const found = driftOf(open, await readPresent(states, open.map(thingOf), session.redactor));
  // Only plans of files say what ends with what they delete.
  if (![...found.keys()].some((place) => work.changes[place]?.contents)) return found;
  const { filledSince } = await import('./contents.ts');
  const filled = await filledSince(reader, run, work.changes, new Set(found.keys()));
  for (const [place, names] of filled) {
    const one = found.get(place) as Drift;
    found.set(place, { ...one, conflicts: [...one.conflicts, ...names] });
  }
  return found;
}

/** Compares what the remaining changes are about with what is there now. Returns the result by the index of the change. Pure. */
export function driftOf(open: readonly OpenChange[], present: PresentThings): Map<number, Drift> {
  const found = new Map<number, Drift>();
  for (const one of open) {
    const now = present.get(thingKey(one)) as Present;
    if (now.value === undefined) continue;
    const earlier = found.get(one.place) ?? { conflicts: [], users: new Set(), isGone: true };
    const fields = driftedFields(one, now.value);
    const { user } = one.ids;
    const isPerson = one.kind === 'team-member' && user !== undefined && fields.length > 0;
    found.set(one.place, {
      conflicts: [...earlier.conflicts, ...conflictsIn(one, now, fields)],
      users: isPerson ? new Set([...earlier.users, user]) : earlier.users,
      isGone: earlier.isGone && isGone(one, now.value),
    });
  }
  return found;
}

function thingOf({ kind, ids, after, before }: OpenChange): ChangedThing {
  return { ...{ kind, ids, after, isUnclear: false }, before: before.value, name: before.name };
}

/** Returns what the remaining changes do, as far as the values before are known. Pure. */
export function openChanges(run: Pick<Run, 'history' | 'before'>, work: EarlierWork): OpenChange[] {
  const { changes } = work;
  const made = madeBefore(run, changes);
  const all = new Map<string, Own>();
  const ownOf = (key: string) => kept(all, key, () => ({ values: [], isUnclear: false }));
  const open: (Omit<OpenChange, 'before'> & { readonly before: State | undefined })[] = [];
  for (const [place, change] of changes.entries()) {
    const input = withMadeIds(change.input, made) as AnyInput;
    if (madeIn(input).length > 0) continue;
    const op = operationOf(change.operation);
    const before = statesBefore(run, place, work);
    const earlier = byThing(before);
    const attempts = run.history(place)?.attempts ?? [];
    const sent = attempts.filter(({ state }) => state !== 'failed');
    for (const { after = [] } of sent)
      for (const state of after) {
        const own = ownOf(thingKey(state));
        own.values.push(state.value ?? null);
        own.made ??= state;
      }
    const touched = touchesBack({ op, input }, before);
    // No one knows the id of what a request without an outcome may have made, and where it has put it.
    const isClear = sent.length === 0 || !touched.some((touch) => touch.change === 'make');
    const note = (kind: string, ids: Ids, after: Fields | null) => {
      const key = thingKey({ kind, ids });
      const own = ownOf(key);
      if ((isOrder(kind) ? attempts : sent).length > 0) own.values.push(after);
      own.isUnclear ||= attempts.some(({ state }) => state !== 'done');
      if (isOrder(kind)) own.order ??= earlier.get(key);
      if (!isClear || doneBefore(run, place)) return;
      const removes = effectOf(op) === 'delete';
      open.push({ ...{ place, kind, ids, after, own, removes }, before: earlier.get(key) });
    };
    for (const touch of touched) {
      const { kind, ids, change: does } = touch;
      const order = orderChangeOf(touch);
      if (order) note(order.kind, order.ids, order.step);
      const after = does === 'end' ? null : valueLeft(touch, undefined, earlier);
      if (does !== 'place' || touch.sets) note(kind, ids, after);
    }
  }
  return open.flatMap(({ before, ...one }): OpenChange[] => {
    const known = before ?? one.own.order ?? one.own.made;
    return known?.value === undefined ? [] : [{ ...one, before: known }];
  });
}

/** Returns the values before a change: those that the run has recorded, else those of the change itself. */
function statesBefore(
  run: Pick<Run, 'history' | 'before'>,
  place: number,
  { changes, isRecorded }: EarlierWork,
): readonly State[] {
  const attempts = run.history(place)?.attempts ?? [];
  const recorded = run.before(place) ?? attempts.find(({ before }) => before !== undefined)?.before;
  if (recorded || isRecorded) return recorded ?? [];
  const change = changes[place] as Change;
  return statesOfChange(change, change.input.params as Ids);
}

/** Returns the fields that have neither the value before nor one that the run gives them; `''` for the whole thing. */
function driftedFields({ kind, after, before, own }: OpenChange, now: Fields | null): string[] {
  const earlier = before.value ?? null;
  if (isOrder(kind))
    return after && 'move' in after && !isInOrder(earlier as Groups | null, own, now as Groups | null)
      ? ['']
      : [];
  if (now === null) return after === null || earlier === null || own.values.includes(null) ? [] : [''];
  const isKnown = (field: string) => earlier === null || field in earlier;
  // Counts and lists of what is in a thing may differ by other changes of the run.
  const fields = Object.keys(after ?? earlier ?? {}).filter(
    (field) => after !== null || (field in now && isPlain(earlier?.[field]) && !isOnlyShown(kind, field)),
  );
  const isLeftByGroup = (field: string) => field === 'sectionGroup' && now[field] == null;
  return fields.filter(
    // A section is in no group any more when the run has deleted its group.
    (field) =>
      isKnown(field) && !isLeftByGroup(field) && hasDrifted(field, now, [earlier, after, ...own.values]),
  );
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'number' && !Array.isArray(value) && !isObject(value);
}

/**
 * Returns whether the things of an order that are still there are as the run has left them. Where that is not known, this
 * looks only at those that no request of the run is about.
 */
function isInOrder(before: Groups | null, { values, isUnclear }: Own, now: Groups | null): boolean {
  if (!before || !now || Object.keys(before).length === 0) return true;
  const steps = values.filter((step) => step !== null);
  const elsewhere = new Set(isUnclear ? steps.map(subjectOf) : []);
  return Object.entries(afterSteps(before, steps)).every(([group, expected]) => {
    const there = (now[group] ?? []).filter((id) => expected.includes(id) && !elsewhere.has(id));
    return expected.filter((id) => there.includes(id)).join() === there.join();
  });
}

/** Returns whether a change ends what is gone already. Then nothing is left to do in the order that it was in, either. */
function isGone({ kind, after, removes }: OpenChange, now: Fields | null): boolean {
  if (!removes || isOrder(kind)) return removes;
  return now === null || (after !== null && Object.keys(after).every((field) => now[field] == null));
}

/** Names what another user has changed; `''` for the thing that the change itself names. */
function conflictsIn(open: OpenChange, now: Present, fields: readonly string[]): string[] {
  const thing = thingOf(open);
  const isTie = isOrder(open.kind) || tieOf(open) !== undefined;
  if (now.value === null && (!isTie || now.isPlaceGone)) return fields.map(() => 'it no longer exists');
  if (open.kind === 'team-member') return fields.map(() => nameInTeam(thing, now));
  return isTie ? fields.map(() => '') : [...fields];
}
