import type { AnyInput } from '../api/client/request.ts';
import { effectOf } from '../api/contract/effect.ts';
import { type Change, madeIn, mapMade } from '../domain/change.ts';
import type { Fields, Ids } from '../model/effects/facts.ts';
import { operationOf } from '../model/operations.ts';
import type { Piece, PieceEffect } from '../model/undo/facts.ts';
import { effectsOf, pieceKind } from '../model/undo/index.ts';
import { isObject } from '../text/fields.ts';
import type { PieceState } from './journal/journal.ts';
import { idFrom, madeBefore } from './made.ts';
import { doneBefore, readsAtOnce } from './run/execute.ts';
import { freshReader } from './run/readers.ts';
import type { Run } from './run/run.ts';
import type { Session } from './run/session.ts';
import { changedSince } from './undo/left.ts';
import { afterSteps, type Groups, subjectOf } from './undo/orders.ts';
import { type Found, readPieces } from './undo/reader.ts';
import { isSame, isSecret, settle } from './undo/recording.ts';

/** How the things of one change have changed since the run began. */
export interface Since {
  /** The names of what somebody else has changed; `''` for the thing of the change. The change must not overwrite it. */
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
  readonly structure?: unknown;
}

/** An effect that is not reached yet, with the values before the run. */
interface Open {
  readonly place: number;
  readonly effect: PieceEffect;
  readonly before: PieceState;
  readonly own: Own;
  /** Whether the request only removes something. */
  readonly removes: boolean;
}

/** What the requests of a run have done to one piece, or may have done. */
interface Own {
  /** The values that they have left; `null` where they have removed it. For an order, the steps. */
  readonly values: (Fields | null)[];
  /** Whether a request has failed or has no outcome: it may have been carried out, and after later ones. */
  isUnclear: boolean;
}

/**
 * Reads what the remaining changes of a run are about, and compares it with the values before the run and with those that
 * the run itself has left. Returns the result by the index of the change. Changes whose values before are not known are
 * not in it: they make something, or are about a thing that the run has made.
 */
export async function readSince(
  session: Pick<Session, 'connectForBulk' | 'redactor' | 'system' | 'place'>,
  run: Run,
  work: EarlierWork,
  concurrency: number | undefined,
): Promise<ReadonlyMap<number, Since>> {
  const open = await openEffects(run, work);
  const reader = freshReader(session);
  const wishes = open.map(({ effect: { kind, ids, after } }) => {
    const fields = pieceKind(kind).isOrder ? [] : Object.keys(after ?? {});
    return { kind, ids, fields, named: kind === 'team-members' };
  });
  const found = await readPieces(reader, wishes, {
    redactor: session.redactor,
    atOnce: readsAtOnce(concurrency),
    needsAll: true,
  });
  const since = new Map<number, Since>();
  for (const [at, one] of open.entries()) {
    const now = found[at] as Found;
    if (now.value === undefined) continue;
    const earlier = since.get(one.place) ?? { conflicts: [], users: new Set(), isGone: true };
    const fields = changedFields(one, now.value);
    const isTeam = one.effect.kind === 'team-members';
    since.set(one.place, {
      conflicts: [...earlier.conflicts, ...conflictsIn(one, now, fields)],
      users: new Set([...earlier.users, ...(isTeam ? fields : [])]),
      isGone: earlier.isGone && isGone(one, now.value),
    });
  }
  // Only plans of files say what ends with what they delete.
  if (![...since.keys()].some((place) => work.changes[place]?.contents)) return since;
  const { filledSince } = await import('./contents.ts');
  const filled = await filledSince(reader, run, work.changes, new Set(since.keys()));
  for (const [place, names] of filled) {
    const one = since.get(place) as Since;
    since.set(place, { ...one, conflicts: [...one.conflicts, ...names] });
  }
  return since;
}

/** Returns the effects of the remaining changes, as far as the values before are known. */
async function openEffects(run: Run, work: EarlierWork): Promise<Open[]> {
  const { changes } = work;
  const made = madeBefore(run, changes);
  const own = new Map<string, Own>();
  const ownOf = ({ kind, ids }: Piece) => {
    const key = JSON.stringify([kind, Object.entries(ids).sort()]);
    const known = own.get(key) ?? { values: [], isUnclear: false };
    own.set(key, known);
    return known;
  };
  const orders = new Map<Own, PieceState>();
  const open: (Omit<Open, 'before'> & { readonly before: PieceState | undefined })[] = [];
  for (const [place, { operation, input: planned }] of changes.entries()) {
    const input = mapMade(planned, (one) => idFrom(made, one) ?? one) as AnyInput;
    if (madeIn(input).length > 0) continue;
    const op = operationOf(operation);
    const befores = valuesBefore(run, place, work);
    const all = run.history(place)?.attempts ?? [];
    const attempts = all.filter(({ state }) => state !== 'failed');
    const isUnclear = all.some(({ state }) => state !== 'done');
    for (const { after = [] } of attempts)
      for (const { value, ...piece } of after)
        if (!pieceKind(piece.kind).isOrder) ownOf(piece).values.push(value ?? null);
    const effects = effectsOf({ op, input });
    // Nobody knows the id of what a request without an outcome may have made, and where it has put it.
    const isClear = attempts.length === 0 || !effects.some(({ makes }) => makes);
    for (const effect of effects) {
      const ofPiece = ownOf(effect);
      const before = befores.find(({ kind }) => kind === effect.kind);
      const { isOrder } = pieceKind(effect.kind);
      if ((isOrder ? all : attempts).length > 0)
        ofPiece.values.push(effect.after && settle(effect.after, undefined, before?.value));
      ofPiece.isUnclear ||= isUnclear;
      if (before && isOrder && !orders.has(ofPiece)) orders.set(ofPiece, before);
      if (isClear && !effect.makes && !doneBefore(run, place))
        open.push({ place, effect, before, own: ofPiece, removes: effectOf(op) === 'delete' });
    }
  }
  return open.flatMap(({ before, ...one }): Open[] => {
    // Only the first request that changes an order has it.
    const known = before ?? orders.get(one.own);
    return known?.value === undefined ? [] : [{ ...one, before: known }];
  });
}

/** The kinds whose changes have other values, in the words of a file, where a run undoes the structure of sites. */
const inOtherWords = /^(section|site)/;

/** Returns the values before a change: those that the run has recorded, else those of the change itself. */
function valuesBefore(run: Run, place: number, work: EarlierWork): readonly PieceState[] {
  const attempts = run.history(place)?.attempts ?? [];
  const recorded = run.before(place) ?? attempts.find(({ before }) => before !== undefined)?.before;
  if (recorded || work.isRecorded) return recorded ?? [];
  const { kind, ref, before } = work.changes[place] as Change;
  if (work.structure !== undefined && inOtherWords.test(kind)) return [];
  return [{ kind, ids: ref as Ids, value: before }];
}

/** Returns the fields that have neither the value before nor one that the run gives them; `''` for the whole piece. */
function changedFields({ effect, before, own }: Open, now: Fields | null): string[] {
  const { kind, after } = effect;
  const earlier = before.value ?? null;
  if (pieceKind(kind).isOrder)
    return after && 'move' in after && !isInOrder(earlier as Groups | null, own, now as Groups | null)
      ? ['']
      : [];
  if (now === null) return after === null || earlier === null || own.values.includes(null) ? [] : [''];
  const wanted = after && settle(after, undefined, earlier);
  const isKept = (field: string) =>
    // A section is in no group any more when the run has deleted its group.
    (kind === 'section-grouping' && now[field] == null) ||
    [earlier, wanted, ...own.values].some(
      (one) => one && field in one && isSame(one[field] ?? null, now[field] ?? null),
    );
  const isKnown = (field: string) => earlier === null || (field in earlier && !isSecret(earlier[field]));
  const fields = wanted
    ? Object.keys(wanted)
    : // Counts and lists of what is in a thing may differ by other changes of the run.
      Object.keys(earlier ?? {}).filter((field) => field in now && isPlain(earlier?.[field]));
  return fields.filter((field) => isKnown(field) && !isKept(field));
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'number' && !Array.isArray(value) && !isObject(value);
}

/**
 * Returns whether the things of an order that are still there stand as the run has left them. Where that is not known, this
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

/** Returns whether an effect removes what is gone already. Then nothing is left to do in the order that it was in, either. */
function isGone({ effect: { kind, after }, removes }: Open, now: Fields | null): boolean {
  if (!removes) return false;
  if (pieceKind(kind).isOrder) return after?.remove !== undefined;
  return now === null || (after !== null && Object.keys(after).every((field) => now[field] == null));
}

/** Names what somebody else has changed; `''` for the thing that the change itself names. */
function conflictsIn({ effect, before }: Open, now: Found, fields: readonly string[]): string[] {
  const { kind, ids, after } = effect;
  if (now.value === null) return fields.map(() => 'it no longer exists');
  if (kind !== 'team-members') return pieceKind(kind).read ? fields.map(() => '') : [...fields];
  const piece = { kind, ids, after, before: before.value, name: before.name, isUnclear: false };
  return fields.map((user) => changedSince(piece, now, user).name);
}
