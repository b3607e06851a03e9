import { LocalStateError, OutputClosed, Unfinished } from '../../errors.ts';
import { madeId, stateOfTask, type TaskHistory } from '../journal/journal.ts';
import { createResults, errorsOf, type Results, unfinished } from './results.ts';
import type { Run } from './run.ts';
import type { RunPorts } from './session.ts';
import { type Stop, supervise, type Work, type WorkResult } from './supervise.ts';

/** The user's limits for bulk work. */
export interface BulkFlags {
  /** The number of pieces that run at once. @default 4, and 16 for requests that only read */
  readonly concurrency?: number | undefined;
  /** Seconds after which nothing new begins. @default none */
  readonly deadline?: number | undefined;
  /** Whether the work stops at the first failure. @default false */
  readonly failFast?: boolean | undefined;
}

/** The same for work that a run records. */
export interface RunFlags extends BulkFlags {
  /** The path of the journal. @default in the folder of journals */
  readonly journal?: string | undefined;
}

const usualConcurrency = 4;

/** The work of a run, and how its results are printed. */
export interface Job {
  /** `undefined` for work that changes nothing: it has no journal. */
  readonly run: Run | undefined;
  readonly work: readonly Work[];
  /** The word for its pieces after a number: ` rows`. */
  readonly what: string;
  /** Whether the error at the end lists all failures, because the results do not show them. */
  readonly listsErrors?: boolean;
  /** Returns whether work failed only because another user has changed something. @default no */
  isOutOfDate?(results: Results): boolean;
  /** Returns what is open and was to be narrowed again, if the work ends with these results. @default nothing */
  openNow?(results: Results): readonly string[];
  /** Prints the results while the work goes on. */
  print(results: Results): Promise<void>;
  /** Called after the last result and before the end is written to the journal; `left` says what is left. */
  atEnd?(results: Results, left: Unfinished | undefined): Promise<void>;
}

/**
 * Executes the rest of a run, and prints the results meanwhile. The work continues if the reader of the output closes
 * it. Throws `Unfinished` if something is left, `LocalStateError` if the end cannot be written, and everything that
 * `print` throws.
 */
export async function executeRun(ports: RunPorts, job: Job, flags: BulkFlags): Promise<void> {
  const { run, work, what, listsErrors = false } = job;
  const results = createResults(work.length);
  const execution = execute(ports, run, work, results, flags);
  const printed = job.print(results).catch((error: unknown) => {
    if (!(error instanceof OutputClosed)) throw error;
  });
  const notWritten: unknown[] = [];
  const keep = (error: unknown) => void notWritten.push(error);
  await Promise.all([execution, printed]).catch(keep);
  const stop = await execution;
  const open = job.openNow?.(results).map((text) => `open now: ${text}`) ?? [];
  const details = listsErrors || open.length > 0 ? [...open, ...errorsOf(work, results)] : undefined;
  const left = unfinished(results, stop, run, what, details, job.isOutOfDate?.(results));
  await job.atEnd?.(results, left).catch(keep);
  await conclude(ports, run, left, notWritten);
}

/**
 * Runs the remaining work of a run, and records the outcomes. When it resolves, every piece has its result in
 * `results`, with the reason if it was not attempted completely.
 */
async function execute(
  ports: RunPorts,
  run: Run | undefined,
  work: readonly Work[],
  results: Results,
  { concurrency = usualConcurrency, deadline, failFast = false }: BulkFlags,
): Promise<Stop | undefined> {
  const recordEnd = (task: number, { isLasting: _, ...result }: WorkResult) =>
    run?.note({ type: 'task', task, name: work[task]?.name ?? '', ...result });
  const open = [...work.keys()].filter((index) => {
    const done = doneBefore(run, index);
    if (done) results.add(index, done);
    // The process that has done it ended before it could record that.
    if (done && !run?.history(index)?.end) recordEnd(index, done);
    return !done;
  });
  const count = { done: 0, failed: 0, total: open.length };
  ports.progress.start('done', { logged: true });
  ports.progress.update(count);
  const stop = await supervise(
    ports,
    open.map((index) => work[index] as Work),
    {
      concurrency,
      deadline,
      failFast,
      onResult: (position, result) => {
        const task = open[position] as number;
        results.add(task, result);
        if (result.state !== 'not-attempted') recordEnd(task, result);
        count.done++;
        if (result.exitCode !== 0 && result.state !== 'not-attempted') count.failed++;
        ports.progress.update(count);
      },
    },
  );
  ports.progress.stop();
  results.finish({ state: 'not-attempted', exitCode: stop?.exitCode ?? 1 });
  return stop;
}

/**
 * Returns the result of a task that earlier processes have completed, from the journal; `undefined` for any other task.
 */
export function doneBefore(run: Pick<Run, 'history'> | undefined, task: number): WorkResult | undefined {
  const history = run?.history(task);
  const state = history && stateOfTask(history);
  return state === 'done' || state === 'unchanged'
    ? { state, exitCode: 0, id: madeId(history as TaskHistory) }
    : undefined;
}

/** Returns whether an earlier process has sent a request of a task that may have been carried out. */
export function mayBeDone({ history }: Run, place: number): boolean {
  return [...(history(place)?.calls.values() ?? [])].some((state) => state !== 'failed');
}

/**
 * Records the end of a run, and throws `Unfinished` if something is left, with the errors of what could not be written.
 * Throws the first of them if nothing is left, or `LocalStateError` if the end cannot be written.
 */
async function conclude(
  { system, inWords, describe }: Pick<RunPorts, 'system' | 'inWords' | 'describe'>,
  run: Run | undefined,
  left: Unfinished | undefined,
  notWritten: readonly unknown[],
): Promise<void> {
  const lacks = notWritten.map(describe).filter(({ kind }) => kind !== 'interrupted');
  const told = lacks.map(({ message }) => message);
  const ended = new Date(system.clock.now()).toISOString();
  const seconds = Math.round((run?.elapsed() ?? 0) / 100) / 10;
  run?.note({ type: 'end', exitCode: left?.exitCode ?? 0, ended, seconds });
  try {
    await run?.close();
  } catch (error) {
    // The unfinished rows explain how to resume, and why the work has stopped.
    if (!(error instanceof LocalStateError) || !run) throw error;
    if (left) told.push(await inWords({ code: 'read-outcomes', data: {} }));
    else throw new LocalStateError(`everything is done, but ${error.message}`, { hint: error.hint });
  }
  if (left) throw new Unfinished(left.message, { ...left, details: [...left.details, ...told] });
  if (notWritten.length > 0) throw notWritten[0];
}
