import type { Operation } from '../../api/contract/operation.ts';
import { type Change, inOrder, isMade, madeIn } from '../../domain/change.ts';
import type { Fields, Ids, Made, PieceKind, Plan, Step } from '../../model/undo/facts.ts';
import { pieceKind } from '../../model/undo/index.ts';
import { isEqual } from '../../text/equal.ts';
import { isObject } from '../../text/fields.ts';
import { type ChangedPiece, isMadeByRun, isRemade, ownId } from './changed-pieces.ts';
import { deletionsAfterUses } from './deletions.ts';
import { changedSince, type Left, nameOf, noSpaceAgain, unclear } from './left.ts';
import { orderSteps } from './orders.ts';
import type { Found } from './reader.ts';
import { isSame, isSecret } from './recording.ts';
import { freedFirst, optionsFirst } from './required-first.ts';
import { partsOf } from './survivors.ts';

/** The changes that undo a run; each comes after those that it requires. */
export interface Inverse {
  readonly changes: readonly Change[];
  /** Things that stay as they are: somebody else may have changed them, or their earlier value is not known. */
  readonly stays: readonly Left[];
  /** Things that cannot come back. */
  readonly lost: readonly Left[];
  /** Things that get the value that the plan of the run was made on, with the reason. */
  readonly planned: readonly Left[];
}

/**
 * Plans how to undo what a run has changed: each piece gets its value before the run, unless somebody else has changed
 * it since. `present` has the present values, in the order of `pieces`, which is the order of the run. `goneSpaces` has the
 * ids of spaces that no longer exist: sites and sections are made again without them.
 */
export function inverse(
  pieces: readonly ChangedPiece[],
  present: readonly Found[],
  goneSpaces: ReadonlySet<string> = new Set(),
): Inverse {
  const result: Result = { changes: [], stays: [], lost: [], planned: [], away: new Set() };
  /** The things that are made again, by their earlier ids. */
  const again = new Map<string, Made>();
  const orders: (readonly [ChangedPiece, Found])[] = [];
  const gone = new Set(pieces.flatMap((piece, at) => (isRemade(piece, present[at]) ? [ownId(piece)] : [])));
  const ids = new Set(pieces.map(ownId));
  const touched = touchedTeams(pieces, present);
  const ending = new Set(
    pieces.flatMap((piece, at) =>
      piece.kind === 'team' && isUnmade(piece, present[at], touched) ? [ownId(piece)] : [],
    ),
  );
  const endsWithTeam = ({ kind, ids }: ChangedPiece) => kind === 'team-members' && ending.has(ids.team ?? '');
  const inside = new Set(
    pieces.flatMap((piece, at) =>
      partsOf(piece, present[at]).flatMap((part) => (part.before === null ? [ownId(part)] : [])),
    ),
  );
  /** A thing that is made again brings its parts with it. */
  const comesWith = (piece: ChangedPiece, now: Found) =>
    Object.values(around(piece)).some((id) => gone.has(id)) ||
    (piece.before !== null && inside.has(ownId(piece)) && (piece.after === null || now.value !== null));
  const context = { result, again, gone, ids, touched, goneSpaces };
  for (const at of heldFirst(pieces, present)) {
    const piece = pieces[at] as ChangedPiece;
    const now = present[at] as Found;
    if (pieceKind(piece.kind).isOrder) orders.push([piece, now]);
    // A team that is deleted has no members any more.
    else if (!comesWith(piece, now) && !endsWithTeam(piece)) setBack(piece, now, context);
  }
  for (const [piece, now] of orders) {
    const { steps, stays, lost } = orderSteps(piece, now, again, result.away);
    for (const [at, step] of steps.entries())
      add(result.changes, piece, step, nameOf(piece, now), at === 0 ? (now.value ?? {}) : {});
    if (stays) result.stays.push({ name: nameOf(piece, now), reason: stays });
    if (lost) result.lost.push({ name: nameOf(piece, now), reason: lost });
  }
  const { stays, lost, planned } = result;
  const changes = result.changes.map((change) => withNewIds(change, again));
  return { changes: deletionsAfterUses(inOrder(optionsFirst(freedFirst(changes)))), stays, lost, planned };
}

/**
 * Returns the places of the pieces from the last one to the first. What is in a thing that the run has made comes before
 * the thing: it must be away when the thing is deleted.
 */
function heldFirst(pieces: readonly ChangedPiece[], present: readonly Found[]): ReadonlySet<number> {
  const places = new Map(pieces.map((piece, at) => [pieceKind(piece.kind).isOrder ? '' : ownId(piece), at]));
  const order = new Set<number>();
  const place = (at: number): void => {
    for (const id of present[at]?.held ?? []) {
      const inside = places.get(id);
      if (inside !== undefined && !order.has(inside)) place(inside);
    }
    order.add(at);
  };
  for (const at of [...pieces.keys()].reverse()) place(at);
  return order;
}

/** Returns the ids of the parents of a piece. */
function around({ kind, ids }: ChangedPiece): Ids {
  const { key } = pieceKind(kind);
  return Object.fromEntries(Object.entries(ids).filter(([name]) => name !== key));
}

/** `away` has the ids of the things that are deleted, or moved to another place. */
type Result = { changes: Change[]; stays: Left[]; lost: Left[]; planned: Left[]; away: Set<string> };

/** Returns the teams in which somebody else has changed a membership of the run. */
function touchedTeams(pieces: readonly ChangedPiece[], present: readonly Found[]): ReadonlySet<string> {
  const isTouched = ({ kind, after }: ChangedPiece, at: number) =>
    kind === 'team-members' &&
    Object.entries(after ?? {}).some(([user, role]) => !isSame(role, present[at]?.value?.[user]));
  return new Set(pieces.filter(isTouched).map(({ ids }) => ids.team ?? ''));
}

interface Context {
  readonly result: Result;
  readonly again: Map<string, Made>;
  /** The ids of the things that are made again. */
  readonly gone: ReadonlySet<string>;
  /** The ids of all pieces. */
  readonly ids: ReadonlySet<string>;
  readonly touched: ReadonlySet<string>;
  readonly goneSpaces: ReadonlySet<string>;
}

function setBack(piece: ChangedPiece, now: Found, context: Context): void {
  const { result } = context;
  const kind = pieceKind(piece.kind);
  const name = nameOf(piece, now);
  const reason = whyItStays(piece, now);
  if (piece.isUnclear) result.stays.push(...(shows(piece, now) ? unclear(piece, now) : []));
  else if (reason !== undefined) result.stays.push({ name, reason });
  else if (piece.after === null && kind.final !== undefined) result.lost.push({ name, reason: kind.final });
  else if (piece.unknown !== undefined)
    result.lost.push({ name, reason: `its value before is not known: ${piece.unknown}` });
  else if (piece.before === null) unmake(kind, piece, now, result, context.touched);
  else if (piece.after !== null) setFieldsBack(kind, piece, now, name, context);
  else if (now.value === null) remake(kind, piece, name, context);
  else
    for (const step of kind.whenBack?.(piece.ids, piece.before ?? {}, now.value ?? {}) ?? [])
      add(result.changes, piece, step, name);
}

/** Returns why a piece stays as a whole; `undefined` if it is restored. */
function whyItStays(piece: ChangedPiece, now: Found): string | undefined {
  const { before, after, unknown } = piece;
  if (unknown !== undefined || before === null) return undefined;
  if (now.unknown !== undefined) return `its present value is not known: ${now.unknown}`;
  if (after !== null) return now.value === null ? 'it no longer exists' : undefined;
  return now.value === null || pieceKind(piece.kind).whenBack ? undefined : 'it is there again';
}

const notKept = 'it holds a secret, which journals do not keep';

/** Restores the fields that the run has set, unless somebody else has changed them since. */
function setFieldsBack(
  kind: PieceKind,
  piece: ChangedPiece,
  found: Found,
  name: string,
  { result, gone }: Context,
): void {
  const now = found.value ?? {};
  const back: Record<string, unknown> = {};
  for (const [field, left] of Object.entries(piece.after ?? {})) {
    const [before, value] = [piece.before?.[field], now[field]];
    const reason = isSecret(before) ? notKept : unwritable(kind, field, before, value);
    // What is made again has another id.
    const isThere = isEqual(before, value) && !gone.has(before as string);
    if (isThere && kind.unwritable?.(field, before, value) === undefined) continue;
    if (isSecret(left)) result.stays.push({ name, reason: `${field}: ${notKept}` });
    else if (!isSame(left, value)) result.stays.push(changedSince(piece, found, field));
    else if (reason !== undefined) result.lost.push({ name, reason: `${field}: ${reason}` });
    else back[field] = before ?? kind.clears?.[field] ?? null;
  }
  if (Object.keys(back).length === 0) return;
  if (piece.planned !== undefined) result.planned.push({ name, reason: piece.planned });
  if ('parent' in back) result.away.add(ownId(piece));
  const steps = kind.set?.(piece.ids, back, now) ?? [updateStep(kind, piece.ids, back)];
  for (const step of steps) add(result.changes, piece, step, name, now);
}

/** Tells whether a piece is as a request without an outcome was to leave it, at least in part. */
function shows({ kind, ids, before, after }: ChangedPiece, { value }: Found): boolean {
  // Its values may be secrets, which the journal does not have.
  if (after !== null && before === null) return value != null;
  if (after !== null)
    return value != null && Object.entries(after).some(([field, left]) => isSame(left, value[field]));
  // A person who is back, but not as before, may have left by the request.
  return value == null || (pieceKind(kind).whenBack?.(ids, before ?? {}, value).length ?? 0) > 0;
}

/** Returns why a field cannot get a value again. */
function unwritable(kind: PieceKind, field: string, value: unknown, now: unknown): string | undefined {
  const reason = kind.unwritable?.(field, value, now);
  if (reason !== undefined || kind.set) return reason;
  if (!takes(kind.update, field)) return 'no operation of the service changes it';
  if ((value ?? null) !== null || (kind.clears && field in kind.clears)) return undefined;
  return 'it had no value, and the service takes none away';
}

function takes(operation: Operation | undefined, field: string): boolean {
  const shape = (operation?.body as { shape?: object } | undefined)?.shape;
  return shape !== undefined && Object.hasOwn(shape, field);
}

function updateStep(kind: PieceKind, ids: Ids, body: Fields): Step {
  return { action: 'update', operation: kind.update as Operation, params: ids, body, sets: body };
}

/** Deletes what the run has made, unless somebody else has changed it, or it contains something. */
function unmake(
  kind: PieceKind,
  piece: ChangedPiece,
  now: Found,
  { changes, stays, lost, away }: Result,
  touched: ReadonlySet<string>,
): void {
  const name = nameOf(piece, now);
  if (now.unknown === undefined && now.value == null) return;
  const holds = now.held?.some((id) => !away.has(id)) ? 'it holds collections or spaces now' : undefined;
  const reason = whyNotUnmade(piece, now, touched) ?? holds;
  if (reason !== undefined) stays.push({ name, reason });
  else if (!kind.remove) lost.push({ name, reason: 'the service has no operation to take it away' });
  else {
    away.add(ownId(piece));
    add(
      changes,
      piece,
      { action: 'delete', operation: kind.remove, params: piece.ids },
      name,
      now.whole ?? now.value,
    );
  }
}

function isUnmade(piece: ChangedPiece, now: Found | undefined, touched: ReadonlySet<string>): boolean {
  return isMadeByRun(piece) && now?.value != null && whyNotUnmade(piece, now, touched) === undefined;
}

/** Returns why a thing that the run has made must not be deleted; `undefined` if it may be deleted. */
function whyNotUnmade(piece: ChangedPiece, now: Found, touched: ReadonlySet<string>): string | undefined {
  if (now.unknown !== undefined) return `its present value is not known: ${now.unknown}`;
  const isChanged = ([field, left]: [string, unknown]) =>
    !isSecret(left) && !isSame(left, now.value?.[field]);
  const changed = Object.entries(piece.after ?? {}).find(isChanged)?.[0];
  const field = changed ?? (touched.has(ownId(piece)) ? 'members' : undefined);
  return field && `${field} has been changed since`;
}

function remake(
  kind: PieceKind,
  piece: ChangedPiece,
  name: string,
  { result: { changes, lost }, again, ids, goneSpaces }: Context,
): void {
  if (!piece.before) return;
  const first = changes.length;
  const [secrets, known] = parted(piece.before);
  const gone = [...(kind.spaces?.(known) ?? [])].filter(([id]) => goneSpaces.has(id));
  for (const [id, title] of gone)
    lost.push({ name, reason: `space ${JSON.stringify(title)} (${id}) in it: ${noSpaceAgain}` });
  const whole = gone.length === 0 ? known : (kind.withoutSpaces?.(known, goneSpaces) ?? known);
  const plan: Plan = ({ sets: _, ...step }) => {
    const isFirst = changes.length === first;
    add(changes, piece, step, name, isFirst ? null : {}, isFirst && { title: piece.name ?? null });
    const made = { $change: changes.length - 1 };
    if (step.earlier !== undefined) again.set(step.earlier, made);
    return made;
  };
  const losses = kind.remake?.(piece.ids, whole, plan, ids) ?? ['it cannot be made again'];
  for (const field of secrets) lost.push({ name, reason: `${field}: ${notKept}` });
  for (const reason of losses) lost.push({ name, reason });
  if (changes.length > first && !kind.keepsId) again.set(ownId(piece), { $change: first });
}

/** The names of the fields that hold a secret, and the other fields. */
function parted(fields: Fields): [string[], Fields] {
  const entries = Object.entries(fields);
  return [
    entries.flatMap(([field, value]) => (isSecret(value) ? [field] : [])),
    Object.fromEntries(entries.filter(([, value]) => !isSecret(value))),
  ];
}

/** Adds a step as a change; `before` has the present values of its fields. */
function add(
  changes: Change[],
  { kind, ids }: ChangedPiece,
  { action, operation, params, body, sets }: Step,
  name: string,
  before: Fields | null = {},
  after: Fields | false = sets ?? {},
): void {
  const input = { params, ...(body !== undefined && { body }) };
  const isDelete = action === 'delete';
  const fields =
    sets && before && !pieceKind(kind).isOrder
      ? Object.fromEntries(Object.keys(sets).map((one) => [one, before[one] ?? null]))
      : before;
  changes.push({
    action,
    kind,
    ref: ids,
    name,
    before: fields,
    after: isDelete ? null : after || {},
    operation: operation.id,
    input,
    requires: madeIn(input),
  });
}

/** Replaces the ids of things that are made again by references. */
function withNewIds(change: Change, again: ReadonlyMap<string, Made>): Change {
  if (again.size === 0) return change;
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') return again.get(value) ?? value;
    if (Array.isArray(value)) return value.map(replace);
    if (!isObject(value) || isMade(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replace(field)]));
  };
  const input = replace(change.input) as Change['input'];
  return { ...change, input, requires: madeIn(input) };
}
