import type { AnyInput } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import type { Fields, Ids, Piece } from '../../model/undo/facts.ts';
import { effectsOf, pieceKind } from '../../model/undo/index.ts';
import { isEqual } from '../../text/equal.ts';
import type { PieceState } from '../journal/journal.ts';
import { settle } from './recording.ts';

/** A piece that a run has changed. */
export interface ChangedPiece extends Piece {
  readonly name?: string | undefined;
  /** Its value before the run; `null` if it did not exist, `undefined` if that is not known. */
  readonly before: Fields | null | undefined;
  /** The fields that the run has set, with the values after it; `null` if the run has removed it. */
  readonly after: Fields | null;
  /** Why the value before is not known. */
  readonly unknown?: string | undefined;
  /** If the value before is the one of the plan: why it could not be read again. */
  readonly planned?: string | undefined;
  /** Whether no request that changed it has an outcome: somebody else may have changed it. */
  readonly isUnclear: boolean;
  /** The changes of an order. */
  readonly steps?: readonly Fields[];
}

/** A request in a journal, with its last outcome. */
export interface RecordedRequest {
  readonly op: Operation;
  readonly input: AnyInput;
  /** Whether the journal says that it was done. */
  readonly isDone: boolean;
  readonly before?: readonly PieceState[] | undefined;
  readonly after?: readonly PieceState[] | undefined;
  /** The id of the thing that it made or changed. */
  readonly id?: string | undefined;
}

interface Step {
  readonly before: PieceState | undefined;
  readonly after: Fields | null;
  readonly makes: boolean;
  readonly isDone: boolean;
}

/**
 * Returns the pieces that requests have changed, each once, in the order of the last request that changed each.
 * `recorded` are all values before that the journal holds, also those of refused requests.
 */
export function changedPieces(
  requests: readonly RecordedRequest[],
  noBefore: string,
  recorded: readonly PieceState[] = [],
): ChangedPiece[] {
  const pieces = new Map<string, { kind: string; ids: Ids; steps: Step[] }>();
  for (const request of requests) {
    for (const { kind, ids, step } of stepsOf(request)) {
      const key = JSON.stringify([kind, ids]);
      const piece = pieces.get(key) ?? { kind, ids, steps: [] };
      piece.steps.push(step);
      pieces.delete(key);
      pieces.set(key, piece);
    }
  }
  return [...pieces.values()].flatMap(({ kind, ids, steps }) => {
    // The first request that was to change an order has it, also if the service refused that request.
    const orders = pieceKind(kind).isOrder
      ? recorded.filter((one) => one.kind === kind && isEqual(one.ids, ids))
      : [];
    const piece = folded(kind, ids, steps, noBefore, orders);
    const others = pieceKind(kind).isOrder ? [] : unclearOnly(steps, piece);
    return [piece, ...(others.length > 0 ? [folded(kind, ids, others, noBefore, [])] : [])];
  });
}

/** Returns the requests without an outcome that set fields which no other request has set, with these fields alone. */
function unclearOnly(steps: readonly Step[], { after, isUnclear }: ChangedPiece): Step[] {
  if (isUnclear || after === null) return [];
  return steps
    .filter(({ isDone }) => !isDone)
    .map((step) => ({ ...step, after: withoutFields(step.after ?? {}, after) }))
    .filter((step) => Object.keys(step.after).length > 0);
}

function withoutFields(fields: Fields, others: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in others)));
}

/** Returns what a request does to each piece that it changes. */
export function stepsOf(request: RecordedRequest): { kind: string; ids: Ids; step: Step }[] {
  const { before = [], after, id, isDone } = request;
  return effectsOf(request).flatMap((effect, place) => {
    const { kind, makes = false } = effect;
    const key = pieceKind(kind).key ?? '';
    const own = before.filter((one) => one.kind === kind)[0];
    const recorded = after?.[place];
    const ids = recorded?.ids ?? (makes && id !== undefined ? { [key]: id, ...effect.ids } : effect.ids);
    // The id of a thing is unknown if the request that made it has no outcome.
    if (makes && pieceKind(kind).key !== undefined && ids[key] === undefined) return [];
    const value = recorded ? (recorded.value ?? null) : effect.after && settle(effect.after, id, own?.value);
    return [{ kind, ids, step: { before: own, after: value, makes, isDone } }];
  });
}

function folded(
  kind: string,
  ids: Ids,
  steps: readonly Step[],
  noBefore: string,
  orders: readonly PieceState[],
): ChangedPiece {
  const done = steps.filter(({ isDone }) => isDone);
  const counted = done.length > 0 ? done : steps;
  const befores = orders.length > 0 ? orders : counted.flatMap(({ before }) => before ?? []);
  const last = counted.findLastIndex((step) => step.after === null);
  const sets = counted.slice(last + 1).map((step) => step.after);
  const after: Fields | null = last >= 0 && sets.length === 0 ? null : Object.assign({}, ...sets);
  const name = befores.find((one) => one.name !== undefined)?.name;
  const planned = befores.find((one) => one.planned !== undefined)?.planned;
  return {
    kind,
    ids,
    ...(name !== undefined && { name }),
    ...(planned !== undefined && { planned }),
    after,
    ...beforeOf(counted, befores, noBefore),
    isUnclear: done.length === 0,
    ...(pieceKind(kind).isOrder && {
      steps: counted.flatMap((step): Fields[] => (step.after ? [step.after] : [])),
    }),
  };
}

function beforeOf(
  [first]: readonly Step[],
  befores: readonly PieceState[],
  noBefore: string,
): Pick<ChangedPiece, 'before' | 'unknown'> {
  if (first?.makes) return { before: null };
  const [state] = befores;
  if (!state) return { before: undefined, unknown: noBefore };
  if (state.unknown !== undefined) return { before: undefined, unknown: state.unknown };
  if (state.value == null) return { before: null };
  const values = befores.map(({ value }) => value ?? {});
  return { before: Object.assign({}, ...values.reverse()) };
}

/**
 * Leaves out what is in a thing that the run has made: it goes with the thing. Counts and lists of such a thing are not
 * compared, since what the run has made in it changes them.
 */
export function withoutPartsOfMade(pieces: readonly ChangedPiece[]): ChangedPiece[] {
  const made = new Set(pieces.flatMap((piece) => (isMadeByRun(piece) ? [ownId(piece)] : [])));
  const isPart = ({ kind, ids }: ChangedPiece) => {
    const { key } = pieceKind(kind);
    return Object.entries(ids).some(([name, id]) => name !== key && made.has(id));
  };
  // The role of a made team on a collection is a value of the collection, and counts in the team.
  const holding = new Set(
    pieces.flatMap((piece) =>
      isPart(piece) ? Object.values(piece.ids) : Object.keys({ ...piece.after }).filter((id) => made.has(id)),
    ),
  );
  return pieces
    .filter((piece) => !isPart(piece))
    .map((piece) =>
      isMadeByRun(piece) && holding.has(ownId(piece))
        ? { ...piece, after: withoutCounts(piece.after) }
        : piece,
    );
}

/** Tells whether the run has made the thing, and it is known that it has. */
export function isMadeByRun({ before, after, isUnclear }: ChangedPiece): boolean {
  return before === null && after !== null && !isUnclear;
}

/** Tells whether a piece that the run has deleted is made again. */
export function isRemade(piece: ChangedPiece, now: PieceState | undefined): boolean {
  return piece.after === null && now?.value === null && piece.before != null;
}

/** Returns the id of the thing that a piece is, or is a part of. */
export function ownId({ kind, ids }: ChangedPiece): string {
  return ids[pieceKind(kind).key ?? ''] ?? '';
}

/** Leaves out the counts and lists in the fields of a thing. */
export function withoutCounts(fields: Fields | null): Fields | null {
  return (
    fields &&
    Object.fromEntries(
      Object.entries(fields).filter(([, value]) => !(typeof value === 'number' || Array.isArray(value))),
    )
  );
}
