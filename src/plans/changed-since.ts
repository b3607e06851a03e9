import type { AnyInput } from '../api/client/request.ts';
import { type Change, madeIn, mapMade } from '../domain/change.ts';
import type { Effect, Fields, Ids, Piece } from '../model/undo/facts.ts';
import { pieceKind } from '../model/undo/index.ts';
import { doneBefore, readsAtOnce } from '../runs/execute.ts';
import type { PieceState } from '../runs/journal.ts';
import type { Run } from '../runs/run.ts';
import type { Session } from '../runs/session.ts';
import { isObject } from '../text/fields.ts';
import type { Since } from './begun-changes.ts';
import { idFrom, madeBefore, operationOf } from './change-work.ts';
import { changedSince } from './undo/left.ts';
import { afterSteps, type Groups } from './undo/orders.ts';
import { type Found, readPieces } from './undo/reader.ts';
import { effectsOf, isSame, isSecret, settle } from './undo/recording.ts';

/** The changes of a run, as far as they say what there was before. */
interface EarlierWork {
  readonly changes: readonly Change[];
  readonly isRecorded?: true | undefined;
  readonly structure?: unknown;
}

/** An effect that is not reached yet, with the values before the run. */
interface Open {
  readonly place: number;
  readonly effect: Effect;
  readonly before: PieceState;
  readonly own: Readonly<OwnValues>;
  /** Whether the request only removes something. */
  readonly removes: boolean;
}

/** The values that the requests of a run have left in one piece, or may have left; `null` where they have removed it. */
type OwnValues = (Fields | null)[];

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
  const client = session.connectForBulk({ signal: session.system.interrupt, onEvent: () => {} });
  const wishes = open.map(({ effect: { kind, ids, after } }) => {
    const fields = pieceKind(kind).isOrder ? [] : Object.keys(after ?? {});
    return { kind, ids, fields, named: kind === 'team-members' };
  });
  const found = await readPieces(client, wishes, {
    org: session.place().org ?? undefined,
    redactor: session.redactor,
    atOnce: readsAtOnce(concurrency),
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
  return since;
}

/** Returns the effects of the remaining changes, as far as the values before are known. */
async function openEffects(run: Run, work: EarlierWork): Promise<Open[]> {
  const { changes } = work;
  const made = madeBefore(run, changes);
  const own = new Map<string, OwnValues>();
  const ownOf = ({ kind, ids }: Piece) => {
    const key = JSON.stringify([kind, Object.entries(ids).sort()]);
    const known = own.get(key) ?? [];
    own.set(key, known);
    return known;
  };
  const orders = new Map<OwnValues, PieceState>();
  const open: (Omit<Open, 'before'> & { readonly before: PieceState | undefined })[] = [];
  for (const [place, { operation, input: planned }] of changes.entries()) {
    const input = mapMade(planned, (one) => idFrom(made, one) ?? one) as AnyInput;
    if (madeIn(input).length > 0) continue;
    const op = await operationOf(operation);
    const befores = valuesBefore(run, place, work);
    const attempts = (run.history(place)?.attempts ?? []).filter(({ state }) => state !== 'failed');
    for (const { after = [] } of attempts)
      for (const { value, ...piece } of after)
        if (!pieceKind(piece.kind).isOrder) ownOf(piece).push(value ?? null);
    const effects = effectsOf({ op, input });
    // Nobody knows the id of what a request without an outcome may have made, and where it has put it.
    const isClear = attempts.length === 0 || !effects.some(({ makes }) => makes);
    for (const effect of effects) {
      const ofPiece = ownOf(effect);
      const before = befores.find(({ kind }) => kind === effect.kind);
      if (attempts.length > 0) ofPiece.push(effect.after && settle(effect.after, undefined, before?.value));
      if (before && pieceKind(effect.kind).isOrder && !orders.has(ofPiece)) orders.set(ofPiece, before);
      if (isClear && !effect.makes && !doneBefore(run, place))
        open.push({ place, effect, before, own: ofPiece, removes: op.method === 'DELETE' });
    }
  }
  return open.flatMap(({ before, ...one }): Open[] => {
    // Only the first request that changes an order has it.
    const known = before ?? orders.get(one.own as OwnValues);
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
  if (now === null) return after === null || earlier === null || own.includes(null) ? [] : [''];
  const wanted = after && settle(after, undefined, earlier);
  const isKept = (field: string) =>
    // A section is in no group any more when the run has deleted its group.
    (kind === 'section-grouping' && now[field] == null) ||
    [earlier, wanted, ...own].some(
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

/** Returns whether the things of an order that are still there stand as the run has left them. */
function isInOrder(before: Groups | null, own: Readonly<OwnValues>, now: Groups | null): boolean {
  if (!before || !now || Object.keys(before).length === 0) return true;
  const steps = own.filter((step) => step !== null);
  // The last request may have no outcome.
  return [steps, steps.slice(0, -1)].some((taken) => {
    const expected = afterSteps(before, taken);
    return Object.entries(expected).every(([group, ids]) => {
      const there = now[group] ?? [];
      return ids.filter((id) => there.includes(id)).join() === there.filter((id) => ids.includes(id)).join();
    });
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
