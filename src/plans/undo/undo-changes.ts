import { type AnyInput, paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { operations } from '../../api/contract/operations/index.ts';
import { type Change, renumbered } from '../../domain/change.ts';
import { inBatches } from '../../domain/memberships/changes.ts';
import { reportOfChanges } from '../../domain/memberships/report.ts';
import type { Names, People, Person } from '../../domain/people.ts';
import { UsageError } from '../../errors.ts';
import { noWayBack, pieceKind, waysBack } from '../../model/undo/index.ts';
import { type BulkFlags, readsAtOnce } from '../../runs/execute.ts';
import type { Attempt, JournalContent, PieceState, TaskHistory } from '../../runs/journal.ts';
import type { Run } from '../../runs/run.ts';
import type { Session } from '../../runs/session.ts';
import { isObject } from '../../text/fields.ts';
import { counted } from '../../text/plural.ts';
import { shellQuote } from '../../text/shell.ts';
import { applyChanges } from '../change-run.ts';
import { assertNothingHeld } from '../guards/held-back.ts';
import { judge } from '../guards/judge.ts';
import { sendingOf } from '../guards/wishes.ts';
import { usualBatchSize } from '../people.ts';
import {
  type ChangedPiece,
  changedPieces,
  piecesOfChanges,
  type RecordedRequest,
  withoutPartsOfMade,
} from './changed-pieces.ts';
import { withoutGone } from './gone-people.ts';
import { goneSpaces } from './gone-spaces.ts';
import { type Inverse, inverse } from './inverse.ts';
import type { Left } from './left.ts';
import { type Found, readPieces, type Wish } from './reader.ts';
import { effectsOf, withoutSecrets } from './recording.ts';
import { showInverse } from './show-inverse.ts';
import { withUnique } from './unique.ts';

const operationsById = new Map(operations.map((op) => [op.id, op]));

/** Returns an operation of the contract. Throws an `Error` for an unknown id. */
function operationOf(id: string): Operation {
  const op = operationsById.get(id);
  if (!op) throw new Error(`there is no operation "${id}"`);
  return op;
}

export interface UndoFlags extends BulkFlags {
  readonly journal?: string | undefined;
}

/** Plans how the structure of sites comes back that a run has changed, from its record of it. Only reads. */
export type UndoStructure = (structure: unknown) => Promise<{
  readonly changes: readonly Change[];
  readonly stays: readonly Left[];
  readonly lost: readonly Left[];
  /** What these changes themselves change in the structure. */
  readonly structure: unknown;
}>;

/** Undoes what a run has changed. Throws `UsageError` if a guard refuses it. */
export async function undoChanges(
  session: Session,
  run: Run,
  content: JournalContent,
  flags: UndoFlags,
  undoStructure: UndoStructure,
): Promise<void> {
  const lists = new Map<string, readonly unknown[]>();
  const back = await withStructure(await planUndo(session, content, lists, flags), content, undoStructure);
  const { people } = back;
  await showInverse(session, back);
  await guard(session, back, lists);
  const { work } = content.header;
  const batchSize = work.kind === 'changes' ? work.memberships?.batchSize : undefined;
  const changes = inBatches(back.changes, batchSize ?? usualBatchSize);
  const memberships = batchSize === undefined ? undefined : reportOfChanges(changes, batchSize);
  const count = memberships?.rows.length ?? changes.length;
  if (count > 0) await session.confirm(`undo ${counted(count, 'change')} of run ${run.id}?`);
  const command = `runs undo ${shellQuote(run.id)}`;
  const names: Names = (_, user) => people.get(user);
  await applyChanges(
    session,
    {
      command,
      changes,
      memberships,
      names,
      structure: back.structure,
      journal: flags.journal,
      undoes: run,
    },
    flags,
  );
}

/** Adds the changes that give the structure of sites back, behind the others: spaces and titles come back first. */
async function withStructure(
  back: UndoPlan,
  { header: { work } }: JournalContent,
  undoStructure: UndoStructure,
): Promise<UndoPlan & { readonly structure?: unknown }> {
  if (work.kind !== 'changes' || work.structure === undefined) return back;
  const { changes, stays, lost, structure } = await undoStructure(work.structure);
  const first = back.changes.length;
  const moved = changes.map((change) => renumbered(change, (place) => first + place));
  return {
    ...back,
    changes: [...back.changes, ...moved],
    stays: [...back.stays, ...stays],
    lost: [...back.lost, ...lost],
    structure,
  };
}

/** The pieces that make up the structure of a site. */
const structureKinds = new Set([
  'site-defaults',
  'section',
  'section-group',
  'section-grouping',
  'site-space',
  'section-order',
  'section-group-order',
  'site-space-order',
]);

/** Leaves out the pieces that `withStructure` gives back. Those of a site that the run has deleted come with the site. */
function withoutStructure(pieces: readonly ChangedPiece[], structure: unknown): readonly ChangedPiece[] {
  return structure === undefined ? pieces : pieces.filter(({ kind }) => !structureKinds.has(kind));
}

/** Throws `UsageError` if the guards refuse what undo takes away. */
async function guard(
  session: Session,
  { changes, titles }: UndoPlan,
  lists: Map<string, readonly unknown[]>,
): Promise<void> {
  const known = changes.filter(({ input }) => isWhole(input.params));
  const sendings = await Promise.all(
    known.map(({ operation, input }) => sendingOf(operationOf(operation), input as AnyInput)),
  );
  const { held } = await judge(session, sendings, { inBulk: true, lists, titles });
  assertNothingHeld(held);
}

function isWhole(params: Readonly<Record<string, unknown>>): boolean {
  return Object.values(params).every((id) => typeof id === 'string');
}

const notInJournal = 'the journal does not have it';

/** How to undo a run, with what is known about the people and teams of the run. */
interface UndoPlan extends Inverse {
  readonly people: People;
  /** The titles of teams, by id. */
  readonly titles: ReadonlyMap<string, string>;
}

async function planUndo(
  session: Session,
  content: JournalContent,
  lists: Map<string, readonly unknown[]>,
  { concurrency }: BulkFlags,
): Promise<UndoPlan> {
  const { work } = content.header;
  const recorded = recordedRequests(content);
  const reason =
    work.kind === 'rows' && work.noUndo
      ? await session.inWords({ code: 'undo-was-off', data: {} })
      : notInJournal;
  const changed =
    work.kind === 'changes' && !work.isRecorded
      ? piecesOfChanges(work.changes, content.tasks)
      : withoutPartsOfMade(changedPieces(recorded, reason, valuesIn(content)));
  const pieces = withoutStructure(changed, work.kind === 'changes' ? work.structure : undefined);
  const atOnce = readsAtOnce(concurrency);
  const client = session.connectForBulk({ signal: session.system.interrupt, onEvent: () => {} });
  const org = content.header.org ?? undefined;
  const read = (wishes: readonly Wish[]) =>
    readPieces(client, wishes, { org, redactor: session.redactor, atOnce, lists, needsAll: true });
  const found = await read(pieces.map(wishFor));
  if (work.kind === 'changes' && work.memberships) assertBack(pieces, found);
  const there = await withoutGone(pieces, found, read);
  const back = inverse(there.pieces, found, await goneSpaces(there.pieces, found, read));
  return {
    ...back,
    changes: (await withUnique(client, back.changes, atOnce)).map((change) => ({
      ...change,
      before: withoutSecrets(change.before, session.redactor),
    })),
    stays: [...recorded.filter(mayHaveMade).map(perhapsMade), ...back.stays],
    lost: [...(await lostRequests(recorded)), ...there.lost, ...back.lost],
    people: peopleIn([...found, ...there.members]),
    titles: new Map(pieces.flatMap(({ ids, name }) => (ids.team && name ? [[ids.team, name]] : []))),
  };
}

/** Throws `UsageError` if a person who has left is not a member again: their memberships cannot come back before. */
function assertBack(pieces: readonly ChangedPiece[], found: readonly Found[]): void {
  for (const [at, { kind, ids, after }] of pieces.entries()) {
    if (kind !== 'member' || after !== null || found[at]?.value !== null) continue;
    throw new UsageError(`${ids.user} is not a member of ${ids.org}; nothing was sent`, {
      hint: { code: 'invite-people', data: { thenUndo: true } },
    });
  }
}

function peopleIn(found: readonly Found[]): People {
  const people = new Map<string, Person>();
  for (const { kind, ids, name, people: inTeam = {} } of found) {
    if (kind === 'member' && ids.user && name && !people.has(ids.user)) people.set(ids.user, { name });
    for (const [user, person] of Object.entries(inTeam)) people.set(user, person);
  }
  return people;
}

function wishFor({ kind, ids, before, after }: ChangedPiece): Wish {
  const fields = pieceKind(kind).isOrder ? [] : Object.keys(after ?? {});
  return { kind, ids, fields, named: true, ...(before === null && { whole: true, held: true }) };
}

/** Returns the values before that a journal holds, in the order of the tasks. */
function valuesIn({ tasks }: JournalContent): PieceState[] {
  const inOrder = [...tasks].sort(([one], [other]) => one - other);
  return inOrder.flatMap(([, { attempts }]) => attempts.flatMap(({ before }) => before ?? []));
}

/** Returns the requests of a journal that have changed something, or may have, in the order of the tasks. */
function recordedRequests({ header: { work }, tasks }: JournalContent): RecordedRequest[] {
  const planned = work.kind === 'changes' ? work.changes : undefined;
  return [...tasks]
    .sort(([one], [other]) => one - other)
    .flatMap(([task, history]) => requestsOf(history, planned?.[task]));
}

/** Returns the requests of a task. The body of a change is in the work of its run. */
function requestsOf(history: TaskHistory, planned: Change | undefined): RecordedRequest[] {
  return [...history.calls.keys()].flatMap((call) => {
    const attempts = history.attempts.filter((attempt) => attempt.call === call);
    const done = attempts.find(({ state }) => state === 'done');
    const open = attempts.find(({ state }) => state === 'open' || state === 'unknown');
    const one = done ?? open;
    // An operation of a later version is not known.
    const op = one && operationsById.get(one.operation);
    if (!one || !op) return [];
    const before = attempts.find((attempt) => attempt.before !== undefined)?.before;
    const { params, sent = planned?.input.body, after, id } = one;
    return [
      {
        op,
        input: { params, body: sent },
        isDone: done !== undefined || (planned !== undefined && history.end?.state === 'done'),
        before,
        after,
        id: id ?? namedId(history, attempts),
      },
    ];
  });
}

/** Returns the id in the end of a task with a single request: version 0.1.0 wrote it there. */
function namedId({ end, attempts }: TaskHistory, own: readonly Attempt[]): string | undefined {
  return attempts.length === own.length ? end?.id : undefined;
}

/** Tells whether a request without an outcome may have made a thing whose id is unknown. */
function mayHaveMade(request: RecordedRequest): boolean {
  const makes = effectsOf(request).find((effect) => effect.makes);
  const key = makes && pieceKind(makes.kind).key;
  return !request.isDone && key !== undefined && makes?.ids[key] === undefined;
}

function perhapsMade({ op, input }: RecordedRequest): Left {
  const reason = 'it is not known whether the run has made something';
  const { title, label } = isObject(input.body) ? input.body : {};
  const called = title ?? label;
  const name = nameOf(op, input.params ?? {});
  return { name: typeof called === 'string' ? `${name} ${JSON.stringify(called)}` : name, reason };
}

/** Returns what cannot come back of whole requests. */
async function lostRequests(requests: readonly RecordedRequest[]): Promise<Left[]> {
  const lost: Left[] = [];
  for (const { op, input, isDone } of requests) {
    if (!isDone) continue;
    const reason =
      (await noWayBack(op.id)) ??
      waysBack[op.id]?.lost?.(input.params ?? {}, isObject(input.body) ? input.body : {}) ??
      withoutBody({ op, input });
    if (reason !== undefined) lost.push({ name: nameOf(op, input.params ?? {}), reason });
  }
  return lost;
}

/** Journals of version 0.1.0 have no bodies: what some requests have changed is not known. */
function withoutBody({ op, input }: Pick<RecordedRequest, 'op' | 'input'>): string | undefined {
  const isKnown = input.body !== undefined || !op.body || effectsOf({ op, input }).length > 0;
  return isKnown ? undefined : `its value before is not known: ${notInJournal}`;
}

/** Names a request by its command: `change-requests merge 3`. */
function nameOf(op: Operation, params: Readonly<Record<string, string>>): string {
  const last = paramNames(op.path).findLast((name) => name !== 'org');
  return [...op.id.split('.'), ...(last !== undefined ? [params[last] ?? ''] : [])].join(' ');
}
