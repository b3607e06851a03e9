import type { AnyInput } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { type Change, isEqual, isPart, madeIn, mapMade } from '../../domain/change.ts';
import { membershipsOf } from '../../domain/memberships/changes.ts';
import type { Fields, Ids, Made, Piece } from '../../model/undo/facts.ts';
import { pieceKind } from '../../model/undo/index.ts';
import { madeId, type PieceState, type TaskHistory } from '../../runs/journal.ts';
import { effectsOf, settle } from './recording.ts';

/** A piece that a run has changed. */
export interface ChangedPiece extends Piece {
  readonly name?: string | undefined;
  /** Its value before the run; `null` if it did not exist, `undefined` if that is not known. */
  readonly before: Fields | null | undefined;
  /** The fields that the run has set, with the values after it; `null` if the run has removed it. */
  readonly after: Fields | null;
  /** Why the value before is not known. */
  readonly unknown?: string | undefined;
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
  return [...pieces.values()].map(({ kind, ids, steps }) => {
    // The first request that was to change an order has it, also if the service refused that request.
    const orders = pieceKind(kind).isOrder
      ? recorded.filter((one) => one.kind === kind && isEqual(one.ids, ids))
      : [];
    return folded(kind, ids, steps, noBefore, orders);
  });
}

function stepsOf(request: RecordedRequest): { kind: string; ids: Ids; step: Step }[] {
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
  return {
    kind,
    ids,
    ...(name !== undefined && { name }),
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
  const made = new Set(pieces.flatMap((piece) => (isMadeByRun(piece) ? [ownIdOf(piece)] : [])));
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
      isMadeByRun(piece) && holding.has(ownIdOf(piece))
        ? { ...piece, after: withoutCounts(piece.after) }
        : piece,
    );
}

function isMadeByRun({ before, after, isUnclear }: ChangedPiece): boolean {
  return before === null && after !== null && !isUnclear;
}

function ownIdOf({ kind, ids }: ChangedPiece): string {
  return ids[pieceKind(kind).key ?? ''] ?? '';
}

function withoutCounts(fields: Fields | null): Fields | null {
  return (
    fields &&
    Object.fromEntries(
      Object.entries(fields).filter(([, value]) => !(typeof value === 'number' || Array.isArray(value))),
    )
  );
}

/** Returns the pieces that a run of changes has changed, in the order of the last change of each. */
export function piecesOfChanges(
  changes: readonly Change[],
  tasks: ReadonlyMap<number, TaskHistory>,
): ChangedPiece[] {
  const idOf = ({ $change }: Made) => madeIdAt(tasks, $change);
  const parts = partsByPlace(changes);
  const pieces = new Map<string, ChangedPiece>();
  for (const [place, change] of changes.entries()) {
    if (isPart(change)) continue;
    for (const { before, after, isUnclear } of effectsOfChange(change, tasks.get(place))) {
      const { kind, name } = change;
      const { key, isOrder, keepsId } = pieceKind(kind);
      const ref = mapMade(change.ref, idOf) as Ids;
      const made = before === null && key !== undefined && !keepsId ? madeIdAt(tasks, place) : undefined;
      const ids = made === undefined ? ref : { ...ref, [key as string]: made };
      // The id of a thing is unknown if the request that made it has no outcome.
      if (before === null && key !== undefined && ids[key] === undefined) continue;
      const left =
        (before === null ? leftBy(change, parts.get(place) ?? [], tasks, place) : undefined) ?? after;
      const own = JSON.stringify([kind, ids, kind === 'team-members' && isUnclear]);
      const earlier = pieces.get(own);
      pieces.delete(own);
      pieces.set(own, {
        kind,
        ids,
        name: titleIn(name),
        before: earlier ? joined(before, earlier.before) : before,
        after: isOrder ? after : joined(earlier?.after, left),
        isUnclear: isUnclear && (earlier?.isUnclear ?? true),
        ...(isOrder && { steps: [...(earlier?.steps ?? []), mapMade(after, idOf) as Fields] }),
      });
    }
  }
  return [...pieces.values()];
}

/** What a change has done, or may have done. */
type EffectOfChange = Pick<Change, 'before' | 'after'> & { readonly isUnclear: boolean };

/**
 * Returns what a change has done, and what it may have done because the journal has no outcome; nothing if it was refused
 * or not sent.
 */
function effectsOfChange(change: Change, history: TaskHistory | undefined): EffectOfChange[] {
  const attempts = history?.attempts ?? [];
  const done = attempts.filter(({ state }) => state === 'done');
  const isOpen = attempts.some(({ state }) => state === 'open' || state === 'unknown');
  // A later process has read the state, and found nothing left to do.
  const isDone = done.length > 0 || (isOpen && history?.end?.state === 'done');
  const isPartly = done.length > 0 && done.every(({ users }) => users !== undefined);
  if (!isPartly) return isDone || isOpen ? [{ ...change, isUnclear: !isDone }] : [];
  const users = new Set(done.flatMap((attempt) => attempt.users ?? []));
  const [own, others] = [membershipsIn(change, users, true), membershipsIn(change, users, false)];
  return [
    { ...own, isUnclear: false },
    ...(isOpen && Object.keys(others.after).length > 0 ? [{ ...others, isUnclear: true }] : []),
  ];
}

/** Returns the memberships of a change that are about some people, or about all others. */
function membershipsIn({ before, after }: Change, users: ReadonlySet<string>, isIn: boolean) {
  const some = (fields: Fields | null) =>
    Object.fromEntries(Object.entries(fields ?? {}).filter(([user]) => users.has(user) === isIn));
  return { before: some(before), after: some(after) };
}

type PlacedPart = readonly [place: number, part: Change];

/** Returns the changes of each thing that another change makes, by the place of that change. */
function partsByPlace(changes: readonly Change[]): ReadonlyMap<number, readonly PlacedPart[]> {
  const parts = new Map<number, PlacedPart[]>();
  for (const [at, part] of changes.entries()) {
    const fillsTeam = part.kind === 'team-members';
    for (const place of isPart(part) ? part.requires : fillsTeam ? madeIn(part.ref) : [])
      parts.set(place, [...(parts.get(place) ?? []), [at, part]]);
  }
  return parts;
}

/** The fields of a thing as the change that makes it, and its further changes, have left them. */
function leftBy(
  { kind, after }: Change,
  parts: readonly PlacedPart[],
  tasks: ReadonlyMap<number, TaskHistory>,
  place: number,
): Fields | undefined {
  const leftAt = (at: number) =>
    tasks.get(at)?.attempts.findLast(({ state }) => state === 'done')?.after ?? [];
  const [own = earlierTeam(kind, after)] = leftAt(place);
  if (!own?.value) return undefined;
  const added = parts.flatMap(([at, part]) =>
    part.kind === 'team-members'
      ? effectsOfChange(part, tasks.get(at)).flatMap((done) => (done.isUnclear ? [] : membershipsOf(done)))
      : [],
  );
  const later = parts.flatMap(([at]) =>
    leftAt(at).filter(({ kind, ids }) => kind === own.kind && isEqual(ids, own.ids)),
  );
  // What is made in it changes its counts and lists.
  const grows = parts.some(([, { action }]) => action === 'create');
  const fixed = grows ? withoutCounts(own.value) : own.value;
  const members = typeof own.value.members === 'number' && { members: own.value.members + added.length };
  return Object.assign({ ...fixed }, added.length > 0 && members, ...later.map(({ value }) => value));
}

/** A team as a run has left it whose journal, of an earlier version, has no values after its requests. */
function earlierTeam(
  kind: string,
  after: Fields | null,
): Pick<PieceState, 'kind' | 'ids' | 'value'> | undefined {
  return kind === 'team' ? { kind, ids: {}, value: { ...after, members: 0, spaces: 0 } } : undefined;
}

/** Merges later fields over earlier ones; `null` if the later ones say that the thing is gone. */
function joined(fields: Fields | null | undefined, later: Fields | null | undefined): Fields | null {
  return later == null ? null : { ...fields, ...later };
}

function madeIdAt(tasks: ReadonlyMap<number, TaskHistory>, place: number): string | undefined {
  const history = tasks.get(place);
  return history && madeId(history);
}

/** Returns the title in a name such as `team "Docs" (team_docs)`. */
function titleIn(name: string): string | undefined {
  const [, title] = /"(.*)"/s.exec(name) ?? [];
  return title;
}
