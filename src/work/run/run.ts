import { dirname } from 'node:path';
import type { JournalFile } from '../../ports.ts';
import { version } from '../../version.ts';
import type { GuardLimits } from '../guards/judge.ts';
import {
  type Attempt,
  isOpen,
  type JournalContent,
  journalFormat,
  madeId,
  type TaskHistory,
} from '../journal/journal.ts';
import {
  journalExtension,
  journalPath,
  keptFor,
  newRunId,
  olderThan,
  runName,
} from '../journal/journal-path.ts';
import type { JournalRecord, RunHeader, RunWork, State } from '../journal/journal-schema.ts';
import { recordText } from '../journal/packed-states.ts';
import type { JournalPorts, RunPorts, Session } from './session.ts';

/** A run that this process works on, with its journal. No other process works on it at the same time. */
export interface Run {
  /** Its name in commands: its id, or the path of its journal. */
  readonly id: string;
  /** The absolute path of its journal. */
  readonly journal: string;
  /** Whether its journal contains everything that is needed to resume it. */
  readonly isResumable: boolean;
  /** Whether an earlier process has begun it. */
  readonly isResumed: boolean;
  readonly isUndo: boolean;
  readonly limits: GuardLimits;
  /** Returns the milliseconds for which this process has worked on it. */
  elapsed(): number;
  /** Returns the time of the clock, as in ISO 8601. */
  time(): string;
  /** Returns what earlier processes have recorded about a task. */
  history(task: number): TaskHistory | undefined;
  /** Returns the ids of the things that earlier processes have made or changed. */
  knownIds(): ReadonlySet<string>;
  /**
   * Returns for how many milliseconds the service may still carry out a request that an earlier process has sent. `call` is
   * its number in the task.
   */
  underWay(task: number, call: number): number;
  /** Returns the values before the requests of a task, if an earlier process has read them before the first request. */
  before(task: number): readonly State[] | undefined;
  /** Resolves when the record is on disk. */
  write(record: JournalRecord): Promise<void>;
  /** Writes a record without waiting; `write` and `close` throw if that fails. */
  note(record: JournalRecord): void;
  close(): Promise<void>;
}

export interface NewRun {
  readonly command: string;
  readonly work: RunWork;
  /** The path of its journal; in the folder of journals if absent. */
  readonly path: string | undefined;
  readonly undoes?: Run | undefined;
  /** The limits of the guards. @default those of the session */
  readonly limits?: GuardLimits | undefined;
}

/** Begins a run. Throws what `session.beforeChange` throws, before it writes anything. */
export async function startRun(
  session: RunPorts,
  { command, work, path, undoes, limits = session.limits }: NewRun,
): Promise<Run> {
  await session.beforeChange();
  const { journals, clock } = session.system;
  const started = new Date(clock.now()).toISOString();
  const id = newRunId(started, clock);
  const where = path ?? `${journals.folder}/${id}${journalExtension}`;
  if (path === undefined && olderThan(journals, clock.now() - keptFor.finished).length > 0) {
    const { dropOldRuns } = await import('./runs.ts');
    await dropOldRuns(session);
  }
  const file = await journals.create(where);
  const header: RunHeader = {
    type: 'run',
    format: journalFormat,
    tool: version,
    id,
    started,
    ...session.place(),
    data: await session.dataId?.(),
    profile: session.profile,
    ...session.via,
    command,
    work,
    undoes: undoes?.journal,
    limits: keptLimits(limits),
  };
  const journal = journals.absolute(where);
  const run = openRun(session, { id: path ?? id, journal, header, ...linesOf(file) });
  try {
    await run.write(header);
  } catch (error) {
    // A part of a line is no journal, and would be in the way of the next attempt.
    await journals.remove(where).catch(() => {});
    await file.close();
    throw error;
  }
  try {
    if (undoes) await markUndone(session, undoes, run);
    if (path !== undefined && dirname(run.journal) !== journals.folder)
      await noteElsewhere(session, header, run);
    return run;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Records where the journal of a run is, beside those of single commands: so it is found when the last run is undone. */
async function noteElsewhere(
  session: RunPorts,
  { id: run, started, baseUrl, org, profile, command, undoes }: RunHeader,
  { journal }: Run,
): Promise<void> {
  const { keep } = await import('../journal/keep.ts');
  const line = { run, journal, started, baseUrl, org, profile, command, undoes };
  const problem = await keep(session, line, { isDurable: true }).catch(
    (error: unknown) => session.describe(error).message,
  );
  if (problem === undefined) return;
  const instead = await session.inWords({ code: 'undo-by-name', data: { run: journal } });
  await session.out.note(`${problem}: ${instead}`);
}

/** Returns what a journal keeps of the limits: those that are not the usual ones. */
function keptLimits(limits: GuardLimits): RunHeader['limits'] {
  const { maxRemovals, allowOwnerless, allowOpening = [], smallest } = limits;
  const isUsual = !maxRemovals && !allowOwnerless && allowOpening.length === 0 && smallest === undefined;
  if (isUsual) return undefined;
  return {
    ...{ maxRemovals, smallest, ...(allowOwnerless && { allowOwnerless }) },
    ...(allowOpening.length > 0 && { allowOpening }),
  };
}

/** An earlier run that this process works on now. */
export interface ReopenedRun {
  readonly run: Run;
  readonly content: JournalContent;
  /** The process that ended while it worked on the run, as locks name it. */
  readonly leftBy: string | undefined;
}

/** Opens an earlier run to work on it. Throws `LocalStateError` if another process works on it. */
export async function reopenRun(session: JournalPorts, name: string): Promise<ReopenedRun> {
  const path = journalPath(session, name);
  const { assertWhole, readRun } = await import('../journal/read-journal.ts');
  // A file that is no journal must not be opened for writing.
  readRun(session, name);
  const file = await session.system.journals.open(path);
  try {
    // The earlier holder of the lock may have written more until now.
    const content = readRun(session, name);
    assertWhole(path, content);
    const run = openRun(session, { id: name, journal: path, ...linesOf(file), ...content });
    return { run, content, leftBy: file.left?.process };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Records in the journal of `run` that another run undoes it. */
export async function markUndone({ system }: JournalPorts, run: Run, { journal }: Run): Promise<void> {
  const { clock, journals } = system;
  await run.write({
    type: 'undone',
    by: runName(journals, journal),
    at: new Date(clock.now()).toISOString(),
  });
}

/**
 * The longest time, in milliseconds, for which the service may work on a request. If the process that has sent it ends, the
 * request may still be carried out in this time.
 */
const longestWork = 30_000;

/** Returns the ids of people and providers about which an earlier process has sent a request that has no outcome. */
export function inDoubt({ history, isResumed }: Run, tasks: number): string[] {
  if (!isResumed) return [];
  return Array.from({ length: tasks }, (_, task) => history(task)?.attempts ?? []).flatMap((attempts) =>
    attempts.flatMap(({ state, params: { user, provider, team } }) =>
      isOpen(state) && team === undefined ? (user ?? provider ?? []) : [],
    ),
  );
}

/** Returns for how many milliseconds the service may still carry out a request. A clock that was set back counts the whole time. */
export function stillUnderWay({ at }: Attempt, now: number): number {
  return Math.max(0, Math.min(longestWork, Date.parse(at) + longestWork - now));
}

/** Says why work waits for some milliseconds. */
export function waitingFor(ms: number): string {
  return `waiting ${Math.ceil(ms / 1000)} s: a request without an outcome may still be carried out`;
}

/**
 * Waits until the service carries out no request of a run any more. The process that has sent them must have ended. Resolves with
 * whether it had to wait.
 */
export async function untilSettled(
  session: Pick<Session, 'system' | 'out'>,
  { tasks }: JournalContent,
): Promise<boolean> {
  const open = [...tasks.values()].flatMap(({ attempts, end }) =>
    attempts.filter(({ state }) => end?.state !== 'failed' && isOpen(state)),
  );
  const now = session.system.clock.now();
  const ms = Math.max(0, ...open.map((attempt) => stillUnderWay(attempt, now)));
  await untilSilent(session, longestWork - ms);
  return ms > 0;
}

/** Waits until the service carries out no request of a process that has ended so many milliseconds ago. */
export async function untilSilent(
  { system: { clock, interrupt }, out }: Pick<Session, 'system' | 'out'>,
  ago: number,
): Promise<void> {
  const ms = longestWork - ago;
  if (ms <= 0) return;
  await out.note(waitingFor(ms));
  await clock.sleep(ms, interrupt);
}

interface RecordLines {
  add(record: JournalRecord): Promise<void>;
  close(): Promise<void> | void;
}

function linesOf(file: JournalFile): RecordLines {
  return { add: (record) => file.add(recordText(record)), close: () => file.close() };
}

interface OpenRun extends Pick<Run, 'id' | 'journal'>, RecordLines {
  readonly header: RunHeader;
  /** The records of earlier processes. */
  readonly tasks?: JournalContent['tasks'];
  readonly before?: JournalContent['before'];
}

/** Makes the run of records, to add more. */
export function openRun(
  { system: { clock } }: JournalPorts,
  { id, journal, header: { work, limits, undoes }, tasks, before, add, close }: OpenRun,
): Run {
  const begun = clock.monotonic();
  let failure: unknown;
  const write = async (record: JournalRecord) => {
    if (failure) throw failure;
    await add(record);
  };
  return {
    id,
    journal,
    isResumable: work.kind === 'changes' || (work.kind === 'rows' && !work.isRedacted),
    isResumed: tasks !== undefined,
    isUndo: undoes !== undefined,
    limits: { maxRemovals: undefined, allowOwnerless: false, ...limits },
    elapsed: () => clock.monotonic() - begun,
    time: () => new Date(clock.now()).toISOString(),
    history: (task) => tasks?.get(task),
    knownIds: () => new Set([...(tasks?.values() ?? [])].flatMap((task) => madeId(task) ?? [])),
    underWay(task, call) {
      const last = tasks?.get(task)?.attempts.findLast((attempt) => attempt.call === call);
      return last ? stillUnderWay(last, clock.now()) : 0;
    },
    before: (task) => before?.get(task),
    write,
    note: (record) => {
      write(record).catch((error: unknown) => {
        failure ??= error;
      });
    },
    async close() {
      await close();
      if (failure) throw failure;
    },
  };
}
