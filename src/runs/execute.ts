import { LocalStateError, OutputClosed, Unfinished } from '../errors.ts';
import { madeId, type TaskState } from './journal.ts';
import { createResults, errorsOf, type Results, unfinished } from './results.ts';
import type { Run } from './run.ts';
import type { JournalPorts, RunPorts } from './session.ts';
import type { Stop } from './stopping.ts';
import { supervise, type Work, type WorkResult } from './supervise.ts';

/** How bulk work is to be done. */
export interface BulkFlags {
  /** How many pieces are under way at once. @default 4, and 16 for requests that only read */
  readonly concurrency?: number | undefined;
  /** Seconds after which nothing new begins. @default none */
  readonly deadline?: number | undefined;
  /** Whether the work stops at the first failure. @default false */
  readonly failFast?: boolean | undefined;
}

const usualConcurrency = 4;

/** Reads cost the service less than writes. */
const usualReads = 16;

/** How many requests that only read are under way at once: as many as the user allows. */
export function readsAtOnce(concurrency = usualReads): number {
  return concurrency;
}

/** Work of a run, and how it is shown. */
export interface Job {
  /** `undefined` where nothing is changed, so that there is no journal. */
  readonly run: Run | undefined;
  readonly work: readonly Work[];
  /** What its pieces are called where they are counted: ` rows`. */
  readonly what: string;
  /** Whether the error at the end lists what went wrong, because the results do not show it. */
  readonly listsErrors?: boolean;
  /** Prints the results while the work goes on. */
  print(results: Results): Promise<void>;
  /** Called after the last result, before the end is written down; `left` says what is left. */
  atEnd?(results: Results, left: Unfinished | undefined): Promise<void>;
}

/**
 * Does what is left of a run, and prints the results meanwhile; the work continues if the reader of the output has ended.
 * Throws `Unfinished` if something is left, `LocalStateError` if the end cannot be written down, and what `print` throws.
 */
export async function executeRun(ports: RunPorts, job: Job, flags: BulkFlags): Promise<void> {
  const { run, work, what, listsErrors = false } = job;
  const results = createResults(work.length);
  const execution = execute(ports, run, work, results, flags);
  const printed = job.print(results).catch((error: unknown) => {
    if (!(error instanceof OutputClosed)) throw error;
  });
  try {
    await Promise.all([execution, printed]);
  } finally {
    const stop = await execution;
    const details = listsErrors ? errorsOf(work, results) : undefined;
    const left = unfinished(results, stop, run, what, details);
    try {
      await job.atEnd?.(results, left);
    } finally {
      await conclude(ports, run, left);
    }
  }
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
  const open = [...work.keys()].filter((index) => {
    const done = doneBefore(run, index);
    if (done) results.add(index, done);
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
        if (result.state !== 'not-attempted')
          run?.note({ type: 'task', task, name: work[task]?.name ?? '', ...result });
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

/** The result of a task of which nothing is left to do, by what an earlier process has written. */
export function doneBefore(run: Run | undefined, task: number): WorkResult | undefined {
  const history = run?.history(task);
  if (!history) return undefined;
  const { end, calls } = history;
  const id = madeId(history);
  if (end && isDone(end.state)) return { state: end.state, exitCode: 0, id };
  // A process may end between the outcome of the last request and the end of the task.
  const isComplete = !end && calls.size > 0 && [...calls.values()].every((state) => state === 'done');
  return isComplete ? { state: 'done', exitCode: 0, id } : undefined;
}

/** Whether nothing is left to do. */
function isDone(state: TaskState): boolean {
  return state === 'done' || state === 'unchanged';
}

const journalLacks =
  'the journal may lack the outcome of the last requests: `runs show` counts them as open, and `runs resume` reads what they did';

/**
 * Records the end of a run, and throws `Unfinished` if something is left. Throws `LocalStateError` if nothing is left and the
 * end cannot be written.
 */
async function conclude(
  { system }: JournalPorts,
  run: Run | undefined,
  left: Unfinished | undefined,
): Promise<void> {
  const ended = new Date(system.clock.now()).toISOString();
  const seconds = Math.round((run?.elapsed() ?? 0) / 100) / 10;
  run?.note({ type: 'end', exitCode: left?.exitCode ?? 0, ended, seconds });
  try {
    await run?.close();
  } catch (error) {
    // The unfinished rows explain how to resume, and why the work has stopped.
    if (!(error instanceof LocalStateError) || !run) throw error;
    if (left) throw new Unfinished(left.message, { ...left, details: [...left.details, journalLacks] });
    throw new LocalStateError(`everything is done, but ${error.message}`, { hint: error.hint });
  }
  if (left) throw left;
}
