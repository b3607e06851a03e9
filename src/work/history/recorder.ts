import type { RecordChange } from '../../api/client/client.ts';
import { LocalStateError } from '../../errors.ts';
import type { ChangingRequest } from '../../model/effects/facts.ts';
import { loadKindsOf } from '../../model/effects/load-kinds.ts';
import { touchesBack } from '../../model/effects/restoring.ts';
import { mayMoveAddresses, touchesOf } from '../../model/effects/touches.ts';
import { type Resolve, resolvedInput } from '../../model/names.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { partOf } from '../../model/resources.ts';
import { version } from '../../version.ts';
import { journalFormat } from '../journal/journal.ts';
import { newRunId } from '../journal/journal-path.ts';
import type { JournalRecord, RunHeader } from '../journal/journal-schema.ts';
import { keep } from '../journal/keep.ts';
import { answeredId, mayHaveActed, stateAfter } from '../journal/outcomes.ts';
import type { Session } from '../run/session.ts';
import { hasValuesBefore, recorder } from '../undo/recording.ts';

export interface RecordedCommand {
  /** The command: `teams delete`. */
  readonly command: string;
  /** The words of the line that follow it. */
  readonly operands: readonly string[];
  readonly readsBefore: boolean;
  /** Loads what replaces e-mail addresses by ids. */
  readonly loadResolve: () => Promise<Resolve>;
}

/**
 * Makes the function that carries out the requests of one command, and records each: before it leaves, with the values
 * before, and its outcome afterwards. Throws `LocalStateError`, and sends nothing, if the record cannot be written. Where
 * there is no place for records, the command goes on after one warning.
 */
export function createRecorder(
  session: Session,
  { command, operands, readsBefore, loadResolve }: RecordedCommand,
): RecordChange {
  const { system, out, redactor } = session;
  const { clock } = system;
  const time = () => new Date(clock.now()).toISOString();
  const started = time();
  const run = newRunId(started, clock);
  let hasBegun = false;
  let hasPlace = true;
  let calls = 0;

  async function write(records: readonly JournalRecord[], isDurable: boolean): Promise<boolean> {
    if (!hasPlace) return false;
    const problem = await keep(session, { run, records }, { isDurable });
    if (problem === undefined) return true;
    hasPlace = false;
    await out.warn(`${problem}; this change is not recorded, and cannot be undone`);
    return false;
  }

  /** Adds what is known after a request. The change is made: if it cannot be recorded, that fails nothing. */
  async function add(...records: readonly JournalRecord[]): Promise<void> {
    try {
      await write(records, false);
    } catch (error) {
      await out.warn(`the outcome is not recorded: ${session.describe(error).message}`);
    }
  }

  async function addFailure(call: number, error: unknown): Promise<void> {
    const state = stateAfter(error);
    const { exitCode, message } = session.describe(error);
    await add(
      { type: 'outcome', task: 0, call, state },
      { type: 'task', task: 0, name: '', state, exitCode, error: redactor.redactText(message) },
    );
  }

  function header(data: string | undefined, request: ChangingRequest): RunHeader {
    const title = touchesBack(request).find(({ change }) => change === 'make')?.sets?.title;
    const named = typeof title === 'string' ? [JSON.stringify(shown(title, redactor))] : [];
    const what = [command, ...operands.map((word) => shown(word, redactor)), ...named].join(' ');
    return {
      type: 'run',
      format: journalFormat,
      tool: version,
      id: run,
      started,
      ...session.place(),
      data,
      profile: session.profile,
      ...session.via,
      command,
      work: { kind: 'single', what, ...(!readsBefore && { noUndo: true }) },
    };
  }

  return async (sentOp, sentInput, send) => {
    const call = calls++;
    const { op, input: known, name } = await inContract({ op: sentOp, input: sentInput });
    // People are recorded by their ids.
    const input = await resolvedInput(op, known, loadResolve).catch(() => known);
    const reader = readsBefore && hasValuesBefore({ op, input }) ? await readerOf(session) : undefined;
    const sending = { op, input, isRead: false };
    const { intent: details, left } = (await recorder(session, [sending], { undo: readsBefore, reader }))(0);
    const { params = {} } = input;
    const operation = redactor.redactText(name);
    const found = await details?.(op, input);
    if (!readsBefore) await noteLost({ op, input }, out);
    const intent = { type: 'intent', task: 0, call, operation, params, at: time(), ...found } as const;
    const addresses = reader ? await addressesOf({ op, input }, reader) : [];
    const moved = addresses.length > 0 ? ([{ type: 'addresses', addresses }] as const) : [];
    const data = await session.dataId?.();
    const first = hasBegun ? [] : [header(data, { op, input })];
    hasBegun = true;
    if (!(await write([...first, ...moved, intent], true).catch(notSent))) return send();
    const answer = await send().catch(async (error: unknown) => {
      // Without an outcome, the service is asked when a person looks at the record.
      if (!mayHaveActed(error, op)) await addFailure(call, error);
      throw error;
    });
    const after = await left?.(op, input, answer);
    await add({ type: 'outcome', task: 0, call, state: 'done', id: answeredId(answer), after });
    return answer;
  };
}

/** Returns a request as the contract knows it, with the name of its operation, and loads the kinds of things that it needs. */
async function inContract(request: ChangingRequest): Promise<ChangingRequest & { readonly name: string }> {
  if (await loadKindsOf(request)) return { ...request, name: request.op.id };
  const contract = await import('../../model/operations.ts');
  const known = contract.inContract(request);
  await loadKindsOf(known);
  return { ...known, name: contract.nameOfOperation(known.op) };
}

async function readerOf(session: Session): Promise<ServiceReader> {
  const { freshReader, sessionReader } = await import('../run/session.ts');
  // While a person answers a question, others may change what the guards have read.
  return session.asksFirst() ? freshReader(session) : sessionReader(session);
}

/** Returns the public addresses that a request changes. Loads nothing for one that changes none. */
async function addressesOf({ op, input }: ChangingRequest, reader: ServiceReader) {
  const part = await partOf(op);
  if (!part || !touchesOf(part, input).some(mayMoveAddresses)) return [];
  return (await import('../reach/addresses.ts')).movedAddresses([{ operation: op.id, input }], reader);
}

/** Throws the error of a record that cannot be written before its request. */
function notSent(error: unknown): never {
  if (!(error instanceof LocalStateError)) throw error;
  throw new LocalStateError(`${error.message}; nothing was sent`, {
    hint: { code: 'skip-history', data: {} },
    cause: error,
  });
}

/** Returns a word of the line as it is kept: without secrets, and without the query of an address. */
function shown(word: string, { redactText }: Session['redactor']): string {
  const text = redactText(word.startsWith('/') ? word.replace(/\?.*/s, '') : word);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Says what undo cannot bring back, because the values before are not read. */
async function noteLost(request: ChangingRequest, out: Session['out']): Promise<void> {
  const { changedName } = await import('../undo/not-restored.ts');
  const lost = touchesBack(request).filter(({ change }) => change !== 'make');
  const names = [...new Set(lost.map((thing) => changedName(thing)))];
  if (names.length === 0) return;
  const { kindsEndingWith } = await import('../undo/states-before.ts');
  const along = lost.flatMap(({ kind, change }) => (change === 'end' ? kindsEndingWith(kind) : []));
  if (along.length > 0) names.push(`its ${(await import('../undo/many-readings.ts')).kindsInWords(along)}`);
  await out.note(`undo cannot bring back: ${names.join(', ')}`);
}
