import { setMaxListeners } from 'node:events';
import type { Client } from '../api/client/client.ts';
import { OutcomeUnknown, RateLimited, ServiceError, Unreachable } from '../api/client/errors.ts';
import type { WireEvent } from '../api/client/send.ts';
import { type Interrupted, LocalStateError, NoToken, Unfinished } from '../errors.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts';
import { CutOff } from './cut-off.ts';
import type { TaskState } from './journal.ts';
import { stateAfter, Unchanged } from './journaled-client.ts';
import { runTasks } from './scheduler.ts';
import type { ErrorFacts, RunPorts } from './session.ts';

/** One piece of bulk work, as its kind knows it. */
export interface Work {
  /** What the user calls it: a row of the input, an id, a team. */
  readonly name: string;
  /** What it changes: work with a common key runs one after another, in its order. */
  readonly keys: readonly string[];
  /** Earlier work that must be done before; where it is not, this work is left out. */
  readonly requires?: readonly Work[];
  /** Why it is left out then. */
  readonly leftOut?: string;
  /** Throws what went wrong; resolves with the identifier of what it made or changed, where there is one. */
  run(client: Client): Promise<string | undefined>;
}

/** The result of a piece of work. */
export interface WorkResult {
  readonly state: TaskState;
  readonly exitCode: number;
  readonly id?: string | undefined;
  readonly error?: string | undefined;
}

export interface SuperviseOptions {
  readonly concurrency: number;
  /** Seconds after which nothing new begins. */
  readonly deadline: number | undefined;
  /** Stop at the first failure. */
  readonly failFast: boolean;
  /** Called with each result, in order of completion. */
  readonly onResult: (index: number, result: WorkResult) => void;
}

/** Why work ended before all of it was tried. */
export type Stop = ErrorFacts;

/** What was asked ends no later than so many milliseconds after the signal: CI kills after 10 seconds. */
const grace = { SIGINT: 10_000, SIGTERM: 6_000, SIGHUP: 6_000 };
const failuresToStop = 10;
const somethingLacks = 'an earlier change that it needs has failed';

/**
 * Carries out all `work`, several pieces at once, and slows down or stops as the service, the user and the deadline
 * ask. Resolves when nothing is under way any more, with the reason where something was not tried.
 */
export async function supervise(
  session: RunPorts,
  work: readonly Work[],
  options: SuperviseOptions,
): Promise<Stop | undefined> {
  const { clock, interrupt } = session.system;
  const stopping = new AbortController();
  const cutting = new AbortController();
  const halting = AbortSignal.any([stopping.signal, cutting.signal]);
  // As many requests as run at once listen to them.
  setMaxListeners(0, stopping.signal, cutting.signal, halting);
  const concurrencyLimit = createConcurrencyLimit(options.concurrency);
  let stop: Stop | undefined;
  let failures = 0;
  let ended = 0;
  let running = 0;

  function end(reason: Stop): void {
    stop ??= reason;
    stopping.abort(reason);
  }

  function interrupted(): void {
    const reason = interrupt.reason as Interrupted;
    end(session.describe(reason));
    if (running > 0)
      void session.out.note(`stopping: ${ended} done, ${running} in flight; interrupt again to end at once`);
    clock.sleep(grace[reason.signal], cutting.signal).then(
      () => cutting.abort(new CutOff()),
      () => {},
    );
  }

  function judge(error: unknown): WorkResult {
    if (error instanceof Unchanged) return { state: 'unchanged', exitCode: 0 };
    if (error === stopping.signal.reason) return { state: 'not-attempted', exitCode: stop?.exitCode ?? 1 };
    const { exitCode, message } =
      error instanceof CutOff ? { exitCode: 10, message: error.message } : session.describe(error);
    const reason = reasonToStop(error);
    if (reason) end({ kind: reason, exitCode, message });
    failures = isServerFailure(error) ? failures + 1 : 0;
    if (failures >= failuresToStop) {
      end({ kind: 'unreachable', exitCode: 7, message: `${failures} failures in a row: ${message}` });
    }
    if (options.failFast) end({ kind: 'failed', exitCode: 9, message: 'stopped at the first failure' });
    return {
      state: stateAfter(error),
      exitCode,
      error: session.redactor.redactText(message),
    };
  }

  const client = session.connectForBulk({
    signal: cutting.signal,
    stop: halting,
    onEvent: (event) => feel(event, concurrencyLimit),
  });
  function finish(index: number, result: WorkResult): void {
    ended++;
    if (result.exitCode === 0) failures = 0;
    options.onResult(index, result);
  }

  const places = new Map(work.map((one, index) => [one, index]));
  const tasks = work.map(({ keys, requires = [], leftOut = somethingLacks, run }, index) => ({
    keys,
    // What an earlier process has done is not among the work.
    requires: requires.flatMap((one) => places.get(one) ?? []),
    async run() {
      running++;
      const result = await run(client).then((id): WorkResult => ({ state: 'done', exitCode: 0, id }), judge);
      running--;
      finish(index, result);
      return result.exitCode === 0;
    },
    leaveOut: () => finish(index, judge(new Unfinished(leftOut, { kind: 'rows-failed', exitCode: 9 }))),
  }));

  if (interrupt.aborted) interrupted();
  interrupt.addEventListener('abort', interrupted);
  if (options.deadline !== undefined) {
    const message = `the deadline of ${options.deadline} s has passed`;
    clock.sleep(options.deadline * 1000, cutting.signal).then(
      () => end({ kind: 'deadline', exitCode: 7, message }),
      () => {},
    );
  }
  try {
    await runTasks(tasks, { limit: () => concurrencyLimit.limit, stop: stopping.signal });
  } finally {
    interrupt.removeEventListener('abort', interrupted);
    // Ends the timers, too.
    cutting.abort();
  }
  return stop;
}

function feel(event: WireEvent, concurrencyLimit: ConcurrencyLimit): void {
  if (event.kind === 'failure') concurrencyLimit.serverFailed();
  if (event.kind !== 'answer') return;
  if (event.status === 429) return;
  if (event.status >= 500) concurrencyLimit.serverFailed();
  else concurrencyLimit.succeeded();
}

function isServerFailure(error: unknown): boolean {
  return (
    error instanceof Unreachable ||
    error instanceof OutcomeUnknown ||
    (error instanceof ServiceError && error.status >= 500)
  );
}

/** What makes every further request useless. */
function reasonToStop(error: unknown): ErrorFacts['kind'] | undefined {
  if (error instanceof NoToken || (error instanceof ServiceError && error.status === 401))
    return 'token-refused';
  if (error instanceof RateLimited) return 'rate-limited';
  return error instanceof LocalStateError ? 'local-state' : undefined;
}
