import { type AnyInput, paramNames } from '../../api/client/request.ts';
import type { Operation } from '../../api/contract/operation.ts';
import { noWayBack, pieceKind, waysBack } from '../../model/undo/index.ts';
import { type BulkFlags, readsAtOnce } from '../../runs/execute.ts';
import type { Attempt, JournalContent, PieceState, TaskHistory } from '../../runs/journal.ts';
import type { Run } from '../../runs/run.ts';
import type { Session } from '../../runs/session.ts';
import { isObject } from '../../text/fields.ts';
import { counted } from '../../text/plural.ts';
import { shellQuote } from '../../text/shell.ts';
import { applyChanges } from '../change-run.ts';
import { findOperation, operationOf } from '../change-work.ts';
import { assertNothingHeld } from '../guards/held-back.ts';
import { judge } from '../guards/judge.ts';
import { sendingOf } from '../guards/wishes.ts';
import { type ChangedPiece, changedPieces, piecesOfChanges, type RecordedRequest } from './changed-pieces.ts';
import { withoutGone } from './gone-people.ts';
import { type Inverse, inverse, type Left } from './inverse.ts';
import { readPieces, type Wish } from './reader.ts';
import { effectsOf, withoutSecrets } from './recording.ts';
import { showInverse } from './show-inverse.ts';

/** Undoes a run of requests: of `batch`, of several ids, of changes. Throws `UsageError` if a guard refuses it. */
export async function undoChanges(
  session: Session,
  run: Run,
  content: JournalContent,
  flags: BulkFlags & { readonly journal?: string | undefined },
): Promise<void> {
  const back = await planUndo(session, content, flags);
  const { changes } = back;
  await showInverse(session, back);
  const known = changes.filter(({ input }) => isWhole(input.params));
  const sendings = await Promise.all(
    known.map(({ operation, input }) => sendingOf(operationOf(operation), input as AnyInput)),
  );
  const { held } = await judge(session, sendings, { inBulk: true });
  assertNothingHeld(held);
  if (changes.length > 0)
    await session.confirm(`undo ${counted(changes.length, 'change')} of run ${run.id}?`);
  const command = `runs undo ${shellQuote(run.id)}`;
  await applyChanges(session, { command, changes, journal: flags.journal, undoes: run }, flags);
}

function isWhole(params: Readonly<Record<string, unknown>>): boolean {
  return Object.values(params).every((id) => typeof id === 'string');
}

const notInJournal = 'the journal does not have it';

async function planUndo(
  session: Session,
  content: JournalContent,
  { concurrency }: BulkFlags,
): Promise<Inverse> {
  const { work } = content.header;
  const recorded = recordedRequests(content);
  const reason =
    work.kind === 'rows' && work.noUndo
      ? await session.inWords({ code: 'undo-was-off', data: {} })
      : notInJournal;
  const pieces =
    work.kind === 'changes'
      ? piecesOfChanges(work.changes, content.tasks)
      : changedPieces(recorded, reason, valuesIn(content));
  const atOnce = readsAtOnce(concurrency);
  const client = session.connectForBulk({ signal: session.system.interrupt, onEvent: () => {} });
  const read = (wishes: readonly Wish[]) =>
    readPieces(client, wishes, { org: content.header.org ?? undefined, redactor: session.redactor, atOnce });
  const found = await read(pieces.map(wishFor));
  const there = await withoutGone(pieces, found, read);
  const back = inverse(there.pieces, found);
  return {
    ...back,
    changes: back.changes.map((change) => ({
      ...change,
      before: withoutSecrets(change.before, session.redactor),
    })),
    stays: [...recorded.filter(mayHaveMade).map(perhapsMade), ...back.stays],
    lost: [...(await lostRequests(recorded)), ...there.lost, ...back.lost],
  };
}

function wishFor({ kind, ids, before, after }: ChangedPiece): Wish {
  const fields = pieceKind(kind).isOrder ? [] : Object.keys(after ?? {});
  return { kind, ids, fields, ...(before === null && { whole: true, held: true }) };
}

/** Returns the values before that a journal holds, in the order of the tasks. */
function valuesIn({ tasks }: JournalContent): PieceState[] {
  const inOrder = [...tasks].sort(([one], [other]) => one - other);
  return inOrder.flatMap(([, { attempts }]) => attempts.flatMap(({ before }) => before ?? []));
}

/** Returns the requests of a journal that have changed something, or may have, in the order of the tasks. */
function recordedRequests({ tasks }: JournalContent): RecordedRequest[] {
  return [...tasks].sort(([one], [other]) => one - other).flatMap(([, history]) => requestsOf(history));
}

function requestsOf(history: TaskHistory): RecordedRequest[] {
  return [...history.calls.keys()].flatMap((call) => {
    const attempts = history.attempts.filter((attempt) => attempt.call === call);
    const done = attempts.find(({ state }) => state === 'done');
    const open = attempts.find(({ state }) => state === 'open' || state === 'unknown');
    const one = done ?? open;
    const op = one && findOperation(one.operation);
    if (!one || !op) return [];
    const before = attempts.find((attempt) => attempt.before !== undefined)?.before;
    const { params, sent, after, id } = one;
    return [
      {
        op,
        input: { params, body: sent },
        isDone: done !== undefined,
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
