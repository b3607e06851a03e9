import { setMaxListeners } from 'node:events';
import type { Client } from '../../api/client/client.ts';
import { OutcomeUnknown, ServiceError, StillUnknown, Unreachable } from '../../api/client/errors.ts';
import type { WireEvent } from '../../api/client/send.ts';
import { type ErrorKind, errorKinds, type Interrupted, Unfinished } from '../../errors.ts';
import type { TaskState } from '../journal/journal-schema.ts';
import { CutOff, stateAfter } from '../journal/outcomes.ts';
import { waitingFor } from './run.ts';
import { runTasks } from './scheduler.ts';
import type { ErrorFacts, RunPorts } from './session.ts';

/** One piece of bulk work, as its kind knows it. */
export interface Work {
  /** The user's name for it: a row of the input, an id, a team. */
  readonly name: string;
  /** The keys of what it changes: work with a common key runs one after another, in order. */
  readonly keys: readonly string[];
  /** Earlier work that must be done before. If it is not, this work is left out. */
  readonly requires?: readonly Work[];
  /** Resolves with the id of the thing that it made or changed, if there is one. Throws what went wrong. */
  run(client: Client, pause: Pause): Promise<string | undefined>;
}

/** Waits for some milliseconds, and says so once. Rejects if the work stops. */
export type Pause = (ms: number) => Promise<void>;

/** The wanted state already exists. */
export class Unchanged extends Error {
  override readonly name = 'Unchanged';
}

export interface WorkResult {
  readonly state: TaskState;
  readonly exitCode: number;
  readonly id?: string | undefined;
  readonly error?: string | undefined;
  /** Whether an unknown outcome stays unknown in a resumed run, which does not send the request again. */
  readonly isLasting?: boolean;
}

export interface SuperviseOptions {
  readonly concurrency: number;
  /** Seconds after which nothing new begins. */
  readonly deadline: number | undefined;
  /** Whether work stops at the first failure. */
  readonly failFast: boolean;
  /** Called with each result, in order of completion. */
  readonly onResult: (index: number, result: WorkResult) => void;
}

const failuresToStop = 10;

/**
 * Executes all `work`, several pieces at once; slows down or stops for the service, the user and the deadline. Resolves
 * when nothing runs any more, with the reason if something was not tried.
 */
export async function supervise(
  ports: RunPorts,
  work: readonly Work[],
  { concurrency, deadline, failFast, onResult }: SuperviseOptions,
): Promise<Stop | undefined> {
  const concurrencyLimit = createConcurrencyLimit(concurrency);
  let ended = 0;
  let running = 0;
  const stopping = createStopping(ports, deadline, () => {
    if (running > 0)
      void ports.out.note(`stopping: ${ended} done, ${running} in flight; interrupt again to end at once`);
  });
  const judge = createJudge(ports, stopping, failFast);
  const client = ports.connectForBulk({
    signal: stopping.cut,
    stop: stopping.either,
    onEvent: (event) => onWireEvent(event, concurrencyLimit),
  });

  let saysWhy = true;
  const pause: Pause = async (ms) => {
    if (saysWhy) void ports.out.note(waitingFor(ms));
    saysWhy = false;
    await ports.system.clock.sleep(ms, stopping.signal);
  };

  function finish(index: number, result: WorkResult): boolean {
    ended++;
    onResult(index, result);
    return result.exitCode === 0;
  }

  const places = new Map(work.map((one, index) => [one, index]));
  const tasks = work.map(({ keys, requires = [], run }, index) => ({
    keys,
    // Work that an earlier process has done is not in the list.
    requires: requires.flatMap((one) => places.get(one) ?? []),
    async run() {
      running++;
      const result = await run(client, pause).then(judge.done, judge.failed);
      running--;
      return finish(index, result);
    },
    leaveOut(required: number) {
      const reason = `an earlier change that it needs has failed: ${work[required]?.name}`;
      finish(index, judge.failed(new Unfinished(reason, { kind: 'rows-failed' })));
    },
  }));

  try {
    await runTasks(tasks, { limit: () => concurrencyLimit.limit, stop: stopping.signal });
  } finally {
    stopping.close();
  }
  return stopping.reason;
}

/** Turns what work resolves with or throws into results, and stops all work if the rest would be useless. */
function createJudge({ describe, redactor }: RunPorts, stopping: Stopping, failFast: boolean) {
  /** The number of the server's failures in a row. */
  let failures = 0;

  function done(id: string | undefined): WorkResult {
    failures = 0;
    return { state: 'done', exitCode: 0, id };
  }

  function failed(error: unknown): WorkResult {
    if (error instanceof Unchanged) {
      failures = 0;
      return { state: 'unchanged', exitCode: 0 };
    }
    const { reason } = stopping;
    if (reason && error === stopping.signal.reason)
      return { state: 'not-attempted', exitCode: reason.exitCode };
    const { kind, exitCode, message } = describe(error);
    const ending = endings[kind];
    if (ending) stopping.stop({ kind: ending, exitCode, message });
    // An earlier request failed, not one of this process.
    if (!(error instanceof StillUnknown)) failures = isServerFailure(error) ? failures + 1 : 0;
    if (failures >= failuresToStop)
      stopping.stop(stopOf('unreachable', `${failures} failures in a row: ${message}`));
    if (failFast) stopping.stop(stopOf('failed', 'stopped at the first failure'));
    const isLasting = error instanceof OutcomeUnknown && error.isLasting;
    const text = redactor.redactText(message);
    return { state: stateAfter(error), exitCode, error: text, ...(isLasting && { isLasting }) };
  }

  return { done, failed };
}

/** The kinds of errors after which every further request is useless, with the kind of error that ends the work. */
const endings: Partial<Record<ErrorKind, ErrorKind>> = {
  'no-token': 'token-refused',
  'token-refused': 'token-refused',
  'rate-limited': 'rate-limited',
  'local-state': 'local-state',
};

function onWireEvent(event: WireEvent, concurrencyLimit: ConcurrencyLimit): void {
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

/**
 * The number of requests that may run at once, between 1 and the user's limit: one less after an error of the server,
 * one more after 20 successes in a row. The rate gate handles rate limits.
 */
interface ConcurrencyLimit {
  readonly limit: number;
  serverFailed(): void;
  succeeded(): void;
}

const successesToGrow = 20;

function createConcurrencyLimit(most: number): ConcurrencyLimit {
  let limit = most;
  let successes = 0;
  return {
    get limit() {
      return limit;
    },
    serverFailed() {
      limit = Math.max(1, limit - 1);
      successes = 0;
    },
    succeeded() {
      successes++;
      if (successes < successesToGrow) return;
      limit = Math.min(most, limit + 1);
      successes = 0;
    },
  };
}

/** Why work ended before everything was tried. */
export type Stop = ErrorFacts;

/** Makes a reason of this kind, with the kind's exit code. */
export function stopOf(kind: ErrorKind, message: string): Stop {
  return { kind, exitCode: errorKinds[kind].exitCode, message };
}

/** Ends work early: at the interrupt, at the deadline, or for a reason in the work itself. */
interface Stopping {
  /** The first reason; `undefined` if there is none yet. */
  readonly reason: Stop | undefined;
  /** Aborts when nothing may begin any more; its reason is the {@link Stop}. */
  readonly signal: AbortSignal;
  /** Aborts when running requests are cut off: some seconds after an interrupt. */
  readonly cut: AbortSignal;
  /** Aborts with the first of both. */
  readonly either: AbortSignal;
  stop(reason: Stop): void;
  /** Ends the timers, and everything that still runs. */
  close(): void;
}

/** After an interrupt, running work has this many milliseconds to end, because CI kills after 10 seconds. */
const grace = { SIGINT: 10_000, SIGTERM: 6_000, SIGHUP: 6_000 };

/** Listens to the interrupt, and starts the deadline, which is in seconds. Calls `onInterrupt` at an interrupt. */
function createStopping(
  { system: { clock, interrupt }, describe }: Pick<RunPorts, 'system' | 'describe'>,
  deadline: number | undefined,
  onInterrupt: () => void,
): Stopping {
  const stopping = new AbortController();
  const cutting = new AbortController();
  const either = AbortSignal.any([stopping.signal, cutting.signal]);
  // Every running request listens to them.
  setMaxListeners(0, stopping.signal, cutting.signal, either);
  let first: Stop | undefined;

  function stop(reason: Stop): void {
    first ??= reason;
    stopping.abort(reason);
  }

  function after(milliseconds: number, act: () => void): void {
    clock.sleep(milliseconds, cutting.signal).then(act, () => {});
  }

  function interrupted(): void {
    const reason = interrupt.reason as Interrupted;
    stop(describe(reason));
    onInterrupt();
    after(grace[reason.signal], () => cutting.abort(new CutOff()));
  }

  if (interrupt.aborted) interrupted();
  interrupt.addEventListener('abort', interrupted);
  if (deadline !== undefined)
    after(deadline * 1000, () => stop(stopOf('deadline', `the deadline of ${deadline} s has passed`)));

  return {
    get reason() {
      return first;
    },
    signal: stopping.signal,
    cut: cutting.signal,
    either,
    stop,
    close() {
      interrupt.removeEventListener('abort', interrupted);
      cutting.abort();
    },
  };
}
